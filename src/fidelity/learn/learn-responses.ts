import { headerOf } from '../../exchange/exchange.js';
import { groupBy } from '../../json/group-by.js';
import type { Evidence, Reading } from '../../judge/evidence.js';
import type { Service } from '../../service/service.js';
import { documentedWords } from '../profile/documented-bodies.js';
import { inferShape, type KnownWords } from '../profile/infer-shape.js';
import { type LearnedBody, type LearnedResponses, operationAt, type Place, placeOf } from '../profile/profile.js';
import { evidenceOf } from './confidence.js';
import { HeaderLearner } from './learn-headers.js';

/** Learns what responses look like, place by place, in the order in which the places were first seen. */
export function learnResponses(evidence: Evidence, service: Service): Record<Place, LearnedResponses> {
  const readings = evidence.readings.filter(isRepresentative);
  const headers = new HeaderLearner(readings);
  const places = groupBy(readings, placeOf);
  const learned = [...places].map(([place, seen]) => {
    const atTimes = headers.atTimes(seen);
    const responses: LearnedResponses = {
      count: seen.length,
      headers: headers.learn(seen),
      ...(atTimes.length > 0 && { headersAtTimes: atTimes }),
      ...(seen.some(({ mayHideHeaders }) => mayHideHeaders) && { mayHideHeaders: true }),
      body: learnBody(seen, documentedWords(service, operationAt(place))),
      ...evidenceOf(seen),
    };
    return [place, responses] as const;
  });
  return Object.fromEntries(learned) as Record<Place, LearnedResponses>;
}

/**
 * Returns whether a response is typical of its place: not the copy of a cache, nor to a special request or an id in an unusual
 * spelling, which names an operation or none as the service reads it, nor a response
 * to HEAD, which has no body, or to a preflight, which is the browser's.
 */
function isRepresentative(reading: Reading): boolean {
  const { status = 0, isCached, isSpecial, isUsualPath, exchange } = reading;
  const { request } = exchange;
  const isPreflight = headerOf(request.headers, 'access-control-request-method') !== undefined;
  return (
    status >= 100 &&
    status <= 599 &&
    !isCached &&
    !isSpecial &&
    isUsualPath &&
    request.method !== 'HEAD' &&
    !isPreflight
  );
}

function learnBody(readings: readonly Reading[], words: KnownWords): LearnedBody {
  const bodies = readings.map(({ received }) => received);
  const values = bodies.flatMap((body) => (body.kind === 'json' ? [body.value] : []));
  if (values.length > 0) return { kind: 'json', schema: inferShape(values, words) };
  if (bodies.some(({ kind }) => kind === 'unreadable')) return { kind: 'other' };
  return { kind: bodies.some(({ kind }) => kind === 'none') ? 'none' : 'unknown' };
}
