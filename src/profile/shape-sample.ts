import { LosslessNumber } from 'lossless-json';
import { exactInteger } from '../json/exact-number.js';
import type { JsonValue } from '../json/json-value.js';
import { isPlainName } from './plain-words.js';
import type { ShapeType, TextFormat } from './profile.js';
import { formatOf } from './text-format.js';

/** Tells of a key whether it is data of the store, such as somebody's name, and no field. */
export type IsOfStore = (key: string) => boolean;

/** More fields, or names that are none, are those of a map: by id, by name, by address. They are not told. */
const FIELD_NAME = /^(?!__proto__$)(?!.*\d{6})(?![0-9a-f-]{16,}$)[\p{L}_$][\p{L}\p{N}_$-]{0,63}$/u;
const MOST_FIELDS = 60;

/** So many words may be those of a small closed set. */
export const MOST_WORDS = 6;

/** All that stood in one place. */
export interface Sample {
  readonly types: Set<ShapeType>;
  count: number;
  objects: number;
  readonly fields: Map<string, Sample>;
  /** Under keys that are data. */
  others: Sample | undefined;
  readonly keyFormats: Set<TextFormat | undefined>;
  items: Sample | undefined;
  readonly formats: Set<TextFormat | undefined>;
  /** One more than {@link MOST_WORDS} at most. */
  readonly words: Set<string>;
}

export function newSample(): Sample {
  return {
    types: new Set(),
    count: 0,
    objects: 0,
    fields: new Map(),
    others: undefined,
    keyFormats: new Set(),
    items: undefined,
    formats: new Set(),
    words: new Set(),
  };
}

/** Adds a value to what stood in its place. */
export function collect(value: JsonValue, sample: Sample, levels: number, isOfStore: IsOfStore): void {
  sample.count++;
  if (typeof value === 'string') {
    sample.types.add('string');
    sample.formats.add(formatOf(value));
    addWord(sample, value);
  } else if (typeof value === 'number' || value instanceof LosslessNumber) {
    sample.types.add(exactInteger(value) === undefined ? 'number' : 'integer');
  } else if (typeof value === 'boolean') sample.types.add('boolean');
  else if (value === null) sample.types.add('null');
  else if (Array.isArray(value)) {
    sample.types.add('array');
    for (const item of levels > 0 ? value : []) {
      sample.items ??= newSample();
      collect(item, sample.items, levels - 1, isOfStore);
    }
  } else {
    sample.types.add('object');
    sample.objects++;
    for (const [name, member] of levels > 0 ? Object.entries(value) : []) {
      collect(member, sampleOfMember(name, sample, isOfStore), levels - 1, isOfStore);
    }
  }
}

function addWord({ words }: Sample, word: string): void {
  if (words.size <= MOST_WORDS) words.add(word);
}

function sampleOfMember(name: string, sample: Sample, isOfStore: IsOfStore): Sample {
  const known = sample.fields.get(name);
  if (known !== undefined) return known;
  if (FIELD_NAME.test(name) && sample.fields.size <= MOST_FIELDS && !isOfStore(name)) {
    const field = newSample();
    sample.fields.set(name, field);
    return field;
  }
  sample.keyFormats.add(FIELD_NAME.test(name) ? undefined : formatOf(name));
  sample.others ??= newSample();
  return sample.others;
}

/**
 * Takes keys for data where there are so many that nobody has named them, and where the object looks like a map, but for plain words.
 * From above: what was under several keys is then one sample.
 */
export function findMaps(sample: Sample): void {
  const isFull = sample.fields.size > MOST_FIELDS;
  for (const [name, field] of isFull || isMap(sample) ? [...sample.fields] : []) {
    if (!isFull && isPlainName(name)) continue;
    sample.others ??= newSample();
    sample.keyFormats.add(undefined);
    merge(field, sample.others);
    sample.fields.delete(name);
  }
  for (const part of [...sample.fields.values(), sample.others, sample.items]) if (part !== undefined) findMaps(part);
}

/** Objects none of whose keys they have in common; or some keys are data, and all hold the same. */
function isMap({ fields, objects, others }: Sample): boolean {
  const members = [...fields.values()];
  if (members.every(({ count }) => count < objects)) return true;
  return others !== undefined && new Set([...members, others].flatMap(kindsOf)).size <= 1;
}

function kindsOf({ types }: Sample): ShapeType[] {
  return [...types].filter((type) => type !== 'null').map((type) => (type === 'integer' ? 'number' : type));
}

function merge(from: Sample, to: Sample): void {
  for (const type of from.types) to.types.add(type);
  for (const format of from.formats) to.formats.add(format);
  for (const format of from.keyFormats) to.keyFormats.add(format);
  for (const word of from.words) addWord(to, word);
  to.count += from.count;
  to.objects += from.objects;
  for (const [name, field] of from.fields) {
    const known = to.fields.get(name) ?? newSample();
    to.fields.set(name, known);
    merge(field, known);
  }
  for (const part of ['others', 'items'] as const) {
    const own = from[part];
    if (own === undefined) continue;
    to[part] ??= newSample();
    merge(own, to[part]);
  }
}
