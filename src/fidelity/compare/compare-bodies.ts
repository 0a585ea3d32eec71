import { oneLine } from '../../json/quoting.js';
import { schemas } from '../../service/petstore.js';
import { certainTypes } from '../profile/infer-shape.js';
import { type LearnedBody, operationAt, type Place, type Profile, type Shape, statusAt } from '../profile/profile.js';
import { NEVER, type Results } from './results.js';

/** The text for a field or header that a side does not have. */
export const NOT_THERE = 'not there';
/** A field or header that one response has, the next may lack: only from two on is it always there. */
export const ALWAYS = 2;
/** A field that is missing at times may happen to be in a few responses, or in none. */
const AT_TIMES = 20;

export type Both<Part> = readonly [left: Part, right: Part];

/** Compares the bodies of a place, and the fields of JSON. `at` and `within` are the paths of the body and of its fields. */
export function compareBodies(
  place: Place,
  { at, within }: { readonly at: string; readonly within: string },
  sides: Both<Profile>,
  results: Results,
): void {
  const [left, right] = [sides[0].responses[place], sides[1].responses[place]];
  if (left?.body.kind !== 'json' || right?.body.kind !== 'json') {
    results.compare(at, bodyInWords(left?.body), bodyInWords(right?.body));
    return;
  }
  const [one, other] = [left.body.schema, right.body.schema];
  const count = Math.min(left.count, right.count);
  const texts = [`JSON: ${typesOf(one)}`, `JSON: ${typesOf(other)}`] as const;
  results.weigh(at, texts, neededForShapes(one, other, ALWAYS), count);
  // A run updates one pet, which may lack what another has: the list shows both.
  if (place === 'updateInventory 200') return;
  compareFields(one, other, results, {
    path: within,
    count,
    documented: documentedFields(place).map((pointer) => within + pointer),
    isMixed: statusAt(place) >= 400,
    isRare: false,
    isInList: false,
  });
}

function bodyInWords(body: LearnedBody | undefined): string | undefined {
  if (body === undefined || body.kind === 'unknown') return undefined;
  if (body.kind === 'json') return `JSON: ${typesOf(body.schema)}`;
  return body.kind === 'none' ? 'no body' : 'a body that is not JSON';
}

interface Around {
  readonly path: string;
  readonly count: number;
  /** Paths that rules judge. */
  readonly documented: readonly string[];
  /** Whether these are records, of which another store has others, or errors of many reasons. */
  readonly isMixed: boolean;
  /** Whether a field around these was missing at times. */
  readonly isRare: boolean;
  readonly isInList: boolean;
}

/** Compares the fields of two shapes; `/items` stands for what is in a list, `/*` for what is under the keys of a map. */
function compareFields(left: Shape, right: Shape, results: Results, around: Around): void {
  const { path, count, documented, isMixed, isRare, isInList } = around;
  const isMap = left.additionalProperties !== undefined || right.additionalProperties !== undefined;
  const isOpen = isRare || isMap;
  const always = isInList ? 1 : ALWAYS;
  const atTimes = isMixed || isRare ? NEVER : AT_TIMES;
  const hasFields = left.properties !== undefined && right.properties !== undefined;
  for (const name of hasFields ? Object.keys({ ...left.properties, ...right.properties }) : []) {
    const field = `${path}/${oneLine(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (documented.includes(field)) continue;
    const [one, other] = [fieldIn(left, name), fieldIn(right, name)];
    const texts = [one?.text ?? NOT_THERE, other?.text ?? NOT_THERE] as const;
    if (one === undefined || other === undefined) {
      const usual = (one ?? other)?.isAlways ? always : atTimes;
      results.weigh(field, texts, isOpen ? NEVER : usual, count);
      continue;
    }
    const presence = one.isAlways === other.isAlways || atTimes === NEVER ? undefined : atTimes;
    results.weigh(field, texts, neededForShapes(one.shape, other.shape, isRare ? NEVER : always) ?? presence, count);
    const isRareHere = isRare || !one.isAlways || !other.isAlways;
    compareFields(one.shape, other.shape, results, { ...around, path: field, isRare: isRareHere });
  }
  for (const [name, keyword] of [['items', 'items'] as const, ['*', 'additionalProperties'] as const]) {
    const [one, other] = [left[keyword], right[keyword]];
    const within = `${path}/${name}`;
    if (one === undefined || other === undefined) continue;
    results.weigh(within, [typesOf(one), typesOf(other)], neededForShapes(one, other, isRare ? NEVER : 1), count);
    compareFields(one, other, results, { ...around, path: within, isMixed: true, isInList: true });
  }
}

function fieldIn({ properties = {}, required = [] }: Shape, name: string) {
  const shape = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (shape === undefined) return undefined;
  const isAlways = required.includes(name);
  return { shape, isAlways, text: isAlways ? typesOf(shape) : `${typesOf(shape)}, missing at times` };
}

/** Writes what a shape is: `integer`, `string (date-time) or null`. */
function typesOf({ type, format }: Shape): string {
  return type.map((each) => (each === 'string' && format !== undefined ? `string (${format})` : each)).join(' or ');
}

const fieldsOf = (schema: { readonly properties: object }, list = '') =>
  Object.keys(schema.properties).map((name) => `${list}/${name}`);

/** Returns the fields that the document names: rules judge these. */
function documentedFields(place: Place): string[] {
  if (statusAt(place) >= 400) return fieldsOf(schemas.Error);
  const operation = operationAt(place);
  if (operation === 'listInventory') return fieldsOf(schemas.InventoryItem, '/items');
  if (operation === 'updateInventory') return fieldsOf(schemas.InventoryItem);
  return operation === 'sendMessage' ? fieldsOf(schemas.Message) : [];
}

/** Returns how many responses on each side show that types or formats differ for sure; undefined if they are alike. `form`: for another format. */
function neededForShapes(one: Shape, other: Shape, form: number): number | undefined {
  const [types, twins] = [certainTypes(one.type), certainTypes(other.type)];
  if (types.size === 0 || twins.size === 0) return undefined;
  if (![...types].some((type) => twins.has(type))) return 1;
  return hasOtherForm(one, other) ? form : undefined;
}

/** Dates and UUIDs are what their place demands; that free texts all look like e-mails or links may be chance. */
const strictForms: readonly (string | undefined)[] = ['date-time', 'date', 'uuid'];

function hasOtherForm({ type, format: left }: Shape, { type: otherType, format: right }: Shape): boolean {
  if (left === right || !type.includes('string') || !otherType.includes('string')) return false;
  return strictForms.includes(left) || strictForms.includes(right);
}
