import type { Behaviour } from '../../spec/behaviour.js';
import { isIso8601 } from '../../spec/dates.js';
import { isJsonObject } from '../../spec/json.js';
import { counted } from '../../spec/quoting.js';
import { rateLimitHeaderNames } from '../../spec/rate-limit-headers.js';
import { type Evidence, objectOf, type Reading } from '../evidence.js';
import { isWellSentMessage, strictJson, validMessages } from '../requests.js';
import { agreed, isOrdinary, type Observers, ordinary, type Seen, seen, statusIn, unseen } from './seen.js';

/** Sent messages (§4.3). */
export const messageObservers = {
  'message-type-check'(evidence) {
    const asked = ordinary(evidence).filter((reading) => {
      const body = isWellSentMessage(reading) ? strictJson(reading) : undefined;
      return isJsonObject(body) && Object.hasOwn(body, 'message') && typeof body.message !== 'string';
    });
    const choiceOf = (reading: Reading) => {
      if (reading.status === 400) return 400;
      const isText = reading.isAccepted && typeof objectOf(reading.received)?.message === 'string';
      return isText ? 'accepted-as-text' : undefined;
    };
    return agreed(asked, choiceOf, 'a message that is not a text');
  },
  'empty-message': emptyMessage,
  'message-success-status'(evidence) {
    return agreed(sent(evidence), statusIn(200, 201, 202), 'a message that was sent');
  },
  'messages-rate-limited'(evidence) {
    const countOf = (reading: Reading) =>
      rateLimitHeaderNames.filter((name) => reading.header(name) !== undefined).length;
    const choiceOf = (reading: Reading) => {
      const count = countOf(reading);
      return count === 0 ? false : count === rateLimitHeaderNames.length ? true : undefined;
    };
    const inWords = (reading: Reading) => `${countOf(reading)} of the 3 rate-limit headers`;
    return agreed(sent(evidence), choiceOf, 'a message that was sent', inWords);
  },
  'message-id-format': messageIdFormat,
  'created-at-format': createdAtFormat,
} satisfies Observers;

function sent(evidence: Evidence): Reading[] {
  return validMessages(evidence).filter(({ isAccepted }) => isAccepted);
}

/** Who rejects blanks rejects an empty message, too; one that accepts blanks may not. */
function emptyMessage(evidence: Evidence): Seen {
  const asked = validMessages(evidence).filter((reading) => isOrdinary(reading) && reading.text.trim() === '');
  const choiceOf = ({ isAccepted, status }: Reading) => (isAccepted ? 'accepted' : status === 400 ? 400 : undefined);
  const empty = agreed(
    asked.filter(({ text }) => text === ''),
    choiceOf,
    'an empty message',
  );
  const blank = agreed(
    asked.filter(({ text }) => text !== ''),
    choiceOf,
    'a message of blanks',
  );
  const note = [empty, blank].flatMap((each) => (each.readings.length > 0 ? each.note : [])).join('; ') || empty.note;
  const choice = blank.choice === 'accepted' && empty.choice === 400 ? '400-if-empty' : (empty.choice ?? blank.choice);
  const isOpen = choice === undefined || (empty.choice === undefined && choice === 'accepted');
  const isOdd = empty.choice === 'accepted' && blank.choice === 400;
  return isOpen || isOdd ? unseen(note, asked) : seen(choice, note, asked);
}

/** A single moment may be without a fraction by chance. */
const SHOWS_NO_FRACTION = 2;

/** What the ids of messages look like. The note quotes no id. */
function messageIdFormat(evidence: Evidence): Seen {
  const found = textsOf(evidence, 'id');
  // A repeated message may get the first one's id.
  const known = new Set<string>();
  const own = found.filter(({ text }) => !known.has(text) && known.add(text));
  const readings = own.map(({ reading }) => reading);
  const what = counted(own.length, 'id');
  if (own.length === 0) return unseen('no response to a message had an id');
  const format = formatOfIds(own.map(({ text, reading }) => ({ id: text, ms: reading.respondedMs })));
  if (format === undefined) return unseen(`${what}: too few, or not of a form that a fake creates`, readings);
  return seen(format, `${what}: ${describeIdFormat(format)}`, readings);
}

