import { oneLine } from '../../spec/quoting.js';
import { schemas } from '../../spec/schemas.js';
import {
  cachingScope,
  headersWithCaching,
  isOutsideCachingQuestion,
  type LearnedHeader,
  type LearnedResponses,
  operationAt,
  type Place,
  type Profile,
  placesOf,
  type Shape,
  statusAt,
} from '../profile/profile.js';
import type { Flat } from './flatten.js';

/** The text for a field or header that a side does not have. */
const NOT_THERE = 'not there';
/** A field or header that one response has, the next may lack: only from two on is it always there. */
const ALWAYS = 2;
/** A header that comes and goes may happen to be in a few responses, or in none. */
const SEEN_OFTEN = 6;
/** A field that is missing at times may happen to be in a few responses, or in none. */
const AT_TIMES = 20;
const NEVER = Number.POSITIVE_INFINITY;

/** Adds the facts of a profile about responses, place by place. `other`: the profile that it is compared with. */
export function flattenResponses(profile: Profile, other: Profile, flat: Flat): void {
  const atTimes = new Set([...namesAtTimes(profile), ...namesAtTimes(other)]);
  for (const place of placesOf(profile)) {
    const seen = profile.responses[place];
    if (seen === undefined) continue;
    const path = `response/${operationAt(place)}/${statusAt(place)}`;
    // A browser may have hidden headers.
    flat.facts.set(path, {
      text: 'seen',
      count: seen.count,
      value: { kind: 'container', isOpen: seen.mayHideHeaders === true },
    });
    flattenBody(place, path, profile, flat);
    for (const header of headersWithCaching(place, profile)) {
      const name = header.name.toLowerCase();
      if (!isCompared(name, place, profile, other)) continue;
      const needs = atTimes.has(name) ? SEEN_OFTEN : ALWAYS;
      flat.facts.set(`${path}/header/${name}`, {
        text: headerInWords(header),
        count: seen.count,
        value: { kind: 'header', header },
        absence: { text: name === 'content-type' ? PLAIN_TYPE : NOT_THERE, needs, container: path },
      });
    }
  }
  flattenLookups(profile, flat);
}

/** Plain JSON is what the document demands: a profile names only another type. */
const PLAIN_TYPE = 'application/json, or changing';

function namesAtTimes({ responses }: Profile): string[] {
  return Object.values(responses).flatMap(({ headersAtTimes = [] }) =>
    headersAtTimes.map((name) => name.toLowerCase()),
  );
}

function isCompared(name: string, place: Place, profile: Profile, other: Profile): boolean {
  // Browsers send requests across origins and show it there; the suite does not.
  if (name === 'vary') return profile.source.level !== null && other.source.level !== null;
  if (name !== 'cache-control') return true;
  const scopes = [cachingScope(profile), cachingScope(other)];
  if (scopes.includes('not') || !scopes.includes('by place')) return false;
  return !scopes.includes('once') || !isOutsideCachingQuestion(place);
}

const kindsInWords = { uuid: 'a UUID', hex: 'hex digits', integer: 'an integer', text: 'a changing text' } as const;

function headerInWords({ kind, value, isMadeUp }: LearnedHeader): string {
  if (kind === 'template') return value;
  if (kind !== 'constant') return kindsInWords[kind];
  return isMadeUp ? 'always the same text' : value;
}

/** Where the shape of records is an open question. */
const recordPaths: { readonly [At in Place]?: string } = {
  'getPet 200': 'question/pet-shape',
  'listOrders 200': 'question/order-shape',
};

function flattenBody(place: Place, path: string, profile: Profile, flat: Flat): void {
  const { [place]: seen } = profile.responses;
  if (seen === undefined) return;
  const { body } = seen;
  const at = recordPaths[place] ?? `${path}/body`;
  if (body.kind === 'unknown') {
    flat.unknown.set(at, 'bodies were not recorded');
    return;
  }
  if (body.kind !== 'json') {
    flat.facts.set(at, { text: body.kind === 'none' ? 'no body' : 'a body that is not JSON' });
    return;
  }
  const needs = { form: ALWAYS, presence: AT_TIMES };
  const value = { kind: 'shape', shape: body.schema, isAlways: true, needs } as const;
  flat.facts.set(at, { text: `JSON: ${typesOf(body.schema)}`, count: seen.count, value });
  // A run updates one pet, which may lack what another has: the list shows both.
  if (place === 'updateInventory 200' && hasItems(profile)) return;
  const within = recordPaths[place] ?? `${path}/field`;
  flattenFields(
    body.schema,
    { path: within, seen, isMixed: statusAt(place) >= 400, isRare: false, isInList: false },
    flat,
  );
  for (const pointer of documentedFields(place)) {
    for (const known of [...flat.facts.keys()]) {
      if (known === within + pointer || known.startsWith(`${within}${pointer}/`)) flat.facts.delete(known);
    }
  }
}

