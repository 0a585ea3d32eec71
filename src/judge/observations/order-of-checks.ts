import type { ErrorSituation } from '../../service/errors.js';
import { type Check, checkPairs, checks, orderWith } from '../../service/questions/order-of-checks.js';
import { objectOf, type Reading } from '../reading.js';
import type { Evidence, Seen } from '../rule.js';
import { flawsOf, flawsOfId } from './errors.js';
import { distinct, hasMalformedIdAt, lastSegment, operationsAt, seen, unseen } from './seen.js';

/** Something that is wrong with a request. Responses to requests with nothing else wrong show how a service rejects it. */
interface Fault {
  readonly check: Check;
  /** The situation of the error, or the check. */
  readonly name: string;
}

interface FaultyRequest {
  readonly reading: Reading;
  readonly faults: readonly Fault[];
}

/** Returns the order of checks as far as requests that fail two of them show it: they get the response of the first. */
export function orderOfChecks(evidence: Evidence): Seen {
  const faulty = evidence.readings.flatMap((reading) => {
    const faults = faultsOf(evidence, reading);
    return faults === undefined || faults.length === 0 ? [] : [{ reading, faults }];
  });
  const alone = faulty.filter(({ faults }) => faults.length === 1);
  const shown = faulty.flatMap((request) => precedencesIn(request, alone));
  if (shown.length === 0) return unseen('no response shows which of two checks comes first');
  return conclude(shown);
}

function conclude(shown: ReturnType<typeof precedencesIn>): Seen {
  const pairs = checkPairs.map(({ name, checks: both }) => {
    const own = shown.filter(({ first, later }) => both.includes(first) && both.includes(later));
    return { name, both, readings: own.map(({ reading }) => reading), first: distinct(own.map(({ first }) => first)) };
  });
  const known = pairs.flatMap(({ name, both: [one, other], readings, first: [first, ...others] }) =>
    first === undefined || others.length > 0 ? [] : [{ name, readings, first, later: first === one ? other : one }],
  );
  const readings = distinct(shown.map(({ reading }) => reading));
  const order = orderWith(known.map(({ first, later }) => [first, later]));
  if (order === undefined || known.length === 0) return unseen('the responses show no single order', readings);
  const isUsual = order.every((check, index) => check === checks[index]);
  const moved = known.filter(({ first, later }) => checks.indexOf(first) > checks.indexOf(later));
  const inWords = moved.map(({ first, later }) => `${first} before ${later}`).join(', ');
  const seenNames = known.map(({ name }) => name);
  return {
    ...seen(
      isUsual ? 'as-listed' : [...order],
      `${known.length} of ${checkPairs.length} pairs: ${inWords === '' ? 'as listed' : inWords}`,
      readings,
      checkPairs.map(({ name }) => name).filter((name) => !seenNames.includes(name)),
      Object.fromEntries(known.map((pair) => [pair.name, pair.readings])),
    ),
    unknown: Object.fromEntries(
      pairs.filter(({ first }) => first.length > 1).map(({ name }) => [name, 'differs between requests']),
    ),
  };
}

/** What no other check responds with. */
const checkOfStatus: Readonly<Record<number, Check>> = { 401: 'key', 410: 'sunset' };

function precedencesIn({ reading, faults }: FaultyRequest, alone: readonly FaultyRequest[]) {
  const known = faults.map((fault) => {
    const same = alone.filter(({ faults: [only] }) => only?.name === fault.name);
    return { ...fault, readings: likewise(reading, same) };
  });
  // What a service accepts alone is no fault to it.
  const own = known.filter(({ readings }) => !readings.some(({ isAccepted }) => isAccepted));
  const only = checkOfStatus[reading.status ?? 0];
  const first = only === undefined ? firstOf(reading, own) : own.find(({ check }) => check === only);
  if (first === undefined) return [];
  const others = distinct(own.map(({ check }) => check)).filter((check) => check !== first.check);
  return others.map((later) => ({ reading, first: first.check, later }));
}

interface KnownFault extends Fault {
  readonly readings: readonly Reading[];
}

/** Returns the fault whose response a request got; undefined if it is unknown how one of them is rejected, or if several are rejected alike. */
function firstOf(reading: Reading, faults: readonly KnownFault[]): KnownFault | undefined {
  const others = faults.filter(({ check }) => check !== 'key');
  if (others.some(({ readings }) => readings.length === 0)) return undefined;
  for (const look of [textLook, codeLook, statusLook]) {
    const alike = others.filter(({ readings }) => readings.some((other) => look(other) === look(reading)));
    if (distinct(alike.map(({ check }) => check)).length > 1) return undefined;
    if (alike.length > 0) return alike[0];
  }
  return undefined;
}

