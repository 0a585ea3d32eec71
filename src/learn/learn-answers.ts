import { isJsonObject } from '../json/json-value.js';
import type { Evidence } from '../judge/evidence.js';
import type { Reading } from '../judge/reading.js';
import { inferShape } from '../profile/infer-shape.js';
import type { LearnedAnswers, LearnedBody, Place, Profile } from '../profile/profile.js';
import type { IsOfStore } from '../profile/shape-sample.js';
import { headerOf } from '../transcript/exchange.js';
import { evidenceOf } from './confidence.js';
import { keyOfStore } from './key-of-store.js';
import { knownWordsOf } from './known-words.js';
import { createHeaderLearner, headersAtTimes } from './learn-headers.js';
import { learnLocation } from './learn-location.js';
import { findLiveFields, type MarkLiveFields } from './live-fields.js';

/**
 * Learns what the answers look like, place by place, in the order in which the places were first seen. `stored`: the texts in pets,
 * orders and messages. `questions`: what they tell is not told again.
 */
export function learnAnswers(
  evidence: Evidence,
  stored: readonly string[],
  questions: Profile['questions'] = {},
): Record<Place, LearnedAnswers> {
  const readings = evidence.readings.filter(isTelling);
  const isCachingTold = questions['cache-control']?.origin === 'observed';
  const isOfStore = keyOfStore(evidence);
  const isLeftOut = (name: string) => isOfStore(name) || (isCachingTold && name.toLowerCase() === 'cache-control');
  const markLive = findLiveFields(readings);
  const learnHeaders = createHeaderLearner({ ...evidence, readings }, stored);
  const places = new Map<Place, Reading[]>();
  for (const reading of readings) {
    const place: Place = `${reading.operation ?? 'other'} ${reading.status ?? 0}`;
    const known = places.get(place);
    if (known === undefined) places.set(place, [reading]);
    else known.push(reading);
  }
  const learned = [...places].map(([place, seen]) => {
    const atTimes = headersAtTimes(seen).filter((name) => !isLeftOut(name));
    const location = learnLocation(seen, stored);
    const answers: LearnedAnswers = {
      count: seen.length,
      headers: [
        ...learnHeaders(seen).filter(({ name }) => !isLeftOut(name)),
        ...(location === undefined ? [] : [location]),
      ],
      ...(atTimes.length > 0 && { headersAtTimes: atTimes }),
      ...(seen.some(({ mayHideHeaders }) => mayHideHeaders) && { mayHideHeaders: true }),
      ...(isOneRecord(seen) && { isOneRecord: true }),
      body: learnBody(seen, isOfStore, markLive),
      ...evidenceOf(seen),
    };
    return [place, answers] as const;
  });
  return Object.fromEntries(learned) as Record<Place, LearnedAnswers>;
}

/**
 * Whether an answer shows how those of its place look: not what a cache gave out or a client asked for specially, nor the answers to
 * HEAD, which have no body, and to preflights, which are the browser's.
 */
function isTelling({ status = 0, isCached, isSpecial, exchange: { request } }: Reading): boolean {
  const isPreflight = headerOf(request.headers, 'access-control-request-method') !== undefined;
  return status >= 100 && status <= 599 && !isCached && !isSpecial && request.method !== 'HEAD' && !isPreflight;
}

/** Whether the lists of a place, bare or in an envelope, hold a single record in all. */
function isOneRecord(readings: readonly Reading[]): boolean {
  const bodies = readings.flatMap(({ received }) => (received.kind === 'json' ? [received.value] : []));
  const parts = bodies.flatMap((body) => (isJsonObject(body) ? Object.values(body) : [body]));
  return parts.flatMap((part) => (Array.isArray(part) ? part.filter(isJsonObject) : [])).length === 1;
}

function learnBody(readings: readonly Reading[], isOfStore: IsOfStore, markLive: MarkLiveFields): LearnedBody {
  const bodies = readings.map(({ received }) => received);
  const values = bodies.flatMap((body) => (body.kind === 'json' ? [body.value] : []));
  const [first] = readings;
  if (values.length > 0) {
    const shape = inferShape(values, knownWordsOf(first?.operation), isOfStore);
    return { kind: 'json', schema: (first?.status ?? 0) >= 400 ? markLive(shape) : shape };
  }
  if (bodies.some(({ kind }) => kind === 'unreadable')) return { kind: 'other' };
  return { kind: bodies.some(({ kind }) => kind === 'none') ? 'none' : 'unknown' };
}
