import { exactInteger, LosslessNumber } from '../../json/exact-number.js';
import { groupBy } from '../../json/group-by.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.js';
import { parseUrl } from '../../json/parse-url.js';
import type { Shape, ShapeType, TextFormat } from './profile.js';

/** Closed sets of texts, by the name of their field. */
export type KnownWords = Readonly<Record<string, readonly string[]>>;

/** The states that shops use. Texts are recorded only if all of a field are among these; any other word may be a name. */
const STATES =
  /^(?:new|draft|placed|paid|packed|shipped|delivered|returned|refunded|cancell?ed|pending|processing|approved|rejected|open|closed|active|inactive|done|failed|available|reserved|sold)$/i;

/** What lies deeper is not looked into; less deep if the shape would fill a book. */
const MOST_LEVELS = 8;
const MOST_PARTS = 2_000;

/** Returns the shape that all of some values have. Of the values themselves it contains only known states. */
export function inferShape(values: readonly JsonValue[], known: KnownWords = {}): Shape {
  for (let levels = MOST_LEVELS; ; levels--) {
    const shape = describe(values, 'value', levels, known);
    if (levels === 0 || partsOf(shape) <= MOST_PARTS) return shape;
  }
}

function partsOf({ properties = {}, additionalProperties, items }: Shape): number {
  const parts = [...Object.values(properties), additionalProperties, items].filter((part) => part !== undefined);
  return parts.reduce((sum, part) => sum + partsOf(part), 1);
}

function describe(values: readonly JsonValue[], name: string, levels: number, known: KnownWords): Shape {
  const type = typesOf(values);
  const items = levels === 0 ? [] : values.filter(Array.isArray).flat();
  return {
    type,
    ...(levels > 0 && describeMembers(values.filter(isJsonObject), name, levels, known)),
    ...(items.length > 0 && { items: describe(items, name, levels - 1, known) }),
    ...describeTexts(values, name, known),
  };
}

/** In this order a shape names its types: what shows most comes first. */
const shapeTypes: readonly ShapeType[] = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];

function typesOf(values: readonly JsonValue[]): ShapeType[] {
  const types = new Set(values.map(typeOf));
  return shapeTypes.filter((each) => types.has(each) && !(each === 'integer' && types.has('number')));
}

function typeOf(value: JsonValue): ShapeType {
  if (value === null) return 'null';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number' || value instanceof LosslessNumber) {
    return exactInteger(value) === undefined ? 'number' : 'integer';
  }
  return Array.isArray(value) ? 'array' : 'object';
}

/** Other keys, and more than {@link MOST_FIELDS}, are those of a map: ids, names, addresses. */
const FIELD_NAME = /^(?!__proto__$)(?!.*\d{6})(?![0-9a-f-]{16,}$)[\p{L}_$][\p{L}\p{N}_$-]{0,63}$/u;
const MOST_FIELDS = 60;

function describeMembers(objects: readonly JsonObject[], name: string, levels: number, known: KnownWords) {
  const members = groupBy(objects.flatMap(Object.entries<JsonValue>), ([key]) => key);
  const all = [...members].map(([key, entries]) => ({ key, values: entries.map(([, value]) => value) }));
  const named = all.filter(({ key }) => FIELD_NAME.test(key));
  const fields = isMap(named, all, objects.length) ? [] : named;
  const others = all.filter((member) => !fields.includes(member));
  const required = fields.filter(({ values }) => values.length === objects.length).map(({ key }) => key);
  const inMap = others.flatMap(({ values }) => values);
  return {
    ...(fields.length > 0 && {
      properties: Object.fromEntries(fields.map(({ key, values }) => [key, describe(values, key, levels - 1, known)])),
    }),
    ...(required.length > 0 && { required }),
    ...(others.length > 0 && { additionalProperties: describe(inMap, name, levels - 1, known) }),
  };
}

interface Member {
  readonly key: string;
  readonly values: readonly JsonValue[];
}

/** Returns whether no key is in all objects, or some keys are data and all hold values of the same type, or there are too many. */
function isMap(named: readonly Member[], all: readonly Member[], objects: number): boolean {
  if (named.length > MOST_FIELDS || named.every(({ values }) => values.length < objects)) return true;
  return named.length < all.length && generaliseTypes(all.flatMap(({ values }) => typesOf(values))).size <= 1;
}

/** Returns what a type certainly is: a number may happen to be whole, and what can be null may happen never to be. */
export function generaliseTypes(types: readonly ShapeType[]): Set<ShapeType> {
  return new Set(types.filter((type) => type !== 'null').map((type) => (type === 'integer' ? 'number' : type)));
}

function describeTexts(values: readonly JsonValue[], name: string, known: KnownWords): Pick<Shape, 'format' | 'enum'> {
  const texts = new Set(values.filter((value) => typeof value === 'string'));
  const words = wordsOf([...texts], name, known);
  if (words !== undefined) return { enum: words };
  const [format, ...others] = new Set([...texts].map(formatOf));
  return format !== undefined && others.length === 0 ? { format } : {};
}

/** So many words may be those of a small closed set. */
const MOST_WORDS = 6;

function wordsOf(seen: readonly string[], name: string, known: KnownWords): readonly string[] | undefined {
  if (seen.length === 0) return undefined;
  const all = Object.hasOwn(known, name) ? known[name] : undefined;
  if (all !== undefined && seen.every((word) => all.includes(word))) return all;
  const areStates = seen.length <= MOST_WORDS && seen.every((text) => STATES.test(text));
  return areStates ? [...seen].sort() : undefined;
}

const day = '\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])';
const time = '(?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?';
/** Currencies (ISO 4217) that shops have; three other capitals may be anything. */
const currencies =
  'AED|ARS|AUD|BGN|BRL|CAD|CHF|CLP|CNY|COP|CZK|DKK|EGP|EUR|GBP|HKD|HUF|IDR|ILS|INR|ISK|JPY|KRW|MXN|MYR|NGN|NOK|NZD|PEN|PHP|PLN|RON|RSD|RUB|SAR|SEK|SGD|THB|TRY|TWD|UAH|USD|VND|ZAR';
const zone = '(?:Z|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)';

const forms: readonly (readonly [TextFormat, RegExp])[] = [
  ['date', new RegExp(`^${day}$`)],
  ['date-time', new RegExp(`^${day}T${time}${zone}$`, 'i')],
  ['uuid', /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i],
  ['uri', /^https?:\/\/\S+$/i],
  ['email', /^[^\s@"<>]+@[^\s@"<>]+\.[^\s@"<>]+$/],
  ['time', /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/],
  ['digits', /^\d{1,40}$/],
  ['decimal', /^-?\d{1,20}\.\d{1,20}$/],
  ['currency', new RegExp(`^(?:${currencies})$`)],
];

/** Longer texts are stories, whatever they begin with. */
const LONGEST = 2_000;

/** Returns which of a shape's formats a text has; undefined where it has none. */
export function formatOf(text: string): TextFormat | undefined {
  if (text.length > LONGEST) return undefined;
  const format = forms.find(([, form]) => form.test(text))?.[0];
  return format === 'uri' && parseUrl(text) === undefined ? undefined : format;
}
