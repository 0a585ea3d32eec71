import { headerOf } from '../../exchange/exchange.js';
import { type Evidence, objectOf, type Reading } from '../../judge/evidence.js';
import { groupBy } from '../../spec/group-by.js';
import { isJsonObject } from '../../spec/json.js';
import { inferShape, knownWordsOf } from '../profile/infer-shape.js';
import {
  type LearnedBody,
  type LearnedHeader,
  type LearnedResponses,
  type Place,
  placeOf,
} from '../profile/profile.js';
import { HeaderLearner } from './learn-headers.js';
import { evidenceOf } from './learned.js';

/** Learns what responses look like, place by place, in the order in which the places were first seen. */
export function learnResponses(evidence: Evidence): Record<Place, LearnedResponses> {
  const readings = evidence.readings.filter(isRepresentative);
  const headers = new HeaderLearner(readings);
  const places = groupBy(readings, placeOf);
  const learned = [...places].map(([place, seen]) => {
    const atTimes = headers.atTimes(seen);
    const location = learnLocation(seen);
    const responses: LearnedResponses = {
      count: seen.length,
      headers: [...headers.learn(seen), ...(location === undefined ? [] : [location])],
      ...(atTimes.length > 0 && { headersAtTimes: atTimes }),
      ...(seen.some(({ mayHideHeaders }) => mayHideHeaders) && { mayHideHeaders: true }),
      ...(isOneRecord(seen) && { isOneRecord: true }),
      body: learnBody(seen),
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

/** Returns whether the lists of a place, bare or in an envelope, hold a single record in all. */
function isOneRecord(readings: readonly Reading[]): boolean {
  const bodies = readings.flatMap(({ received }) => (received.kind === 'json' ? [received.value] : []));
  const parts = bodies.flatMap((body) => (isJsonObject(body) ? Object.values(body) : [body]));
  return parts.flatMap((part) => (Array.isArray(part) ? part.filter(isJsonObject) : [])).length === 1;
}

function learnBody(readings: readonly Reading[]): LearnedBody {
  const bodies = readings.map(({ received }) => received);
  const values = bodies.flatMap((body) => (body.kind === 'json' ? [body.value] : []));
  const [first] = readings;
  if (values.length > 0) {
    return { kind: 'json', schema: inferShape(values, knownWordsOf(first?.operation)) };
  }
  if (bodies.some(({ kind }) => kind === 'unreadable')) return { kind: 'other' };
  return { kind: bodies.some(({ kind }) => kind === 'none') ? 'none' : 'unknown' };
}

/** Segments of a path that name nobody; any other one is replaced by `path`. */
const SEGMENT = /^(?:v\d{1,3}|api|store|inventory|orders|pets|messages|outbox|queue)?$/i;

/**
 * Learns the Location of a new message: as a template of the request's address and of the new id. Undefined where it has another form.
 */
function learnLocation(ofPlace: readonly Reading[]): LearnedHeader | undefined {
  const [first] = ofPlace;
  if (first?.operation !== 'sendMessage') return undefined;
  const [template, ...others] = new Set(ofPlace.map(templateOf));
  if (template === undefined || others.length > 0) return undefined;
  const written = first.exchange.response?.headers.find(([name]) => name.toLowerCase() === 'location')?.[0];
  return { name: written ?? 'Location', kind: 'template', value: template };
}

function templateOf({ header, received, exchange }: Reading): string | undefined {
  const location = header('location');
  const id = objectOf(received)?.id;
  if (location === undefined || typeof id !== 'string' || id === '' || !location.endsWith(id)) return undefined;
  const start = location.slice(0, -id.length);
  const [url = ''] = exchange.request.url.split(/[?#]/, 1);
  if (start === `${url}/`) return '{url}/{id}';
  if (start === `${url.replace(/^https?:\/\/[^/]+/i, '')}/`) return '{path}/{id}';
  if (!/^\/?(?:[^/?#:]{1,64}\/){0,6}$/.test(start)) return undefined;
  return `${start
    .split('/')
    .map((segment) => (SEGMENT.test(segment) ? segment : 'path'))
    .join('/')}{id}`;
}
