import { type Exchange, headerOf } from '../../exchange/exchange.js';
import { bearerChallenge } from '../../spec/bearer.js';
import { groupBy } from '../../spec/group-by.js';
import { type OperationId, operations } from '../../spec/operations.js';
import { type Evidence, objectOf, type Reading } from '../evidence.js';
import { headerInWords, petOf } from '../requests.js';
import { listingBefore } from '../stock-history.js';
import {
  agreed,
  distinct,
  isHeaderText,
  isOfMalformedPet,
  isOrdinary,
  type Observers,
  operationsAt,
  ordinary,
  type Seen,
  seen,
  statusIn,
  unseen,
} from './seen.js';

/** What requests get that are unusual as HTTP, and headers of every response. */
export const httpObservers = {
  'unknown-path'(evidence) {
    const asked = ordinary(evidence).filter(
      (reading) =>
        methodOf(reading) === 'GET' && reading.operation === undefined && operationsAt(reading, evidence).length === 0,
    );
    return agreed(asked, statusIn(404), 'a path that no operation has');
  },
  'unknown-method'(evidence) {
    const asked = evidence.readings.filter(
      (reading) =>
        (isOrdinary(reading) || isNotImplemented(reading)) &&
        !reading.isSpecial &&
        isOtherMethod(reading) &&
        operationsAt(reading, evidence).length > 0 &&
        !isOfMalformedPet(reading, evidence),
    );
    return agreed(asked, statusIn(405, 404, 501), 'a known path with another method');
  },
  'head-requests'(evidence) {
    const asked = ordinary(evidence).filter(
      (reading) =>
        methodOf(reading) === 'HEAD' && operationsAt(reading, evidence).some((id) => operations[id].method === 'GET'),
    );
    const choiceOf = (reading: Reading) =>
      reading.status === 200 && reading.received.kind === 'none' ? 'as-get' : statusIn(405, 404)(reading);
    return agreed(asked, choiceOf, 'HEAD');
  },
  'plain-options'(evidence) {
    const asked = evidence.readings.filter(
      (reading) =>
        methodOf(reading) === 'OPTIONS' &&
        headerOf(reading.exchange.request.headers, 'access-control-request-method') === undefined &&
        reading.status !== undefined &&
        reading.status !== 401 &&
        !reading.isLimited &&
        !isOfMalformedPet(reading, evidence),
    );
    const choiceOf = (reading: Reading) =>
      reading.status === 200 && reading.received.kind !== 'none' ? undefined : statusIn(405, 204, 200, 404)(reading);
    return agreed(asked, choiceOf, 'OPTIONS that is not a preflight');
  },
  'prefer-header'({ readings }) {
    const asked = readings.filter(
      (reading) =>
        reading.operation === 'listInventory' &&
        isOrdinary(reading) &&
        headerOf(reading.exchange.request.headers, 'prefer')?.trim() === 'code=404',
    );
    const choiceOf = ({ status, header }: Reading) => {
      if (status !== 404) return status === 200 ? 'off' : undefined;
      return header('preference-applied') === undefined ? 'counted' : 'on';
    };
    return agreed(asked, choiceOf, 'the list with Prefer: code=404');
  },
  'cache-control'({ readings }) {
    // Responses of caches and gateways do not count. No cache may keep a 429 (RFC 6585 §4), whatever the others say.
    const responded = readings.filter(
      ({ status = 500, isCached, isLimited }) => status < 500 && !isCached && !isLimited,
    );
    const choiceOf = ({ header, mayHideHeaders }: Reading) => {
      const value = header('cache-control')?.trim();
      if (value === undefined) return mayHideHeaders ? undefined : 'none';
      return isHeaderText(value) ? value : undefined;
    };
    return agreed(responded, choiceOf, 'responses', (reading) => headerInWords(reading, 'Cache-Control'));
  },
  'pet-not-found'(evidence) {
    const lookups = ordinary(evidence).filter(
      (reading) => reading.operation === 'getPet' && petOf(reading) !== undefined,
    );
    const listed = lookups.filter((reading) => listingBefore(evidence, reading) !== undefined);
    if (lookups.length > 0 && listed.length === 0) {
      return unseen('the lookup of a pet: no list of the documented form before it shows whether it is listed');
    }
    const asked = listed.filter((reading) => !listingBefore(evidence, reading)?.stock.has(petOf(reading) ?? ''));
    return agreed(asked, statusIn(404), 'the lookup of a pet that is not listed');
  },
  'www-authenticate': wwwAuthenticate,
  'empty-authorization': emptyAuthorization,
} satisfies Observers;

function methodOf({ exchange }: Reading): string {
  return exchange.request.method;
}

/** A gateway may respond with 501 itself, without an Error. */
function isNotImplemented(reading: Reading): boolean {
  return reading.status === 501 && reading.isKeyed && !reading.isCached;
}

function isOtherMethod(reading: Reading): boolean {
  return reading.operation === undefined && !['HEAD', 'OPTIONS'].includes(methodOf(reading));
}

/** Why a request got 401: no key was sent, a wrong one, or other credentials. */
const cases = ['missing', 'wrong', 'other'] as const;
type Case = (typeof cases)[number];

