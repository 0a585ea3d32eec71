import { headerOf } from '../../exchange/exchange.js';
import { bearerChallenge } from '../../spec/bearer.js';
import { isInt64Text } from '../../spec/json.js';
import { operations } from '../../spec/operations.js';
import type { Evidence, Reading } from '../evidence.js';
import { isKeyed } from '../requests.js';
import { listingBefore } from '../stock-history.js';
import {
  agreed,
  distinct,
  headerInWords,
  isHeaderText,
  isOrdinary,
  operationsAt,
  ordinary,
  type Seen,
  seen,
  statusIn,
  unseen,
} from './seen.js';

export function unknownPath(evidence: Evidence): Seen {
  const asked = ordinary(evidence).filter(
    (reading) =>
      methodOf(reading) === 'GET' && reading.operation === undefined && operationsAt(reading, evidence).length === 0,
  );
  return agreed(asked, statusIn(404), 'a path that no operation has');
}

export function unknownMethod(evidence: Evidence): Seen {
  const asked = evidence.readings.filter(
    (reading) =>
      (isOrdinary(reading) || isNotImplemented(reading)) &&
      !reading.isSpecial &&
      isOtherMethod(reading) &&
      operationsAt(reading, evidence).length > 0,
  );
  return agreed(asked, statusIn(405, 404, 501), 'a known path with another method');
}

export function headRequests(evidence: Evidence): Seen {
  const asked = ordinary(evidence).filter(
    (reading) =>
      methodOf(reading) === 'HEAD' && operationsAt(reading, evidence).some((id) => operations[id].method === 'GET'),
  );
  const choiceOf = ({ status, received }: Reading) => {
    if (status === 405 || status === 404) return status;
    return status === 200 && received.kind === 'none' ? 'as-get' : undefined;
  };
  return agreed(asked, choiceOf, 'HEAD');
}

export function plainOptions({ readings }: Evidence): Seen {
  const asked = readings.filter(
    ({ exchange: { request }, status, isLimited }) =>
      request.method === 'OPTIONS' &&
      headerOf(request.headers, 'access-control-request-method') === undefined &&
      status !== undefined &&
      !isLimited,
  );
  const choiceOf = (reading: Reading) =>
    reading.status === 200 && reading.received.kind !== 'none' ? undefined : statusIn(405, 204, 200, 404)(reading);
  return agreed(asked, choiceOf, 'OPTIONS that is no preflight');
}

export function preferHeader({ readings }: Evidence): Seen {
  const asked = readings.filter(
    (reading) =>
      reading.operation === 'listInventory' &&
      isOrdinary(reading) &&
      headerOf(reading.exchange.request.headers, 'prefer')?.trim() === 'code=404',
  );
  const choiceOf = ({ status }: Reading) => (status === 404 ? 'on' : status === 200 ? 'off' : undefined);
  return agreed(asked, choiceOf, 'the list with Prefer: code=404');
}

/** What a cache or a gateway answers is not the service's word. */
export function cacheControl({ readings }: Evidence): Seen {
  // No cache may keep a 429 (RFC 6585 §4), whatever the others say.
  const responded = readings.filter(({ status = 500, isCached, isLimited }) => status < 500 && !isCached && !isLimited);
  const choiceOf = ({ header, mayHideHeaders }: Reading) => {
    const value = header('cache-control')?.trim();
    if (value === undefined) return mayHideHeaders ? undefined : 'none';
    return isHeaderText(value) ? value : undefined;
  };
  return agreed(responded, choiceOf, 'responses', (reading) => headerInWords(reading, 'Cache-Control'));
}

export function petNotFound(evidence: Evidence): Seen {
  const lookups = ordinary(evidence).filter(
    ({ operation, petId }) => operation === 'getPet' && isInt64Text(petId ?? ''),
  );
  const listed = lookups.filter((reading) => listingBefore(evidence, reading) !== undefined);
  if (lookups.length > 0 && listed.length === 0) {
    return unseen('the lookup of a pet: no list of the documented form before it tells whether it is listed');
  }
  const asked = listed.filter((reading) => !listingBefore(evidence, reading)?.stock.has(reading.petId ?? ''));
  return agreed(asked, statusIn(404), 'the lookup of a pet that is not listed');
}

function methodOf({ exchange }: Reading): string {
  return exchange.request.method;
}

/** A gateway says it in its own way, without an Error. */
function isNotImplemented(reading: Reading): boolean {
  return reading.status === 501 && isKeyed(reading) && !reading.isCached;
}

function isOtherMethod(reading: Reading): boolean {
  return reading.operation === undefined && !['HEAD', 'OPTIONS'].includes(methodOf(reading));
}

/** Why a 401 was answered: no key was sent, or a wrong one. */
const cases = ['missing', 'wrong'] as const;

/** Which challenge a 401 carries (RFC 9110 §11.6.1). Where it is the fake's own, in all that was seen, that has a name. */
export function wwwAuthenticate({ readings }: Evidence): Seen {
  const responded = readings.filter(({ status, isCached }) => status === 401 && !isCached);
  const refused = responded.filter(caseOf);
  if (responded.length === 0) return unseen('a 401: nothing that was sent could show it');
  if (refused.length === 0) return unseen('of no 401 it is known whether a key was missing or wrong', responded);
  const all = cases.map((each) => ({ each, own: refused.filter((reading) => caseOf(reading) === each) }));
  const note = all.flatMap(({ each, own }) => (own.length === 0 ? [] : [describeChallenges(each, own)])).join('; ');
  const told = all.filter(({ own }) => isConsistent(own));
  if (told.length === 0) return unseen(note, refused);
  const unknown = cases.filter((each) => !told.some((one) => one.each === each));
  const usual = unknown.map((each) => [each, bearerChallenge[each]] as const);
  const challenges = told.flatMap(({ each, own }) => {
    const text = own[0] && challengeOf(own[0]);
    return text === undefined ? [] : [[each, text] as const];
  });
  const isUsual = told.every(({ each, own }) => own[0] && challengeOf(own[0]) === bearerChallenge[each]);
  const response = Object.fromEntries([...challenges, ...usual]);
  if (isUsual) return seen('bearer', note, refused, unknown);
  const members = Object.fromEntries(told.map(({ each, own }) => [each, own]));
  return seen(Object.keys(response).length === 0 ? 'none' : response, note, refused, unknown, members);
}

/** Of a key in another place nobody knows whether it counts as missing or as wrong. */
function caseOf({ credential }: Reading): (typeof cases)[number] | undefined {
  if (credential.kind === 'none') return 'missing';
  return credential.kind === 'bearer' ? 'wrong' : undefined;
}

function isConsistent(own: readonly Reading[]): boolean {
  const [challenge, ...others] = distinct(own.map(challengeOf));
  if (own.length === 0 || others.length > 0) return false;
  return challenge === undefined ? !own.some(({ mayHideHeaders }) => mayHideHeaders) : isHeaderText(challenge);
}

function challengeOf(reading: Reading): string | undefined {
  return reading.header('www-authenticate')?.trim();
}

function describeChallenges(each: (typeof cases)[number], own: readonly Reading[]): string {
  const shown = distinct(own.map((reading) => headerInWords(reading, 'WWW-Authenticate'))).slice(0, 5);
  return `a 401 to a ${each} key: ${shown.join(', ')}`;
}