function createdAtFormat(evidence: Evidence): Seen {
  const found = textsOf(evidence, 'createdAt');
  const readings = found.map(({ reading }) => reading);
  const what = `createdAt of ${counted(found.length, 'message')}`;
  if (found.length === 0) return unseen('no response to a message had a createdAt');
  const form = formOfMoments(found.map(({ text }) => text));
  if (form === undefined) return unseen(`${what}: not in a form that a fake writes, or in several`, readings);
  if (!/[.,]/.test(form) && found.length < SHOWS_NO_FRACTION) {
    return unseen('one createdAt without a fraction, which may be chance', readings);
  }
  return seen(form, `${what}: like ${form}`, readings);
}

function textsOf(evidence: Evidence, field: 'id' | 'createdAt') {
  const sent = ordinary(evidence).filter((reading) => reading.operation === 'sendMessage' && reading.isAccepted);
  return sent.flatMap((reading) => {
    const text = objectOf(reading.received)?.[field];
    return typeof text === 'string' && text !== '' ? [{ reading, text }] : [];
  });
}

function describeIdFormat(format: IdFormat): string {
  if (format === 'uri') return 'addresses';
  const { prefix, characters, length } = format;
  return `${prefix === undefined ? '' : 'a word, then '}${characters}${length === undefined ? '' : ` of ${length}`}`;
}

const MOMENT =
  /^\d{4}(?<dash>-?)\d{2}\k<dash>\d{2}T\d{2}(?<colon>:?)\d{2}\k<colon>\d{2}(?:(?<sign>[.,])(?<fraction>\d{1,9}))?(?<zone>Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?$/;

/**
 * Returns the form that some moments are written in, as the open question `created-at-format` has it; undefined if a fake
 * does not write it, or they differ. Services may omit zeros at the end of a fraction: the longest one counts.
 */
export function formOfMoments(texts: readonly string[]): string | undefined {
  const parts = texts.map(partsOf);
  const [first] = parts;
  if (first === undefined) return undefined;
  const isSame = parts.every((part) => part?.whole === first.whole && part.zone === first.zone);
  const signs = new Set(parts.flatMap((part) => (part?.sign ? [part.sign] : [])));
  if (!isSame || signs.size > 1) return undefined;
  const digits = parts.reduce((most, part) => Math.max(most, part?.digits ?? 0), 0);
  return first.whole + [...signs].join('') + '0'.repeat(digits) + first.zone;
}

interface Parts {
  readonly whole: string;
  readonly sign: string;
  readonly digits: number;
  readonly zone: string;
}

function partsOf(text: string): Parts | undefined {
  const { dash, colon, sign = '', fraction = '', zone = '' } = MOMENT.exec(text)?.groups ?? {};
  if (dash === undefined || (dash === '') !== (colon === '') || !isIso8601(text)) return undefined;
  return { whole: dash === '' ? '20260131T093000' : '2026-01-31T09:30:00', sign, digits: fraction.length, zone };
}

type IdFormat = Behaviour['message-id-format'];
type Characters = Extract<IdFormat, object>['characters'];

/** An id, and when it was assigned. */
export interface GivenId {
  readonly id: string;
  readonly ms: number;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const ADDRESS = /^https?:\/\/\S+$/i;
/** A short word before the unique part of an id. */
const PREFIXED = /^([A-Za-z]{1,12}[_-])(.+)$/;
/** Two ids may begin with one word by chance, or because both belong to one customer. */
const SHOWS_PREFIX = 3;
const AGAIN = 2;

const NUMBER = /^[1-9]\d{0,9}$/;
/** Others may send so many messages between two: numbers further apart may be random. */
const WIDEST_GAP = 10_000;
/** Fewer characters may lack capitals or letters by chance. */
const FEWEST_CHARACTERS = 24;
const FEWEST_DIGITS = 30;
const SHORTEST = 8;
const LONGEST = 64;
/** Shorter ones may be counted numbers. */
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

/** Returns the format of ids, oldest first; undefined if a fake does not create it, or too few were seen. */
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

/** Returns the word that all begin with, or an empty text; undefined if unknown. */
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
  // Words with hyphens between them are not base64.
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