/** Which challenge a 401 carries (RFC 9110 §11.6.1). The fake's own challenges have a name. */
function wwwAuthenticate({ readings }: Evidence): Seen {
  const responded = readings.filter(({ status, isCached }) => status === 401 && !isCached);
  const rejected = responded.filter(caseOf);
  if (responded.length === 0) return unseen('a 401: no request could show it');
  if (rejected.length === 0) return unseen('no 401 shows whether its key was missing or wrong', responded);
  const byCase = groupBy(rejected, caseOf);
  const own = (each: Case) => byCase.get(each) ?? [];
  const textOf = (each: Case) => challengeOf(own(each)[0]);
  const note = cases.flatMap((each) => (byCase.has(each) ? describeChallenges(each, own(each)) : [])).join('; ');
  const known = cases.filter((each) => isConsistent(own(each)));
  const unknown = cases.filter((each) => !known.includes(each));
  if (known.length === 0) return unseen(note, rejected);
  if (known.every((each) => textOf(each) === bearer[each])) return seen('bearer', note, rejected, unknown);
  const texts = new Map(cases.map((each) => [each, known.includes(each) ? textOf(each) : bearer[each]]));
  // Without its own, other credentials get the challenge of a missing key.
  if (!known.includes('other')) texts.delete('other');
  const challenges = [...texts].flatMap(([each, text]) => (text === undefined ? [] : [[each, text] as const]));
  const members = Object.fromEntries(known.map((each) => [each, own(each)]));
  return seen(challenges.length === 0 ? 'none' : Object.fromEntries(challenges), note, rejected, unknown, members);
}

const bearer: Readonly<Record<Case, string>> = { ...bearerChallenge, other: bearerChallenge.missing };

const emptyForms = ['header', 'bearer'] as const;

/** What an empty `Authorization`, or one without a key, counts as: what gets the same code, text and challenge. */
function emptyAuthorization({ readings }: Evidence): Seen {
  const responded = readings.filter(({ status, isCached }) => status === 401 && !isCached);
  /** Of the same operations, if those show any: the texts of others may be different ones. */
  const looksOf = (each: Case, places: readonly (OperationId | undefined)[]) => {
    const all = responded.filter((one) => caseOf(one) === each);
    const same = all.filter(({ operation }) => places.includes(operation));
    return distinct((same.length > 0 ? same : all).map(lookOf));
  };
  const found = emptyForms.map((form) => {
    const own = responded.filter((reading) => emptyFormOf(reading) === form);
    const [look, ...others] = distinct(own.map(lookOf));
    const places = own.map(({ operation }) => operation);
    const alike = cases.filter((each) => {
      const [usual, ...more] = looksOf(each, places);
      return usual !== undefined && more.length === 0 && others.length === 0 && usual === look;
    });
    return { form, own, choice: alike[0] };
  });
  const known = found.filter(({ choice }) => choice !== undefined);
  const all = known.flatMap(({ own }) => own);
  if (known.length === 0) {
    return unseen(
      'no 401 shows what an Authorization without a key counts as',
      found.flatMap(({ own }) => own),
    );
  }
  const note = known
    .map(({ form, choice }) => `${form === 'header' ? 'an empty header' : 'Bearer alone'}: ${choice}`)
    .join(', ');
  const without = found.filter(({ choice }) => choice === undefined).map(({ form }) => form);
  const choice = Object.fromEntries(found.map(({ form, choice: own = 'missing' }) => [form, own]));
  return seen(choice, note, all, without, Object.fromEntries(known.map(({ form, own }) => [form, own])));
}

function emptyFormOf({ exchange }: Reading): (typeof emptyForms)[number] | undefined {
  const credentials = authorizationOf(exchange)?.trim().toLowerCase();
  if (credentials === '') return 'header';
  return credentials === 'bearer' ? 'bearer' : undefined;
}

/** Numbers in a message belong to its moment. */
function lookOf(reading: Reading): string {
  const { code, message } = objectOf(reading.received) ?? {};
  return JSON.stringify([code, String(message).replace(/\d+/g, '0'), challengeOf(reading)]);
}

function authorizationOf({ request }: Exchange): string | undefined {
  return headerOf(request.headers, 'authorization');
}

/** A key in another place may count as missing or as wrong. */
function caseOf({ credential, exchange }: Reading): Case | undefined {
  if (credential.kind === 'none') return authorizationOf(exchange) === undefined ? 'missing' : undefined;
  if (credential.kind === 'bearer') return 'wrong';
  return credential.kind === 'misplaced' && credential.where === 'basic' ? 'other' : undefined;
}

function isConsistent(own: readonly Reading[]): boolean {
  const [challenge, ...others] = distinct(own.map(challengeOf));
  if (own.length === 0 || others.length > 0) return false;
  return challenge === undefined ? !own.some(({ mayHideHeaders }) => mayHideHeaders) : isHeaderText(challenge);
}

function challengeOf(reading: Reading | undefined): string | undefined {
  return reading?.header('www-authenticate')?.trim();
}

function describeChallenges(each: Case, own: readonly Reading[]): string {
  const shown = distinct(own.map((reading) => headerInWords(reading, 'WWW-Authenticate'))).slice(0, 5);
  return `a 401 to a ${each} key: ${shown.join(', ')}`;
}
