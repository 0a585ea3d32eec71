import { bearerChallenge } from '../../spec/bearer-challenge.js';
import type { Evidence } from '../evidence.js';
import type { Reading } from '../reading.js';
import { isHeaderText } from './header-text.js';
import { distinct, headerInWords, type Seen, seen, unseen } from './seen.js';

/** Why a 401 was answered: no key was sent, or a wrong one. */
const cases = ['missing', 'wrong'] as const;

/** Which challenge a 401 carries (RFC 9110 §11.6.1). Where it is the fake's own, in all that was seen, that has a name. */
export function wwwAuthenticate({ readings }: Evidence): Seen {
  const answered = readings.filter(({ status, isCached }) => status === 401 && !isCached);
  const refused = answered.filter(caseOf);
  if (answered.length === 0) return unseen('a 401: nothing that was sent could show it');
  if (refused.length === 0) return unseen('of no 401 it is known whether a key was missing or wrong', answered);
  const all = cases.map((each) => ({ each, own: refused.filter((reading) => caseOf(reading) === each) }));
  const note = all.flatMap(({ each, own }) => (own.length === 0 ? [] : [inWords(each, own)])).join('; ');
  const told = all.filter(({ own }) => isTold(own));
  if (told.length === 0) return unseen(note, refused);
  const untold = cases.filter((each) => !told.some((one) => one.each === each));
  const usual = untold.map((each) => [each, bearerChallenge[each]] as const);
  const challenges = told.flatMap(({ each, own }) => {
    const text = own[0] && challengeOf(own[0]);
    return text === undefined ? [] : [[each, text] as const];
  });
  const isUsual = told.every(({ each, own }) => own[0] && challengeOf(own[0]) === bearerChallenge[each]);
  const answer = Object.fromEntries([...challenges, ...usual]);
  if (isUsual) return seen('bearer', note, refused, untold);
  const members = Object.fromEntries(told.map(({ each, own }) => [each, own]));
  return seen(Object.keys(answer).length === 0 ? 'none' : answer, note, refused, untold, members);
}

/** Of a key in another place nobody knows whether it counts as missing or as wrong. */
function caseOf({ credential }: Reading): (typeof cases)[number] | undefined {
  if (credential.kind === 'none') return 'missing';
  return credential.kind === 'bearer' ? 'wrong' : undefined;
}

function isTold(own: readonly Reading[]): boolean {
  const [challenge, ...others] = distinct(own.map(challengeOf));
  if (own.length === 0 || others.length > 0) return false;
  return challenge === undefined ? !own.some(({ mayHideHeaders }) => mayHideHeaders) : isHeaderText(challenge);
}

function challengeOf(reading: Reading): string | undefined {
  return reading.header('www-authenticate')?.trim();
}

function inWords(each: (typeof cases)[number], own: readonly Reading[]): string {
  const shown = distinct(own.map((reading) => headerInWords(reading, 'WWW-Authenticate'))).slice(0, 5);
  return `a 401 to a ${each} key: ${shown.join(', ')}`;
}