function hasItems({ responses }: Profile): boolean {
  const body = responses['listInventory 200']?.body;
  return body?.kind === 'json' && body.schema.items?.properties !== undefined;
}

interface Around {
  readonly path: string;
  readonly seen: LearnedResponses;
  /** Whether these are records, of which another store has others, or errors of many reasons. */
  readonly isMixed: boolean;
  /** Whether a field around these was missing at times. */
  readonly isRare: boolean;
  readonly isInList: boolean;
}

/** Adds the fields of a shape; `/items` stands for what is in a list, `/*` for what is under the keys of a map. */
function flattenFields(shape: Shape, around: Around, flat: Flat): void {
  const { path, seen, isMixed, isRare, isInList } = around;
  const { properties, required = [], items, additionalProperties } = shape;
  const isOpen = isRare || additionalProperties !== undefined || (isInList && seen.isOneRecord === true);
  const always = isInList ? 1 : ALWAYS;
  if (properties !== undefined)
    flat.facts.set(`${path}/`, { text: 'an object', count: seen.count, value: { kind: 'container', isOpen } });
  for (const [name, part] of Object.entries(properties ?? {})) {
    const isAlways = required.includes(name);
    const field = `${path}/${oneLine(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const atTimes = isMixed || isRare ? NEVER : AT_TIMES;
    flat.facts.set(field, {
      text: isAlways ? typesOf(part) : `${typesOf(part)}, missing at times`,
      count: seen.count,
      value: { kind: 'shape', shape: part, isAlways, needs: { form: isRare ? NEVER : always, presence: atTimes } },
      absence: { text: NOT_THERE, needs: isOpen ? NEVER : isAlways ? always : atTimes, container: `${path}/` },
    });
    flattenFields(part, { ...around, path: field, isRare: isRare || !isAlways }, flat);
  }
  for (const [name, part] of [['items', items] as const, ['*', additionalProperties] as const]) {
    if (part === undefined) continue;
    const within = `${path}/${name}`;
    const value = {
      kind: 'shape',
      shape: part,
      isAlways: true,
      needs: { form: isRare ? NEVER : 1, presence: NEVER },
    } as const;
    flat.facts.set(within, { text: typesOf(part), count: seen.count, value });
    flattenFields(part, { ...around, path: within, isMixed: true, isInList: true }, flat);
  }
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
  switch (operationAt(place)) {
    case 'listInventory':
      return fieldsOf(schemas.InventoryItem, '/items');
    case 'updateInventory':
      return fieldsOf(schemas.InventoryItem);
    case 'sendMessage':
      return fieldsOf(schemas.Message);
    default:
      return [];
  }
}

const FOUND: Place = 'getPet 200';
/** One is of a pet that is not listed, and one may be of a pet that has just gone. */
const FEWEST = 3;
/** These reject the request, whichever pet it names. */
const OTHER_REASONS: readonly number[] = [400, 401, 405, 429];

/** Adds whether listed pets are found: no rule demands it, and a pet that was sold between two requests is not a difference. */
function flattenLookups({ source, responses }: Profile, { facts }: Flat): void {
  const path = `response/getPet/200/found`;
  if (responses[FOUND] !== undefined) {
    facts.set(path, { text: 'the pet' });
    return;
  }
  const listed = responses['listInventory 200']?.body;
  const hasPets = listed?.kind === 'json' && listed.schema.items !== undefined;
  if (source.kind !== 'run' || source.stopped !== null || !hasPets) return;
  const errors = (Object.keys(responses) as Place[]).filter(isLookupError);
  const count = errors.reduce((sum, place) => sum + (responses[place]?.count ?? 0), 0);
  if (count < FEWEST) return;
  facts.set(path, { text: `${errors.map(statusAt).join(', ')} for every listed pet` });
}

function isLookupError(place: Place): boolean {
  const status = statusAt(place);
  return operationAt(place) === 'getPet' && status >= 400 && status < 500 && !OTHER_REASONS.includes(status);
}
