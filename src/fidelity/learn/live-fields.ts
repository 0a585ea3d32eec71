import type { Reading } from '../../judge/evidence.js';
import { formOfMoments } from '../../judge/observations/messages.js';
import { integerOf } from '../../spec/exact-number.js';
import { isJsonObject, type JsonValue, writeJson } from '../../spec/json.js';
import { parseUrl } from '../../spec/parse-url.js';
import { schemas } from '../../spec/schemas.js';
import type { Shape } from '../profile/profile.js';
import { makeUpHeader } from './made-up-header.js';

/** So many responses show that a field follows from the moment, or from the request. */
const ENOUGH = 3;
/** Between the moment in a body and the `Date` of its response. */
const MOST_APART_MS = 5_000;
/** An id that is drawn, or counted, for each response. */
const TOKEN = /^(?=.*\d)[A-Za-z0-9_-]{8,64}$/;
const MOST_LEVELS = 3;

type Live = Pick<Shape, 'x-value' | 'examples'>;

/** Marks, in the shape of a place's errors, what follows from the moment or from the request. */
export type MarkLiveFields = (shape: Shape) => Shape;

interface Sighting {
  readonly value: JsonValue;
  readonly reading: Reading;
}

/**
 * Finds the fields of errors whose values follow from the moment or the request, in all errors that have them: a moment that is now,
 * an id that no other response has, the path of the request. What few responses show is not marked.
 */
export function findLiveFields(readings: readonly Reading[]): MarkLiveFields {
  const sightings = new Map<string, Sighting[]>();
  for (const reading of readings) {
    if ((reading.status ?? 0) >= 400 && reading.received.kind === 'json')
      collect(reading.received.value, '', reading, sightings);
  }
  const live = new Map<string, Live>();
  for (const [pointer, seen] of sightings) {
    const learned = learnField(seen);
    if (learned !== undefined) live.set(pointer, learned);
  }
  return (shape) => mark(shape, '', live);
}

function collect(value: JsonValue, pointer: string, reading: Reading, into: Map<string, Sighting[]>): void {
  if (!isJsonObject(value)) {
    into.set(pointer, [...(into.get(pointer) ?? []), { value, reading }]);
    return;
  }
  if (pointer.split('/').length > MOST_LEVELS) return;
  for (const [name, member] of Object.entries(value)) {
    const isDocumented = pointer === '' && Object.hasOwn(schemas.Error.properties, name);
    if (!isDocumented) collect(member, `${pointer}/${name}`, reading, into);
  }
}

function mark(shape: Shape, pointer: string, live: ReadonlyMap<string, Live>): Shape {
  const own = live.get(pointer);
  if (own !== undefined && shape.type.length === 1) return { ...shape, ...own };
  if (shape.properties === undefined) return shape;
  const parts = Object.entries(shape.properties).map(([name, part]) => [name, mark(part, `${pointer}/${name}`, live)]);
  return { ...shape, properties: Object.fromEntries(parts) };
}

function learnField(seen: readonly Sighting[]): Live | undefined {
  if (seen.length < ENOUGH || new Set(seen.map(({ value }) => writeJson(value))).size < 2) return undefined;
  const texts = seen.flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
  if (texts.length === 0) return learnUnixTime(seen);
  if (texts.length < seen.length) return undefined;
  return learnMoment(seen, texts) ?? learnPath(seen) ?? learnId(seen, texts);
}

function learnMoment(seen: readonly Sighting[], texts: readonly string[]): Live | undefined {
  const form = formOfMoments(texts);
  if (form === undefined) return undefined;
  // Without an offset it is UTC.
  const zone = /(?:Z|[+-]\d{2}(?::?\d{2})?)$/.test(form) ? '' : 'Z';
  const isNow = seen.every(({ value, reading }) => isClose(Date.parse(`${String(value)}${zone}`), reading));
  return isNow ? { 'x-value': 'now', examples: [form] } : undefined;
}

function learnUnixTime(seen: readonly Sighting[]): Live | undefined {
  const isNow = (unitMs: number) =>
    seen.every(({ value, reading }) => isClose(Number(integerOf(value) ?? Number.NaN) * unitMs, reading));
  if (isNow(1)) return { 'x-value': 'now', examples: [1_767_225_600_000] };
  return isNow(1_000) ? { 'x-value': 'now', examples: [1_767_225_600] } : undefined;
}

function isClose(ms: number, { header, respondedMs }: Reading): boolean {
  return header('date') !== undefined && Math.abs(ms - respondedMs) <= MOST_APART_MS;
}

function learnPath(seen: readonly Sighting[]): Live | undefined {
  const isPath = seen.every(({ value, reading }) => {
    const path = parseUrl(reading.exchange.request.url)?.pathname;
    return path !== undefined && (value === path || String(value).startsWith(`${path}?`));
  });
  return isPath ? { 'x-value': 'path', examples: ['/v1/inventory'] } : undefined;
}

/** A value that occurs in the request follows from it. */
function learnId(seen: readonly Sighting[], texts: readonly string[]): Live | undefined {
  const isId = texts.every((text) => TOKEN.test(text) && text.length === texts[0]?.length);
  const isOfRequest = seen.some(({ value, reading }) => reading.exchange.request.url.includes(String(value)));
  if (!isId || isOfRequest || new Set(texts).size < texts.length) return undefined;
  return { 'x-value': 'unique', examples: [makeUpHeader(texts).value] };
}
