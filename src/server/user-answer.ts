import { corsHeaders } from '../../mocks/cors.js';
import type { World } from '../../mocks/world.js';
import { formatHttpDate } from '../spec/http-date.js';
import type { Reaction } from './responder.js';

/** Headers that belong to one connection, which is ours to describe (RFC 9110 §7.6.1). */
const CONNECTION_HEADERS = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade'];

/** Headers that are no longer true once `fetch` has decoded the body that it got. */
const ENCODING_HEADERS = ['content-encoding', 'content-length'];

/** Turns what a user's handler responded into what the server writes. */
export function answerFromResponse(response: Response, method: string, world: World): Reaction {
  if (response.type === 'error') return 'broken';
  const { status, statusText } = response;
  const hasBody = method !== 'HEAD' && response.body !== null;
  if (!hasBody) void response.body?.cancel();
  return {
    status,
    ...(statusText !== '' && { statusText }),
    headers: headersOf(response, world),
    body: hasBody ? (response.body as ReadableStream<Uint8Array>) : undefined,
    keyAlias: undefined,
  };
}

function headersOf(response: Response, world: World): Record<string, string | string[]> {
  const isFetched = response.url !== '';
  const dropped = isFetched ? [...CONNECTION_HEADERS, ...ENCODING_HEADERS] : CONNECTION_HEADERS;
  const sent = [...response.headers].filter(([name]) => name !== 'set-cookie' && !dropped.includes(name));
  const cookies = response.headers.getSetCookie();
  const date = formatHttpDate(world.clock.now());
  return {
    ...lowerCased({ date, ...(world.cors ? corsHeaders : {}) }),
    ...Object.fromEntries(sent),
    ...(cookies.length > 0 && { 'set-cookie': cookies }),
  };
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
