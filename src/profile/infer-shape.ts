import type { JsonValue } from '../json/json-value.js';
import { makeUpLeaf } from './made-up-leaf.js';
import { isPlainName } from './plain-words.js';
import type { Shape, ShapeType } from './profile.js';
import { collect, findMaps, type IsOfStore, MOST_WORDS, newSample, type Sample } from './shape-sample.js';

/** Fields by name whose texts are known to be of a closed set. */
export type KnownWords = Readonly<Record<string, readonly string[]>>;

/** What a field of such a name holds is a small closed set of words, where it looks like one. */
const NAMES_OF_WORDS = /^(?:status|state|type|kind)$/i;
const WORD = /^[A-Za-z]{1,20}(?:[_-][A-Za-z]{1,20}){0,3}$/;

/** What lies deeper is not looked into; less deep where a shape would fill a book. */
const MOST_LEVELS = 8;
const MOST_PARTS = 2_000;

/** In this order a shape names its types: what shows most comes first. */
const shapeTypes: readonly ShapeType[] = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];

/**
 * Answers the shape that all of some values have. Of the values themselves only the words of small closed sets are in it, where these
 * are words that everybody uses; and of keys those of fields: what is keyed by data is a map.
 */
export function inferShape(
  values: readonly JsonValue[],
  known: KnownWords = {},
  isOfStore: IsOfStore = () => false,
): Shape {
  const sample = newSample();
  for (const value of values) collect(value, sample, MOST_LEVELS, isOfStore);
  findMaps(sample);
  let levels = MOST_LEVELS;
  while (levels > 0 && partsOf(sample, levels) > MOST_PARTS) levels--;
  return describe(sample, 'value', levels, known);
}

function partsOf({ fields, others, items }: Sample, levels: number): number {
  if (levels === 0) return 1;
  const parts = [...fields.values(), others, items].flatMap((part) => part ?? []);
  return parts.reduce((sum, part) => sum + partsOf(part, levels - 1), 1);
}

function describe(sample: Sample, name: string, levels: number, known: KnownWords): Shape {
  const { types, fields, objects } = sample;
  const [items, others] = levels === 0 ? [] : [sample.items, sample.others];
  const type = shapeTypes.filter((each) => types.has(each) && !(each === 'integer' && types.has('number')));
  const shown = levels > 0 ? [...fields] : [];
  const required = shown.flatMap(([each, { count }]) => (count === objects ? [each] : []));
  const [keyFormat] = sample.keyFormats.size === 1 ? sample.keyFormats : [];
  return {
    type,
    ...(shown.length > 0 && {
      properties: Object.fromEntries(shown.map(([each, field]) => [each, describe(field, each, levels - 1, known)])),
    }),
    ...(required.length > 0 && { required }),
    ...(others !== undefined && { additionalProperties: describe(others, name, levels - 1, known) }),
    ...(others !== undefined && keyFormat !== undefined && { propertyNames: { format: keyFormat } }),
    ...(items !== undefined && { items: describe(items, name, levels - 1, known) }),
    ...describeLeaf(sample, type, name, known),
  };
}

function describeLeaf(
  { formats, words: seen }: Sample,
  type: readonly ShapeType[],
  name: string,
  known: KnownWords,
): Pick<Shape, 'format' | 'enum' | 'examples'> {
  const leaf = type.find((each) => each !== 'object' && each !== 'array');
  if (leaf === undefined) return {};
  const words = wordsOf([...seen], name, known);
  if (words !== undefined) return { enum: words };
  const [format] = formats.size === 1 ? formats : [];
  return { ...(format !== undefined && { format }), examples: [makeUpLeaf(leaf, format, name, 1)] };
}

function wordsOf(seen: readonly string[], name: string, known: KnownWords): readonly string[] | undefined {
  if (seen.length === 0) return undefined;
  const all = Object.hasOwn(known, name) ? known[name] : undefined;
  if (all !== undefined && seen.every((word) => all.includes(word))) return all;
  const areWords = seen.length <= MOST_WORDS && seen.every((text) => WORD.test(text) && isPlainName(text));
  return areWords && NAMES_OF_WORDS.test(name) ? [...seen].sort() : undefined;
}
