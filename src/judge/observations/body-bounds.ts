import type { Evidence } from '../evidence.js';
import { objectOf, type Reading } from '../reading.js';
import { isAccepted } from '../rules/ordinary-answers.js';
import { quantitySent } from '../stock-history.js';
import { ordinary, type Seen, seen, unseen } from './seen.js';

/** The bodies that the document shows nest no deeper. */
const PLAIN_DEPTH = 1;
/** A body below this is none of which the size is the matter. */
const LARGE_BYTES = 1_024;

export function nestingLimit(evidence: Evidence): Seen {
  const asked = withBody(evidence)
    .map((reading) => ({ reading, size: depthOf(bodyOf(reading)) }))
    .filter(({ size }) => size > PLAIN_DEPTH);
  return boundOf(asked, 400, 'levels', 1_000);
}

export function bodyLimit(evidence: Evidence): Seen {
  const asked = withBody(evidence)
    .map((reading) => ({ reading, size: new TextEncoder().encode(bodyOf(reading)).length }))
    .filter(({ size }) => size >= LARGE_BYTES);
  return boundOf(asked, 413, 'bytes', 67_108_864);
}

interface Sized {
  readonly reading: Reading;
  readonly size: number;
}

/** The bound is known when one size was accepted and the next one refused. */
function boundOf(asked: readonly Sized[], refusal: number, unit: string, most: number): Seen {
  const readings = asked.map(({ reading }) => reading);
  const accepted = asked.filter(({ reading }) => isAccepted(reading)).map(({ size }) => size);
  const refused = asked.filter(({ reading }) => reading.status === refusal).map(({ size }) => size);
  if (accepted.length + refused.length === 0) return unseen('no body was sent that could show it', readings);
  const inWords = (sizes: readonly number[], pick: (...values: number[]) => number) =>
    sizes.length === 0 ? 'none' : `${pick(...sizes)} ${unit}`;
  const note = `most that was accepted: ${inWords(accepted, Math.max)}; least answered ${refusal}: ${inWords(refused, Math.min)}`;
  const bound = accepted.find((size) => refused.includes(size + 1) && size <= most);
  return bound === undefined ? unseen(note, readings) : seen(bound, note, readings);
}

/** Bodies that could be refused for nothing but their size, or for a field that is unknown. */
function withBody(evidence: Evidence): Reading[] {
  return ordinary(evidence).filter(
    (reading) => quantitySent(reading) !== undefined || typeof objectOf(reading.sent)?.message === 'string',
  );
}

function bodyOf({ exchange }: Reading): string {
  return exchange.request.body ?? '';
}

/** Strings are taken out first: their brackets are none. */
function depthOf(text: string): number {
  let level = 0;
  let deepest = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{\]}]/gs)) {
    if (token === '[' || token === '{') deepest = Math.max(deepest, ++level);
    if (token === ']' || token === '}') level--;
  }
  return deepest;
}
