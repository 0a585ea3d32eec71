import { halfOf } from '../../faults/half-of.js';
import type { PetstoreAnswer } from '../../petstore-answer.js';

/** What `route.fulfill` takes. */
interface Fulfilment {
  readonly status: number;
  readonly headers: { [name: string]: string };
  readonly body: Buffer;
}

/**
 * Writes an answer as Playwright takes it. Playwright cannot break off halfway through a body: a `truncated` one is half of
 * its bytes sent as if they were all, so that reading its JSON fails.
 */
export function fulfilment({ status, headers, body, encodedBody, cut }: PetstoreAnswer): Fulfilment {
  const content = encodedBody ?? body ?? '';
  // Playwright lets every page read an answer that names no origin; an empty name keeps other origins from doing so.
  const open = { 'Access-Control-Allow-Origin': '', ...headers };
  if (cut !== 'truncated') return { status, headers: open, body: Buffer.from(content) };
  const half = Buffer.from(halfOf(content));
  return { status, headers: { ...open, 'Content-Length': String(half.length) }, body: half };
}
