import { oneLine } from '../../json/quoting.js';
import { questionIds } from '../../service/questions/open-questions.js';
import type { Service } from '../../service/service.js';
import { documentedFields, listOperation } from '../profile/documented-bodies.js';
import { generaliseTypes } from '../profile/infer-shape.js';
import {
  type LearnedBody,
  type LearnedHeader,
  operationAt,
  type Place,
  type Profile,
  placesOf,
  type Shape,
  statusAt,
} from '../profile/profile.js';
import { placeOfRecords } from '../stock/record-questions.js';
import { NEVER, type Results } from './comparison.js';

/** A header that comes and goes may be in a few responses or in none by chance, and a changing text may be all digits. */
const SEEN_OFTEN = 6;

export function compareResponses(left: Profile, right: Profile, results: Results, service: Service): void {
  const ofQuestions = questionIds.map(placeOfRecords);
  for (const place of placesOf({ responses: { ...left.responses, ...right.responses } }, service)) {
    const path = `response/${operationAt(place)}/${statusAt(place)}`;
    const [one, other] = [left.responses[place], right.responses[place]];
    // Rules and open questions cover that.
    if (one === undefined || other === undefined) continue;
    if (!ofQuestions.includes(place)) {
      compareBodies(place, { at: `${path}/body`, within: `${path}/field` }, [left, right], results, service);
    }
    compareHeaders(place, path, [left, right], results);
  }
  compareLookups(left, right, results, service);
}

function compareHeaders(place: Place, path: string, sides: Both<Profile>, results: Results): void {
  const seen = sides.map(({ responses }) => responses[place]);
  const places = sides.flatMap(({ responses }) => Object.values(responses));
  const atTimes = new Set(
    places.flatMap(({ headersAtTimes = [] }) => headersAtTimes.map((name) => name.toLowerCase())),
  );
  const count = Math.min(...seen.map((each) => each?.count ?? 0));
  const headers = seen.map((each) => new Map(each?.headers.map((header) => [header.name.toLowerCase(), header])));
  for (const name of new Set(headers.flatMap((each) => [...each.keys()]))) {
    const [one, other] = headers.map((each) => each.get(name));
    const absent = name === 'content-type' ? PLAIN_TYPE : NOT_THERE;
    const texts = [one ? headerInWords(one) : absent, other ? headerInWords(other) : absent] as const;
    // A browser may have hidden the header.
    const mayBeHidden = seen[one === undefined ? 0 : 1]?.mayHideHeaders === true;
    const usual = atTimes.has(name) ? SEEN_OFTEN : ALWAYS;
    const needs = one && other ? neededForHeaders(one, other) : mayBeHidden ? NEVER : usual;
    results.weigh(`${path}/header/${name}`, texts, needs, count);
  }
}

/** Plain JSON is what the document demands: a profile names only another type. */
const PLAIN_TYPE = 'application/json, or changing';

const kindsInWords = { uuid: 'a UUID', hex: 'hex digits', integer: 'an integer', text: 'a changing text' } as const;

function headerInWords({ kind, value, isMadeUp }: LearnedHeader): string {
  if (kind !== 'constant') return kindsInWords[kind];
  return isMadeUp ? 'always the same text' : value;
}

/** For the one value of a header to count. */
const SEEN_AGAIN = 2;
/** One of two gateways may happen to send most responses, so that a header that changes seems not to. */
const SEEN_CHANGING = 20;

function neededForHeaders(one: LearnedHeader, other: LearnedHeader): number | undefined {
  if (one.kind !== other.kind) {
    return [one.kind, other.kind].includes('constant') ? SEEN_CHANGING : SEEN_OFTEN;
  }
  if (one.kind !== 'constant' || one.isMadeUp || other.isMadeUp) return undefined;
  return one.value === other.value ? undefined : SEEN_AGAIN;
}

/** One is of a pet that is not listed, and one may be of a pet that has just gone. */
const FEWEST = 3;

/** Compares whether listed records are found: no rule demands it, and one that was sold between two requests is not a difference. */
function compareLookups(left: Profile, right: Profile, results: Results, service: Service): void {
  for (const { id, pathId, isWrite } of Object.values(service.operations)) {
    if (pathId === undefined || isWrite) continue;
    const found = (profile: Profile) => lookupsIn(id, profile, listOperation(service)?.id);
    results.compare(`response/${id}/200/found`, found(left), found(right));
  }
}

function lookupsIn(operation: string, { source, responses }: Profile, list: string | undefined): string | undefined {
  if (responses[`${operation} 200`] !== undefined) return 'found';
  const listed = responses[`${list} 200`]?.body;
  const hasItems = listed?.kind === 'json' && listed.schema.items !== undefined;
  const isWhole = source.kind === 'run' && source.stopped === null;
  const gone = [404, 410].find((status) => (responses[`${operation} ${status}`]?.count ?? 0) >= FEWEST);
  return isWhole && hasItems && gone !== undefined ? `${gone} for every listed id` : undefined;
}

/** The text for a field or header that a side does not have. */
const NOT_THERE = 'not there';
/** A field or header that one response has, the next may lack: only from two on is it always there. */
const ALWAYS = 2;
/** A field that is missing at times may happen to be in a few responses, or in none. */
const AT_TIMES = 20;

type Both<Part> = readonly [left: Part, right: Part];

/** Compares the bodies of a place, and the fields of JSON. `at` and `within` are the paths of the body and of its fields. */
export function compareBodies(
  place: Place,
  { at, within }: { readonly at: string; readonly within: string },
  sides: Both<Profile>,
  results: Results,
  service: Service,
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
  const { isWrite = false, pathId } = service.operations[operationAt(place)] ?? {};
  // A run changes one record, which may lack what another has: the list shows both.
  if (isWrite && pathId !== undefined && statusAt(place) < 400) return;
  compareFields(one, other, results, {
    path: within,
    count,
    documented: documentedFields(service, place).map((pointer) => within + pointer),
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

function typesOf({ type, format }: Shape): string {
  return type.map((each) => (each === 'string' && format !== undefined ? `string (${format})` : each)).join(' or ');
}

/** Returns how many responses on each side show that types or formats differ for sure; undefined if they are alike. `form`: for another format. */
function neededForShapes(one: Shape, other: Shape, form: number): number | undefined {
  const [types, twins] = [generaliseTypes(one.type), generaliseTypes(other.type)];
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
