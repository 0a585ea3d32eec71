import { LosslessNumber } from 'lossless-json';
import type { ErrorSituation } from '../../spec/behaviour.js';
import { errorCatalogue, namesOfError } from '../../spec/errors.js';
import { isJsonObject, type JsonValue } from '../../spec/json.js';
import { parseUrl } from '../../spec/parse-url.js';
import { quote } from '../../spec/quoting.js';
import type { Evidence } from '../evidence.js';
import type { Reading } from '../reading.js';
import { concludeErrors, type ObservedError, type OwnWords, observedErrors } from './conclude-errors.js';
import { distinct, type Seen, unseen } from './seen.js';
import { holdsStoreWord, storeWords } from './store-words.js';

const PET_ID = '{petId}';
/** A shorter one also stands for itself in a text: `must be 1 or more`. */
const SHORTEST_ID = 3;

export function errorCodes(evidence: Evidence): Seen {
  const ofStore = storeWordFinder(evidence);
  const told = observedErrors(evidence, 'code', (code) => wordsOr(code, whyNoOwnCode(code) ?? ofStore(code)));
  if (told.length === 0) return unseen('no error with a code was answered');
  const note = describeErrors(told, (codes) => codes.slice(0, 3).map(quote).join(' or '));
  return concluded(told, note, () => true);
}

/** A text is learned where it is the same each time and holds nothing but the service's own words. */
export function errorMessages(evidence: Evidence): Seen {
  const ofStore = storeWordFinder(evidence);
  const told = observedErrors(evidence, 'message', (text, reading, situation) => {
    if (text.includes(PET_ID)) return { why: 'it holds the sign that stands for an id' };
    const general = withoutPetId(text, reading, situation);
    const why = whyNoOwnText(general, wordsOfRequest(reading));
    return wordsOr(general, why ?? ofStore(general));
  });
  if (told.length === 0) return unseen('no error with a message was answered');
  const note = describeErrors(told, (texts) => (texts.length === 1 ? 'one text' : `${texts.length} texts`));
  return concluded(told, note, (text, isOfOne) => !isOfOne && !text.includes(PET_ID));
}

function wordsOr(value: string, why: string | undefined): OwnWords {
  return why === undefined ? { value } : { why };
}

/** A service has few texts, and a store may have thousands of names. */
function storeWordFinder(evidence: Evidence): (text: string) => string | undefined {
  const known = new Map<string, boolean>();
  return (text) => {
    const found = known.get(text) ?? holdsStoreWord(text, storeWords(evidence).all);
    known.set(text, found);
    return found ? 'it holds a word of the store' : undefined;
  };
}

function withoutPetId(text: string, { petId = '', status }: Reading, situation: ErrorSituation | undefined): string {
  const isAbout = situation === 'pet-unknown' || situation === 'pet-id-malformed';
  const isDistinct = petId.length >= SHORTEST_ID && petId !== String(status);
  return isAbout || isDistinct ? replaceWord(text, petId, PET_ID) : text;
}

function concluded(
  told: readonly ObservedError[],
  note: string,
  isGeneral: Parameters<typeof concludeErrors>[1],
): Seen {
  const { choice, unseen: notSeen, unknown } = concludeErrors(told, isGeneral);
  const readingsOf = (some: readonly ObservedError[]) => some.map(({ reading }) => reading);
  if (Object.keys(choice).length === 0) {
    return unseen(`${note}; none that stands for a code or a situation`, readingsOf(told));
  }
  const shown = told.flatMap((one) => {
    const member = namesOfError(one).find((name) => choice[name] !== undefined);
    return member !== undefined && one.words.value === choice[member] ? [{ ...one, member }] : [];
  });
  const members = Object.keys(choice).map((name) => [name, readingsOf(shown.filter(({ member }) => member === name))]);
  return {
    choice,
    note,
    readings: readingsOf(shown),
    unseen: notSeen,
    unknown,
    members: Object.fromEntries(members),
  };
}

/** Tells by status what was seen, and why some may not be learned. Nothing stands there that may not be learned. */
function describeErrors(told: readonly ObservedError[], listed: (values: readonly string[]) => string): string {
  const statuses = distinct(Object.values(errorCatalogue).map(({ status }) => status));
  const shown = statuses.flatMap((status) => {
    const words = told.filter(({ reading }) => reading.status === status).map((one) => one.words);
    const own = distinct(words.flatMap(({ value }) => value ?? []));
    const reasons = distinct(words.flatMap((each) => (each.value === undefined ? [each.why] : [])));
    const parts = [
      ...(own.length === 0 ? [] : [listed(own)]),
      ...(reasons.length === 0 ? [] : [`some that cannot be learned (${reasons.join('; ')})`]),
    ];
    return parts.length === 0 ? [] : [`${status}: ${parts.join(', ')}`];
  });
  return shown.join('; ');
}

const LONGEST_CODE = 80;
const LONGEST_TEXT = 300;

