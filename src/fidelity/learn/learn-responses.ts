import { headerOf } from '../../exchange/exchange.js';
import type { Evidence } from '../../judge/evidence.js';
import { objectOf, type Reading } from '../../judge/reading.js';
import { isJsonObject } from '../../spec/json.js';
import { type IsStoreKey, inferShape } from '../profile/infer-shape.js';
import type { LearnedBody, LearnedHeader, LearnedResponses, Place, Profile } from '../profile/profile.js';
import { isPlain, knownWordsOf, storeKeyTest } from './allowed-text.js';
import { createHeaderLearner, headersAtTimes } from './learn-headers.js';
import { evidenceOf } from './learned.js';
import { findLiveFields, type MarkLiveFields } from './live-fields.js';

/**
 * Learns what the answers look like, place by place, in the order in which the places were first seen. `stored`: the texts in pets,
 * orders and messages. `questions`: what they tell is not told again.
 */
export function learnResponses(
  evidence: Evidence,
  stored: readonly string[],
  questions: Profile['questions'] = {},
): Record<Place, LearnedResponses> {
  const readings = evidence.readings.filter(isRepresentative);
  const isCachingTold = questions['cache-control']?.origin === 'observed';
  const isOfStore = storeKeyTest(evidence);
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
    const responses: LearnedResponses = {
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
    return [place, responses] as const;
  });
  return Object.fromEntries(learned) as Record<Place, LearnedResponses>;
}

/**
 * Whether an answer shows how those of its place look: not what a cache gave out or a client asked for specially, nor the answers to
 * HEAD, which have no body, and to preflights, which are the browser's.
 */
function isRepresentative({ status = 0, isCached, isSpecial, exchange: { request } }: Reading): boolean {
  const isPreflight = headerOf(request.headers, 'access-control-request-method') !== undefined;
  return status >= 100 && status <= 599 && !isCached && !isSpecial && request.method !== 'HEAD' && !isPreflight;
}

/** Whether the lists of a place, bare or in an envelope, hold a single record in all. */
function isOneRecord(readings: readonly Reading[]): boolean {
  const bodies = readings.flatMap(({ received }) => (received.kind === 'json' ? [received.value] : []));
  const parts = bodies.flatMap((body) => (isJsonObject(body) ? Object.values(body) : [body]));
  return parts.flatMap((part) => (Array.isArray(part) ? part.filter(isJsonObject) : [])).length === 1;
}

function learnBody(readings: readonly Reading[], isOfStore: IsStoreKey, markLive: MarkLiveFields): LearnedBody {
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

/** A path of the service's own. */
const PATH = /^\/?(?:[a-z][\w.-]{0,31}\/){0,6}$/i;

/**
 * Learns where a new message is said to lie: as a template of the address that was asked and of the id that was given. Undefined where it
 * is said in another way. `stored`: what the service holds for its users, which no header repeats.
 */
function learnLocation(ofPlace: readonly Reading[], stored: readonly string[]): LearnedHeader | undefined {
  const [first] = ofPlace;
  if (first?.operation !== 'sendMessage') return undefined;
  const [template, ...others] = new Set(ofPlace.map((reading) => templateOf(reading, stored)));
  if (template === undefined || others.length > 0) return undefined;
  const written = first.exchange.response?.headers.find(([name]) => name.toLowerCase() === 'location')?.[0];
  return { name: written ?? 'Location', kind: 'template', value: template };
}

function templateOf({ header, received, exchange }: Reading, stored: readonly string[]): string | undefined {
  const location = header('location');
  const id = objectOf(received)?.id;
  if (location === undefined || typeof id !== 'string' || id === '' || !location.endsWith(id)) return undefined;
  const start = location.slice(0, -id.length);
  const [url = ''] = exchange.request.url.split(/[?#]/, 1);
  if (start === `${url}/`) return '{url}/{id}';
  if (start === `${url.replace(/^https?:\/\/[^/]+/i, '')}/`) return '{path}/{id}';
  return PATH.test(start) && isPlain(start, stored) ? `${start}{id}` : undefined;
}
