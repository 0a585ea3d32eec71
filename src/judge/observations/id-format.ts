import type { Behaviour } from '../../spec/behaviour.js';

export type IdFormat = Behaviour['message-id-format'];
type Characters = Extract<IdFormat, object>['characters'];

/** An id, and when it was given. */
export interface GivenId {
  readonly id: string;
  readonly ms: number;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const ADDRESS = /^https?:\/\/\S+$/i;
/** A short word before what makes an id its own. */
const PREFIXED = /^([A-Za-z]{1,12}[_-])(.+)$/;
/** Two ids may begin with one word by chance, or since both are of one customer. */
const SHOWS_PREFIX = 3;
const AGAIN = 2;

const NUMBER = /^[1-9]\d{0,9}$/;
/** So many messages of others may be counted between two: numbers further apart may be drawn. */
const WIDEST_GAP = 10_000;
/** Of fewer characters nobody knows whether they just happen to be without capitals, or without letters. */
const FEWEST_CHARACTERS = 24;
const FEWEST_DIGITS = 30;
const SHORTEST = 8;
const LONGEST = 64;
/** Shorter ones may be a count that has come far. */
const SHORTEST_DIGITS = 11;

/** From few characters to many: the first that all ids are written in. */
const alphabets: readonly (readonly [Characters, RegExp])[] = [
  ['digits', /^\d+$/],
  ['hex', /^[\da-f]+$/],
  ['HEX', /^[\dA-F]+$/],
  ['base36', /^[\da-z]+$/],
  ['BASE36', /^[\dA-Z]+$/],
  ['base62', /^[\dA-Za-z]+$/],
  ['base64url', /^[\w-]+$/],
];

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const ULID = new RegExp(`^[0-7][${CROCKFORD}]{25}$`);
const DAY_MS = 86_400_000;

/** Answers the format of ids, oldest first; undefined where they have none that a fake makes, or too few were given. */
export function formatOfIds(given: readonly GivenId[]): IdFormat | undefined {
  const all = (form: RegExp) => given.length > 0 && given.every(({ id }) => form.test(id));
  // No other text looks like one of these by chance.
  if (all(UUID)) return { characters: 'uuid' };
  if (all(ADDRESS)) return 'uri';
  if (given.length < AGAIN) return undefined;
  const prefix = prefixOf(given.map(({ id }) => id));
  if (prefix === undefined) return undefined;
  const form = formOf(given.map(({ id, ms }) => ({ id: id.slice(prefix.length), ms })));
  return form && { ...(prefix !== '' && { prefix }), ...form };
}

/** Answers the word that all begin with, which may be none; undefined where nobody knows. */
function prefixOf(ids: readonly string[]): string | undefined {
  const [first, ...others] = new Set(ids.map((id) => PREFIXED.exec(id)?.[1]));
  if (others.length > 0 || first === undefined) return '';
  return ids.length >= SHOWS_PREFIX ? first : undefined;
}

function formOf(given: readonly GivenId[]): Pick<Extract<IdFormat, object>, 'characters' | 'length'> | undefined {
  const ids = given.map(({ id }) => id);
  if (ids.every((id) => UUID.test(id))) return { characters: 'uuid' };
  if (given.every(isUlid)) return { characters: 'ulid' };
  if (ids.every((id) => NUMBER.test(id))) return isCounted(ids.map(Number)) ? { characters: 'number' } : undefined;
  const [length = 0, ...others] = new Set(ids.map((id) => id.length));
  const total = length * ids.length;
  if (others.length > 0 || length < SHORTEST || length > LONGEST || total < FEWEST_CHARACTERS) return undefined;
  const [characters] = alphabets.find(([, form]) => ids.every((id) => form.test(id))) ?? [];
  if (characters === undefined) return undefined;
  if (characters === 'digits') {
    return length >= SHORTEST_DIGITS && total >= FEWEST_DIGITS ? { characters, length } : undefined;
  }
  // Words with signs between them are no base64.
  const isMixed = [/[a-z]/, /[A-Z]/, /\d/].every((form) => ids.some((id) => form.test(id)));
  return characters === 'base64url' && !isMixed ? undefined : { characters, length };
}

function isCounted(numbers: readonly number[]): boolean {
  const gaps = numbers.slice(1).map((number, index) => number - (numbers[index] ?? 0));
  return gaps.every((gap) => gap > 0 && gap <= WIDEST_GAP);
}

/** The first ten characters are the moment. */
function isUlid({ id, ms }: GivenId): boolean {
  if (!ULID.test(id)) return false;
  const madeMs = [...id.slice(0, 10)].reduce((sum, character) => sum * 32 + CROCKFORD.indexOf(character), 0);
  return Math.abs(madeMs - ms) <= DAY_MS;
}