/** Returns the responses at the operation of a request if there are any: each may have its own texts. */
function likewise({ operation }: Reading, alone: readonly FaultyRequest[]): readonly Reading[] {
  const readings = alone.map(({ reading }) => reading);
  const own = readings.filter((other) => other.operation === operation);
  return own.length > 0 ? own : readings;
}

const statusLook = ({ status }: Reading) => String(status);
const codeLook = (reading: Reading) => `${reading.status} ${JSON.stringify(objectOf(reading.received)?.code)}`;

/** Without the id that was asked for, and without numbers, which belong to the moment. */
function textLook(reading: Reading): string {
  const message = JSON.stringify(objectOf(reading.received)?.message) ?? '';
  const id = lastSegment(reading);
  return `${codeLook(reading)} ${(id === '' ? message : message.replaceAll(id, '')).replace(/\d+/g, '0')}`;
}

const checkOf: { readonly [Situation in ErrorSituation]?: Check } = {
  'path-unknown': 'path',
  'pet-unknown': 'pet',
  'pet-id-malformed': 'pet-id',
  'pet-id-beyond-int64': 'pet-id',
  'content-type-wrong': 'content-type',
  'content-type-missing': 'content-type',
  'body-empty': 'json',
  'body-malformed': 'json',
  'body-no-object': 'json',
  'field-missing': 'fields',
  'field-wrong': 'fields',
  'field-unknown': 'fields',
};

/** Returns what is wrong with a request; undefined if that is uncertain. */
function faultsOf(evidence: Evidence, reading: Reading): Fault[] | undefined {
  const { status = 0, isCached, isLimited, isSpecial, isUsualPath, credential } = reading;
  const isOwn = status !== 0 && status < 500 && !isCached && !isLimited && !isSpecial && isUsualPath;
  const isStranger =
    credential.kind === 'none' ||
    (credential.kind === 'bearer' && credential.standing === 'wrong') ||
    (credential.kind === 'misplaced' && credential.where === 'basic');
  if (!isOwn || !(isStranger || reading.isKeyed)) return undefined;
  const isOtherMethod = reading.operation === undefined && operationsAt(reading, evidence).length > 0;
  const others = isOtherMethod ? faultsOfMethod(evidence, reading) : faultsOfRequest(evidence, reading);
  return (
    others && [
      ...(isStranger ? [{ check: 'key', name: 'key' } as const] : []),
      ...(isPastSunset(evidence, reading) ? [{ check: 'sunset', name: 'sunset' } as const] : []),
      ...others,
    ]
  );
}

function faultsOfMethod(evidence: Evidence, reading: Reading): Fault[] | undefined {
  const { method, url } = reading.exchange.request;
  if (method === 'HEAD' || method === 'OPTIONS' || url.includes('?')) return undefined;
  const ofId: Fault[] = hasMalformedIdAt(reading, evidence) ? [{ check: 'pet-id', name: 'pet-id-malformed' }] : [];
  return [{ check: 'method', name: 'method' }, ...ofId];
}

function faultsOfRequest(evidence: Evidence, reading: Reading): Fault[] | undefined {
  const named = flawsOf(evidence, reading).map(
    ({ situation, statuses }): ErrorSituation | undefined =>
      situation ?? (statuses.includes(404) && isUnlisted(evidence, reading) ? 'pet-unknown' : undefined),
  );
  const faults = named.flatMap((name): Fault[] => {
    const check = name && checkOf[name];
    return name === undefined || check === undefined ? [] : [{ check, name }];
  });
  return faults.length === named.length ? faults : undefined;
}

/** A list shows only to its own key which pets there are. */
function isUnlisted(evidence: Evidence, { isKeyed, pathId }: Reading): boolean {
  if (isKeyed || pathId === undefined) return false;
  const own = evidence.readings.filter((other) => other.isKeyed && other.pathId === pathId);
  return own.some((other) => flawsOfId(evidence, other).some(({ situation }) => situation === 'pet-unknown'));
}

function isPastSunset({ readings }: Evidence, { operation: own }: Reading): boolean {
  return own?.deprecated === true && readings.some(({ operation, status }) => operation === own && status === 410);
}