/** Pseudonyms of what was a key or a secret, addresses of people, of machines and of pages, and what breaks a line or steers a terminal. */
const NEVER_OWN = [
  /(?<![a-z])(?:key|secret)#\d/i,
  /@/,
  /\/\/|\bwww\.|\blocalhost\b/i,
  /(?:\d{1,3}\.){3}\d{1,3}|(?:[\da-f]{0,4}:){3,}/i,
  /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}]/u,
];

/** What differs from answer to answer or from record to record: long numbers, times of the day, and ids made of letters and digits. */
const SELDOM_OWN = [
  /\d{4}/,
  /\d:\d\d/,
  /(?<![\p{L}\p{N}_-])(?=[\p{L}_-]*\d)(?=[\d_-]*\p{L})[\p{L}\p{N}_-]{8,}/u,
  /(?<![\da-f])(?=[a-f]*\d)[\da-f]{8,}(?![\da-f])/i,
];
/** A code may well hold a number. */
const LONG_SECRET = /(?=[a-z]*\d)(?=\d*[a-z])[a-z\d+/]{24,}|[\da-f]{8}-[\da-f]{4}-/i;

/** Says why an error's code is no identifier of the service's own, but may be a secret or a person; undefined where it is one. */
function whyNoOwnCode(code: string): string | undefined {
  if (code.length > LONGEST_CODE) return `it is longer than ${LONGEST_CODE} characters`;
  const isSecret = LONG_SECRET.test(code) || NEVER_OWN.some((pattern) => pattern.test(code));
  return isSecret ? 'it looks like an address or a secret' : undefined;
}

/**
 * Says why a text is not made of the service's own words alone: it holds something of the request's, an address, or what is another
 * one tomorrow; undefined where it is. What it may hold of the store's is told elsewhere. The text is not quoted.
 */
function whyNoOwnText(text: string, wordsOfRequest: readonly string[]): string | undefined {
  if (text.length > LONGEST_TEXT) return `it is longer than ${LONGEST_TEXT} characters`;
  if (NEVER_OWN.some((pattern) => pattern.test(text))) return 'it holds an address, a secret or a control character';
  if (SELDOM_OWN.some((pattern) => pattern.test(text))) return 'it holds a number or an id that changes';
  return holdsAnyWord(text, wordsOfRequest) ? 'it repeats what the request held' : undefined;
}

/** Returns whether one of these words stands in a text for itself, not inside of another word. */
function holdsAnyWord(text: string, words: Iterable<string>): boolean {
  for (const word of words) if (word !== '' && text.includes(word) && patternOf(word).test(text)) return true;
  return false;
}

/** Replaces a word where it stands for itself, not inside of another one. */
function replaceWord(text: string, word: string, by: string): string {
  return word === '' ? text : text.replace(patternOf(word), () => by);
}

function patternOf(word: string): RegExp {
  const escaped = word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}_.-])${escaped}(?![\\p{L}\\p{N}_]|[.-][\\p{L}\\p{N}])`, 'gu');
}

/** What is shorter is too often a word or a number of the service's own. */
const SHORTEST_WORD = 3;
const SHORTEST_NUMBER = 2;
const DOCUMENTED_FIELDS = ['quantity', 'message'];

/** Returns what a text would have from the request that it answers, or from its own moment. */
function wordsOfRequest({ exchange, sent, sentType, operation, status, header }: Reading): string[] {
  const { method, url } = exchange.request;
  const { pathname = '', searchParams = [] } = parseUrl(url) ?? {};
  const type = sentType === undefined || sentType === 'application/json' ? [] : [sentType];
  const values = sent.kind === 'json' ? leavesOf(sent.value) : { words: [], numbers: [], fields: [] };
  const address = operation === undefined ? [method, pathname, pathname.split('/').at(-1) ?? ''] : [pathname];
  const wait = header('retry-after') ?? '';
  return [
    ...address.filter((word) => word.length >= SHORTEST_WORD),
    ...[...searchParams].flat(),
    ...type,
    ...values.words,
    ...values.numbers.filter((number) => number !== String(status)),
    ...values.fields.filter((field) => !DOCUMENTED_FIELDS.includes(field)),
    ...(wait.length >= SHORTEST_NUMBER ? [wait] : []),
  ];
}

interface Leaves {
  readonly words: string[];
  readonly numbers: string[];
  readonly fields: string[];
}

/** A loop with a list of its own: a body may be nested deeper than the stack. */
function leavesOf(value: JsonValue): Leaves {
  const leaves: Leaves = { words: [], numbers: [], fields: [] };
  const left = [value];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (Array.isArray(next)) for (const item of next) left.push(item);
    else if (isJsonObject(next)) {
      for (const [field, item] of Object.entries(next)) {
        leaves.fields.push(field);
        left.push(item);
      }
    } else if (typeof next === 'string') {
      if (next.trim().length >= SHORTEST_WORD) leaves.words.push(next.trim());
    } else if (typeof next === 'number' || next instanceof LosslessNumber) {
      if (String(next).length >= SHORTEST_NUMBER) leaves.numbers.push(String(next));
    }
  }
  return leaves;
}
