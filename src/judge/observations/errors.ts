import { quote } from '../../json/quote.js';
import type { ErrorSituation } from '../../spec/behaviour.js';
import { errorCatalogue } from '../../spec/error-catalogue.js';
import { namesOfError } from '../../spec/error-names.js';
import type { Evidence } from '../evidence.js';
import type { Reading } from '../reading.js';
import { concludeErrors } from './conclude-errors.js';
import { wordsOfRequest } from './foreign-words.js';
import { holdsStoreWord } from './holds-store-word.js';
import { replaceWord, whyNoOwnCode, whyNoOwnText } from './own-words.js';
import { distinct, type Seen, unseen } from './seen.js';
import { storeWords } from './store-words.js';
import { type OwnWords, type ToldError, toldErrors } from './told-errors.js';

const PET_ID = '{petId}';
/** A shorter one also stands for itself in a text: `must be 1 or more`. */
const SHORTEST_ID = 3;

export function errorCodes(evidence: Evidence): Seen {
  const ofStore = storeWordFinder(evidence);
  const told = toldErrors(evidence, 'code', (code) => wordsOr(code, whyNoOwnCode(code) ?? ofStore(code)));
  if (told.length === 0) return unseen('no error with a code was answered');
  const note = inWords(told, (codes) => codes.slice(0, 3).map(quote).join(' or '));
  return concluded(told, note, () => true);
}

/** A text is learned where it is the same each time and holds nothing but the service's own words. */
export function errorMessages(evidence: Evidence): Seen {
  const ofStore = storeWordFinder(evidence);
  const told = toldErrors(evidence, 'message', (text, reading, situation) => {
    if (text.includes(PET_ID)) return { why: 'it holds the sign that stands for an id' };
    const general = withoutPetId(text, reading, situation);
    const why = whyNoOwnText(general, wordsOfRequest(reading));
    return wordsOr(general, why ?? ofStore(general));
  });
  if (told.length === 0) return unseen('no error with a message was answered');
  const note = inWords(told, (texts) => (texts.length === 1 ? 'one text' : `${texts.length} texts`));
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

function concluded(told: readonly ToldError[], note: string, isGeneral: Parameters<typeof concludeErrors>[1]): Seen {
  const { answer, unseen: notSeen, untold } = concludeErrors(told, isGeneral);
  const readingsOf = (some: readonly ToldError[]) => some.map(({ reading }) => reading);
  if (Object.keys(answer).length === 0) {
    return unseen(`${note}; none that stands for a code or a situation`, readingsOf(told));
  }
  const shown = told.flatMap((one) => {
    const member = namesOfError(one).find((name) => answer[name] !== undefined);
    return member !== undefined && one.words.value === answer[member] ? [{ ...one, member }] : [];
  });
  const members = Object.keys(answer).map((name) => [name, readingsOf(shown.filter(({ member }) => member === name))]);
  return { answer, note, readings: readingsOf(shown), unseen: notSeen, untold, members: Object.fromEntries(members) };
}

/** Tells by status what was seen, and why some may not be learned. Nothing stands there that may not be learned. */
function inWords(told: readonly ToldError[], listed: (values: readonly string[]) => string): string {
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
