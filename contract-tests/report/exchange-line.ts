import type { Exchange } from '../../src/transcript/exchange.js';
import type { Transcript } from '../../src/transcript/transcript.js';
import { cut } from './wrap.js';

/** A recording may hold addresses of any length. */
const MOST_CHARACTERS = 160;

/** `#4 GET /v1/inventory → 200`, or the number alone where the transcript has no such exchange. */
export function exchangeLine(number: number, { exchanges }: Transcript): string {
  const exchange = exchanges.find((each) => each.number === number);
  if (exchange === undefined) return `#${number}`;
  return `#${number} ${cut(`${exchange.request.method} ${pathOf(exchange)}`, MOST_CHARACTERS)} → ${exchange.answer?.status ?? 'no answer'}`;
}

/** Path and query of what was asked for. */
export function pathOf({ request }: Exchange): string {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
}
