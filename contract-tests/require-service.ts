import { JsonError } from '../src/json/parse-json.js';
import { quote } from '../src/json/quote.js';
import { parseAnswer } from '../src/judge/parse-answer.js';
import { type Exchange, headerOf, type RecordedAnswer } from '../src/transcript/exchange.js';
import { Stop } from './governor/stop.js';

/** Goes on only when the first answer came from the service and the key was taken: the rest would tell nothing new. Throws a {@link Stop}. */
export function requireService(first: Exchange | undefined): void {
  const answer = first?.answer;
  if (first === undefined || answer === undefined) return;
  const asked = `${first.request.method} ${quote(first.request.url)}`;
  if (answer.status === 401 || answer.status === 403) {
    throw new Stop(`the key was refused (${answer.status}): check that it belongs to this deployment`);
  }
  if (answer.status >= 300 && answer.status < 400) {
    const target = quote(headerOf(answer.headers, 'location') ?? 'nowhere');
    throw new Stop(`${asked} was redirected (${answer.status}) to ${target}: check the base URL`);
  }
  if (answer.status === 404 || answer.status === 405) {
    throw new Stop(`${asked} was answered ${answer.status}: check the base URL, which usually ends in /v1`);
  }
  if (answer.body.kind === 'missing')
    throw new Stop(`${asked} was answered with a body that cannot be judged: ${answer.body.why}`);
  const other = whatElseItIs(answer);
  if (other !== undefined) throw new Stop(`${asked} was answered with ${other}, not with JSON: check the base URL`);
}

function whatElseItIs({ body, headers }: RecordedAnswer): string | undefined {
  if (body.kind === 'binary') return `${body.bytes} bytes that are no text`;
  if (body.kind !== 'text' || body.isRedacted || isJson(body.text)) return undefined;
  return /html/i.test(headerOf(headers, 'content-type') ?? '') ? 'a web page' : quote(body.text);
}

function isJson(text: string): boolean {
  try {
    parseAnswer(text);
    return true;
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    // Nested too deeply or too long is JSON still.
    return error.rule !== undefined;
  }
}
