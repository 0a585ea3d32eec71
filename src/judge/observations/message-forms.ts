import { counted } from '../../json/counted.js';
import type { Evidence } from '../evidence.js';
import { objectOf, type Reading } from '../reading.js';
import { isAccepted } from '../rules/ordinary-answers.js';
import { formatOfIds, type IdFormat } from './id-format.js';
import { formOfMoments } from './moment-form.js';
import { ordinary, type Seen, seen, unseen } from './seen.js';

/** A fraction may be left out where it happens to be none. */
const SHOWS_NO_FRACTION = 2;

/** What the ids of messages look like. No id stands in the note: it may be anybody's. */
export function messageIdFormat(evidence: Evidence): Seen {
  const told = textsOf(evidence, 'id');
  // A message that is sent again may be answered with the first one's id.
  const known = new Set<string>();
  const own = told.filter(({ text }) => !known.has(text) && known.add(text));
  const readings = own.map(({ reading }) => reading);
  const what = counted(own.length, 'id');
  if (own.length === 0) return unseen('no message with an id was answered');
  const format = formatOfIds(own.map(({ text, reading }) => ({ id: text, ms: reading.answeredMs })));
  if (format === undefined) return unseen(`${what}: too few, or of no form that a fake makes`, readings);
  return seen(format, `${what}: ${inWords(format)}`, readings);
}

/** How `createdAt` is written. */
export function createdAtFormat(evidence: Evidence): Seen {
  const told = textsOf(evidence, 'createdAt');
  const readings = told.map(({ reading }) => reading);
  const what = `createdAt of ${counted(told.length, 'message')}`;
  if (told.length === 0) return unseen('no message with a createdAt was answered');
  const form = formOfMoments(told.map(({ text }) => text));
  if (form === undefined) return unseen(`${what}: in no form that a fake writes, or not in one form`, readings);
  if (!/[.,]/.test(form) && told.length < SHOWS_NO_FRACTION) {
    return unseen('one createdAt without a fraction, which may just have been none', readings);
  }
  return seen(form, `${what}: like ${form}`, readings);
}

interface Told {
  readonly reading: Reading;
  readonly text: string;
}

function textsOf(evidence: Evidence, field: 'id' | 'createdAt'): Told[] {
  const sent = ordinary(evidence).filter((reading) => reading.operation === 'sendMessage' && isAccepted(reading));
  return sent.flatMap((reading) => {
    const text = objectOf(reading.received)?.[field];
    return typeof text === 'string' && text !== '' ? [{ reading, text }] : [];
  });
}

function inWords(format: IdFormat): string {
  if (format === 'uri') return 'addresses';
  const { prefix, characters, length } = format;
  return `${prefix === undefined ? '' : 'a word, then '}${characters}${length === undefined ? '' : ` of ${length}`}`;
}
