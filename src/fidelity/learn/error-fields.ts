import { isJsonObject, type JsonObject, type JsonValue, writeJson } from '../../json/json.js';
import { errorSituationOf, inputOf, withoutEcho } from '../../judge/observations/errors.js';
import { distinct } from '../../judge/observations/seen.js';
import type { Reading } from '../../judge/reading.js';
import type { Evidence } from '../../judge/rule.js';
import { sharedSchemas } from '../../service/schemas.js';
import { formatOf, inferShape } from '../profile/infer-shape.js';
import { type LearnedResponses, type Place, placeOf } from '../profile/profile.js';
import { generateSamples } from '../profile/sample-values.js';
import { isServedAsSeen } from './allowed-forms.js';
import { keepConstants, mayBeKept } from './learn-records.js';
import { repeatsRecords } from './texts-of-records.js';

interface SeenError {
  readonly place: Place;
  readonly status: number | undefined;
  readonly situation: string | undefined;
  readonly input: string;
  /** Beside those of the document. */
  readonly fields: JsonObject;
}

type ErrorFields = Pick<LearnedResponses, 'fields' | 'situations'>;

/** Learns the fields of errors beside those of the document, at a place and in each situation in which they are others. */
export function errorFieldsIn(readings: readonly Reading[], evidence: Evidence): (place: Place) => ErrorFields {
  const errors = readings.flatMap((reading) => readError(reading, evidence));
  const repeats = repeatsRecords(readings);
  return (place) => {
    const here = errors.filter((error) => error.place === place);
    const [one] = here;
    if (one === undefined || errors.every(({ fields }) => Object.keys(fields).length === 0)) return {};
    const fields = sampleOf([here, errors.filter(({ status }) => status === one.status)], repeats);
    const situations = distinct(here.map(({ situation }) => situation)).flatMap((situation) => {
      const isMeant = (error: SeenError) => error.situation === situation;
      const sample = sampleOf([here.filter(isMeant), errors.filter(isMeant), here], repeats);
      const isOther = situation !== undefined && writeJson(sample) !== writeJson(fields);
      return isOther ? [[situation, sample] as const] : [];
    });
    return { fields, ...(situations.length > 0 && { situations: Object.fromEntries(situations) }) };
  };
}

function readError(reading: Reading, evidence: Evidence): SeenError[] {
  const { received, status = 0 } = reading;
  if (status < 400 || received.kind !== 'json' || !isJsonObject(received.value)) return [];
  const situation = errorSituationOf(evidence, reading);
  const own = Object.entries(received.value).filter(([name]) => !Object.hasOwn(sharedSchemas.Error.properties, name));
  const fields = own.map(([name, value]) => {
    return [name, typeof value === 'string' ? withoutEcho(value, reading, situation, evidence) : value] as const;
  });
  return [{ place: placeOf(reading), status, situation, input: inputOf(reading), fields: Object.fromEntries(fields) }];
}

/** Returns the fields of the first errors with those of the first group of several inputs: what these share repeats nothing of a request or a pet. */
function sampleOf(groups: readonly (readonly SeenError[])[], repeats: (text: string) => boolean): JsonObject {
  const [own = []] = groups;
  const names = Object.keys(own[0]?.fields ?? {}).join();
  const alike = groups.map((group) => group.filter(({ fields }) => Object.keys(fields).join() === names));
  const several = alike.find((group) => distinct(group.map(({ input }) => input)).length > 1);
  const all = (several ?? own).map(({ fields }) => fields);
  const [sample = {}] = generateSamples(inferShape(all)).filter(isJsonObject);
  // A larger number may be a time, as such a text is.
  const isKept = (leaf: JsonValue) =>
    typeof leaf === 'string'
      ? isServedAsSeen(leaf) && !repeats(leaf) && formatOf(leaf) !== 'date-time'
      : mayBeKept(leaf);
  return several === undefined ? sample : keepConstants(sample, all, (value) => leavesOf(value).every(isKept));
}

function leavesOf(value: JsonValue): JsonValue[] {
  if (Array.isArray(value)) return value.flatMap(leavesOf);
  return isJsonObject(value) ? Object.values(value).flatMap(leavesOf) : [value];
}
