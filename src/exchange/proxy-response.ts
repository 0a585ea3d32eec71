import { oneLine } from '../json/quoting.js';
import { type Exchange, type HeaderList, headerOf } from './exchange.js';

/** Marks the responses that a proxy of this project made itself, with the reason. */
export const PROXY_RESPONSE_HEADER = 'X-Petstore-Mock-Proxy';

/** The statuses of such responses; a request that is not HTTP gets other ones, too. */
export const proxyStatuses = { rejected: 400, misdirected: 403, unreachable: 502, timeout: 504, loop: 508 } as const;

export type ProxyResponseReason = keyof typeof proxyStatuses;

/** How the messages of such responses begin if the proxy forwarded the request and got nothing. */
export const GOT_NO_RESPONSE = 'The proxy got no response';

/** No message of a proxy is longer. Part of a longer one is not reported either: a key that is cut in two would not be found in it. */
const LONGEST_MESSAGE = 1_000;

const THE_PROXY = 'the petstore-mock proxy at ';

/** Returns why a proxy of this project made a response, in one line that may hold secrets; undefined for a response of the service. */
export function explainProxyResponse(
  { status, headers, text }: { status: number; headers: HeaderList; text?: string | undefined },
  url: string,
): string | undefined {
  const why = headerOf(headers, PROXY_RESPONSE_HEADER);
  if (why === undefined || !isStatusOf(why, status)) return undefined;
  // Taken from the text, without the password: a pseudonym may make the URL invalid.
  const [, scheme = '', host = ''] = /^(https?:\/\/)(?:[^/?#]*@)?([^/?#]*)/i.exec(url) ?? [];
  const proxy = `${THE_PROXY}${scheme}${host}`;
  const message = messageIn(text);
  if (message?.startsWith(GOT_NO_RESPONSE)) return `${proxy} got no response${message.slice(GOT_NO_RESPONSE.length)}`;
  const did = why === 'unreachable' || why === 'timeout' ? 'got no response' : 'did not forward the request';
  return `${proxy} ${did}${message === undefined ? ` (${why})` : `: ${message}`}`;
}

export function isProxyResponse({ failure }: Pick<Exchange, 'failure'>): boolean {
  return failure?.startsWith(THE_PROXY) === true;
}

/** A request that is not HTTP gets whichever 4xx fits it. */
function isStatusOf(why: string, status: number): boolean {
  if (why === 'rejected') return status >= 400 && status < 500;
  return Object.hasOwn(proxyStatuses, why) && status === proxyStatuses[why as ProxyResponseReason];
}

function messageIn(text: string | undefined): string | undefined {
  try {
    const { message } = JSON.parse(text ?? '') as { message?: unknown };
    if (typeof message !== 'string' || message === '' || message.length > LONGEST_MESSAGE) return undefined;
    return oneLine(message).replace(/\.$/, '');
  } catch {
    return undefined;
  }
}
