import { oneLine } from '../spec/quoting.js';
import { type Exchange, type HeaderList, headerOf } from './exchange.js';

/** Names the answers that the service did not give, and says why a proxy of this project had to. */
export const PROXY_RESPONSE_HEADER = 'X-Petstore-Mock-Proxy';

/** The statuses of such answers; a request that is no HTTP is refused with others, too. */
export const proxyStatuses = { rejected: 400, misdirected: 403, unreachable: 502, timeout: 504, loop: 508 } as const;

export type ProxyResponseReason = keyof typeof proxyStatuses;

/** What the messages of such answers begin with where the proxy asked, and got nothing. */
export const GOT_NO_RESPONSE = 'The proxy got no response';

/** No message of a proxy is longer. One that is, is not told at all: a key that is cut in two would not be found in it. */
const LONGEST_MESSAGE = 1_000;

const THE_PROXY = 'the petstore-mock proxy at ';

interface PossibleProxyResponse {
  readonly status: number;
  readonly headers: HeaderList;
  /** Left out where it is not known. */
  readonly text?: string | undefined;
}

/**
 * Returns in one line why an answer is that of a proxy of this project, which stands where the service was asked, and none of the
 * service's; undefined for one of the service's. A service that sets the header itself gains no more than by breaking the connection
 * off, and only with the statuses of a proxy: whoever judges is told of such answers. The text may hold secrets.
 */
export function explainProxyResponse(
  { status, headers, text }: PossibleProxyResponse,
  url: string,
): string | undefined {
  const why = headerOf(headers, PROXY_RESPONSE_HEADER);
  if (why === undefined || !isWhy(why) || !isStatusOf(why, status)) return undefined;
  const proxy = `${THE_PROXY}${originOf(url)}`;
  const message = messageIn(text);
  if (message?.startsWith(GOT_NO_RESPONSE)) return `${proxy} got no response${message.slice(GOT_NO_RESPONSE.length)}`;
  const did = why === 'unreachable' || why === 'timeout' ? 'got no response' : 'did not forward the request';
  return `${proxy} ${did}${message === undefined ? ` (${why})` : `: ${message}`}`;
}

/** Returns whether that is why an exchange has no answer. */
export function isProxyResponse({ failure }: Pick<Exchange, 'failure'>): boolean {
  return failure?.startsWith(THE_PROXY) === true;
}

function isWhy(text: string): text is ProxyResponseReason {
  return Object.hasOwn(proxyStatuses, text);
}

/** A request that is no HTTP is refused with whatever 4xx fits it. */
function isStatusOf(why: ProxyResponseReason, status: number): boolean {
  return why === 'rejected' ? status >= 400 && status < 500 : status === proxyStatuses[why];
}

/** Taken from the text: a pseudonym in a URL need not be one of its characters. Names nobody's password. */
function originOf(url: string): string {
  const [, scheme = '', host = ''] = /^(https?:\/\/)(?:[^/?#]*@)?([^/?#]*)/i.exec(url) ?? [];
  return `${scheme}${host}`;
}

/** Of an Error (§2.4), without the stop at its end. */
function messageIn(text: string | undefined): string | undefined {
  try {
    const { message } = JSON.parse(text ?? '') as { message?: unknown };
    if (typeof message !== 'string' || message === '' || message.length > LONGEST_MESSAGE) return undefined;
    return oneLine(message).replace(/\.$/, '');
  } catch {
    return undefined;
  }
}
