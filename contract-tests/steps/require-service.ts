import { headerOf, type RecordedResponse } from '../../src/exchange/exchange.js';
import { parseRecordedJson } from '../../src/exchange/recorded-json.js';
import { JsonError } from '../../src/json/json.js';
import { quote } from '../../src/json/quoting.js';
import { isOfGateway } from '../../src/judge/outages.js';
import type { Service } from '../../src/service/service.js';
import type { Session } from '../session.js';
import { Stop, type SuiteOptions } from '../suite.js';

/** Throws a {@link Stop} unless the first response came from the service and the key was accepted: the rest would show nothing new. */
export function requireService(
  { history: { exchanges }, suite: { service } }: Session,
  { baseUrl }: SuiteOptions,
): void {
  const first = exchanges.at(-1);
  const response = first?.response;
  if (first === undefined || response === undefined) return;
  const { status } = response;
  const asked = `${first.request.method} ${quote(first.request.url)}`;
  const check = checkText(baseUrl, response, service);
  if (isOfGateway(status)) {
    const times = exchanges.length > 1 ? ' twice' : '';
    throw new Stop(`${asked} got ${status}${times}: a gateway does not reach the service, or it is still starting`);
  }
  const other = describeOtherBody(response);
  if ((status === 401 || status === 403) && other !== undefined) {
    const blocks = 'something in front of the service blocks this check, or the key belongs to another deployment';
    throw new Stop(`${asked} got ${status} with ${other} instead of JSON: ${blocks}`);
  }
  if (status === 401 || status === 403) {
    throw new Stop(`the key was rejected (${status}): check that it belongs to this deployment`);
  }
  if (REDIRECTS.includes(status)) {
    // A query may hold what only the service should see.
    const target = quote((headerOf(response.headers, 'location') ?? 'nowhere').replace(/[?#].*/s, ''));
    throw new Stop(`${asked} was redirected (${status}) to ${target}: check the base URL`);
  }
  if (status === 404 || status === 405) throw new Stop(`${asked} got ${status}: ${check}`);
  if (response.body.kind === 'missing')
    throw new Stop(`${asked} returned a body that cannot be judged: ${response.body.why}`);
  const login = other === A_PAGE ? '; a page to log in or a firewall may also block this check' : '';
  if (other !== undefined) throw new Stop(`${asked} returned ${other} instead of JSON: ${check}${login}`);
}

/** A 304 says nothing of the address. */
const REDIRECTS = [300, 301, 302, 303, 307, 308];

const A_PAGE = 'a web page';

/** Suggests a base URL: `did you mean "https://api.example.test/v1"?` */
function checkText(baseUrl: string, { body }: RecordedResponse, service: Service): string {
  const near = nearBaseUrl(baseUrl, body.kind === 'text' ? body.text : '', service);
  return near === undefined ? 'check the base URL' : `did you mean ${quote(near)}?`;
}

/** Returns a base URL that was probably meant: the fake names its own; otherwise what people forget, repeat or add. */
function nearBaseUrl(baseUrl: string, received: string, { operations }: Service): string | undefined {
  const { origin } = new URL(baseUrl);
  const path = baseUrl.slice(origin.length);
  const [, own] = /The service is at (\/[\w\-.~/]*): try/.exec(received) ?? [];
  if (own !== undefined && own !== path) return `${origin}${own}`.replace(/\/$/, '');
  const [, repeated] = /^(.*(\/v\d+))\2$/.exec(path) ?? [];
  if (repeated !== undefined) return origin + repeated;
  const ofOperation = Object.values(operations).find((operation) => path.endsWith(operation.path));
  if (ofOperation !== undefined) return baseUrl.slice(0, -ofOperation.path.length);
  return /\/v\d+(?:\/|$)/.test(path) ? undefined : `${baseUrl}/v1`;
}

function describeOtherBody({ body, headers }: RecordedResponse): string | undefined {
  if (body.kind === 'binary') return `${body.bytes} bytes that are not text`;
  if (body.kind !== 'text' || body.isRedacted || isJson(body.text)) return undefined;
  return /html/i.test(headerOf(headers, 'content-type') ?? '') ? A_PAGE : quote(body.text);
}

function isJson(text: string): boolean {
  try {
    parseRecordedJson(text);
    return true;
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    // JSON that is nested too deeply or too long is still JSON.
    return error.rule !== undefined;
  }
}
