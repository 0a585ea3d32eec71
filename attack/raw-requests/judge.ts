import { PROXY_RESPONSE_HEADER } from '../../src/exchange/proxy-response.js';
import { rateLimitHeaderNames } from '../../src/service/rate-limit-headers.js';
import { shown } from '../attack.js';
import type { RawResponse } from '../response-reader.js';
import type { Conversation } from './conversation.js';
import { type Piece, SMUGGLED } from './pieces.js';

/** What came back on one connection. */
export interface Outcome {
  readonly responses: readonly RawResponse[];
  /** `closed`: by the server, after whole responses. `reset`: by the server, without a farewell. */
  readonly end: 'closed' | 'reset' | 'left' | 'kept-open' | 'mid-response' | 'timeout';
  /** What of it is not HTTP. */
  readonly malformed?: string | undefined;
}

/** As many digits as hidden requests have. */
const hidden = new RegExp(`"quantity":${String(SMUGGLED).slice(0, 4)}\\d{${String(SMUGGLED).length - 4}}\\D`);

export interface Expectations {
  /** Texts that no response may show. */
  readonly secrets: readonly string[];
  /** Whether a client that half-closes its connection still gets its responses. */
  readonly isHalfOpenAllowed: boolean;
}

/** Returns what is wrong with the responses to a conversation, each with what it was sent. */
export function judge(conversation: Conversation, outcome: Outcome, expected: Expectations): string[] {
  const { pieces, ending } = conversation;
  const { responses, end, malformed } = outcome;
  const problems = responses.flatMap((response, index) => {
    const problem = judgeResponse(response, pieces[index], expected.secrets);
    return problem === undefined ? [] : [`${problem}: ${describe(response)}${showPiece(conversation, index)}`];
  });
  const next = `${describeNext(outcome)}${showPiece(conversation, responses.length)}`;
  if (malformed !== undefined) problems.push(`what comes is not HTTP, ${malformed}: ${next}`);
  if (end === 'timeout') problems.push(`there is neither a response nor an end: ${next}`);
  const closing = responses.findIndex(({ headers }) => headerOf(headers, 'connection') === 'close');
  if (closing !== -1 && closing < responses.length - 1) problems.push(`a response follows Connection: close: ${next}`);
  const isReading = ending === 'wait' || (ending === 'half-close' && expected.isHalfOpenAllowed);
  if (!isReading || problems.length > 0) return problems;
  // Who writes on after the server has closed gets a reset, which may discard what was not read yet.
  if (end === 'reset' && conversation.writes.length > 1 && pieces.some(({ kind }) => kind !== 'plain')) return problems;
  if (end === 'mid-response') problems.push(`the connection ends within a response: ${next}`);
  const wanted = closing === -1 ? pieces.filter(({ kind }) => kind !== 'unknown').length : closing + 1;
  const isUnknown = pieces.at(-1)?.kind === 'unknown';
  if (responses.length < wanted) problems.push(`a response is missing: ${next}`);
  if (responses.length > wanted && !isUnknown) problems.push(`there are more responses than requests: ${next}`);
  return problems;
}

function judgeResponse(
  response: RawResponse,
  piece: Piece | undefined,
  secrets: readonly string[],
): string | undefined {
  const { status, headers, body } = response;
  const secret = secrets.find((text) => body.includes(text) || headers.some(([, value]) => value.includes(text)));
  if (secret !== undefined) return `a response shows ${secret}`;
  if (status >= 500) return `the status is ${status}`;
  if (hidden.test(body)) return 'a hidden request was carried out';
  if (piece?.kind === 'plain' && status !== 200) return `the status is ${status}, though the request is valid`;
  if (piece?.tag !== undefined && !body.includes(piece.tag))
    return `the response is another request’s, without ${piece.tag}`;
  if (piece?.kind === 'rejected' && status < 400) return 'what can be read in two ways was accepted';
  if (status >= 400 && piece?.isHead !== true) {
    if (!isErrorBody(body, status)) return 'an error does not have the documented body';
    if (headerOf(headers, 'content-type') !== 'application/json') return 'an error does not say that it is JSON';
  }
  const isOfService = headerOf(headers, PROXY_RESPONSE_HEADER.toLowerCase()) === undefined;
  return isOfService && piece?.isLimited === true ? judgeLimits(headers) : undefined;
}

function isErrorBody(body: string, status: number): boolean {
  try {
    const error = JSON.parse(body);
    return typeof error.code === 'string' && typeof error.message === 'string' && error.status === status;
  } catch {
    return false;
  }
}

function judgeLimits(headers: RawResponse['headers']): string | undefined {
  const [limit, remaining, reset] = rateLimitHeaderNames.map((name) => {
    const value = headerOf(headers, name.toLowerCase());
    return value !== undefined && /^\d+$/.test(value) ? Number(value) : undefined;
  });
  if (limit === undefined || remaining === undefined || reset === undefined)
    return 'a response lacks the headers of §8.1';
  return remaining <= limit ? undefined : `a response has ${remaining} of ${limit} requests left`;
}

function headerOf(headers: RawResponse['headers'], wanted: string): string | undefined {
  return headers.find(([name]) => name === wanted)?.[1];
}

function describe({ status, headers, body }: RawResponse): string {
  return shown(`${status} ${headers.map(([name, value]) => `${name}: ${value}`).join(', ')} ${body}`);
}

function describeNext({ responses, end }: Outcome): string {
  return `after ${responses.length} responses, ${end}`;
}

/** Shows the piece of that index and the one before it. */
function showPiece({ pieces, ending, writes }: Conversation, index: number): string {
  const shownPieces = pieces
    .slice(Math.max(0, index - 1), index + 1)
    .map(({ kind, bytes }) => `\n  ${kind} ${shown(bytes)}`);
  return `\n  to ${index + 1} of ${pieces.length} (${ending}, ${writes.length} writes):${shownPieces.join('')}`;
}
