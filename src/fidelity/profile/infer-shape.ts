import { LosslessNumber } from 'lossless-json';
import { exactInteger, type JsonValue } from '../../spec/json.js';
import type { OperationId } from '../../spec/operations.js';
import { schemas } from '../../spec/schemas.js';
import type { Shape, ShapeType, TextFormat } from './profile.js';
import { formatOf, makeUpLeaf } from './text-format.js';

/** Closed sets of texts, by the name of their field. */
export type KnownWords = Readonly<Record<string, readonly string[]>>;

const ofPets: KnownWords = { status: schemas.PetStatus.enum };

/** Returns the closed sets that the document names for an operation (§2.2): they are complete, whichever of their words were seen. */
export function knownWordsOf(operation: OperationId | undefined): KnownWords {
  return operation === 'listInventory' || operation === 'updateInventory' || operation === 'getPet' ? ofPets : {};
}

/** The states that shops use. Texts are recorded only if all of a field are among these; any other word may be a name. */
const STATES =
  /^(?:new|draft|placed|paid|packed|shipped|delivered|returned|refunded|cancell?ed|pending|processing|approved|rejected|open|closed|active|inactive|done|failed|available|reserved|sold)$/i;

/** What lies deeper is not looked into; less deep where a shape would fill a book. */
const MOST_LEVELS = 8;
const MOST_PARTS = 2_000;

/** In this order a shape names its types: what shows most comes first. */
const shapeTypes: readonly ShapeType[] = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];

/**
 * Returns the shape that all of some values have. It contains types, formats, the names of fields, and of the values themselves only
 * known states: an object whose keys are data is a map, and its keys are left out.
 */
export function inferShape(values: readonly JsonValue[], known: KnownWords = {}): Shape {
  const sample = new Sample();
  for (const value of values) collect(value, sample, MOST_LEVELS);
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
  const areStates = seen.length <= MOST_WORDS && seen.every((text) => STATES.test(text));
  return areStates ? [...seen].sort() : undefined;
}

/** Other keys, and more than {@link MOST_FIELDS}, are those of a map: ids, names, addresses. */
const FIELD_NAME = /^(?!__proto__$)(?!.*\d{6})(?![0-9a-f-]{16,}$)[\p{L}_$][\p{L}\p{N}_$-]{0,63}$/u;
const MOST_FIELDS = 60;

/** So many words may be those of a small closed set. */
const MOST_WORDS = 6;

/** All that was seen in one place. */
class Sample {
  readonly types = new Set<ShapeType>();
  count = 0;
  objects = 0;
  readonly fields = new Map<string, Sample>();
  /** Under keys that are data. */
  others: Sample | undefined;
  readonly keyFormats = new Set<TextFormat | undefined>();
  items: Sample | undefined;
  readonly formats = new Set<TextFormat | undefined>();
  /** One more than {@link MOST_WORDS} at most. */
  readonly words = new Set<string>();
}

/** Adds a value to what stood in its place. */
function collect(value: JsonValue, sample: Sample, levels: number): void {
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
      sample.items ??= new Sample();
      collect(item, sample.items, levels - 1);
    }
  } else {
    sample.types.add('object');
    sample.objects++;
    for (const [name, member] of levels > 0 ? Object.entries(value) : []) {
      collect(member, sampleOfMember(name, sample), levels - 1);
    }
  }
}

function addWord({ words }: Sample, word: string): void {
  if (words.size <= MOST_WORDS) words.add(word);
}

function sampleOfMember(name: string, sample: Sample): Sample {
  const known = sample.fields.get(name);
  if (known !== undefined) return known;
  if (FIELD_NAME.test(name) && sample.fields.size <= MOST_FIELDS) {
    const field = new Sample();
    sample.fields.set(name, field);
    return field;
  }
  sample.keyFormats.add(FIELD_NAME.test(name) ? undefined : formatOf(name));
  sample.others ??= new Sample();
  return sample.others;
}

/** Turns objects that look like maps into maps, top down: what stood under several keys is then one sample. */
function findMaps(sample: Sample): void {
  for (const [name, field] of sample.fields.size > MOST_FIELDS || isMap(sample) ? [...sample.fields] : []) {
    sample.others ??= new Sample();
    sample.keyFormats.add(undefined);
    merge(field, sample.others);
    sample.fields.delete(name);
  }
  for (const part of [...sample.fields.values(), sample.others, sample.items]) if (part !== undefined) findMaps(part);
}

/** Returns whether no key is in all objects, or some keys are data and the others hold values of the same type. */
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
    const known = to.fields.get(name) ?? new Sample();
    to.fields.set(name, known);
    merge(field, known);
  }
  for (const part of ['others', 'items'] as const) {
    const own = from[part];
    if (own === undefined) continue;
    to[part] ??= new Sample();
    merge(own, to[part]);
  }
}
