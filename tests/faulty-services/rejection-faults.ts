import { isLosslessNumber } from 'lossless-json';
import { isObject, memberOf, readJson } from '../conformant-service/json.js';
import { type Call, type Changes, petOf } from '../conformant-service/steps.js';
import { afterUpdate, availablePets, errorStatus, errorsAs, failing } from './changes.js';
import type { Fault } from './faulty-service.js';

/** Bodies that an update must reject, and how each is recognised. */
const badBodies = {
  missing: { is: (body) => isObject(body) && memberOf(body, 'quantity') === undefined, read: current },
  string: { is: (body) => typeof memberOf(body, 'quantity') === 'string', read: numeric },
  fraction: { is: (body) => isFraction(memberOf(body, 'quantity')), read: numeric },
  null: { is: (body) => memberOf(body, 'quantity') === null, read: numeric },
  boolean: { is: (body) => typeof memberOf(body, 'quantity') === 'boolean', read: numeric },
  array: { is: (body) => Array.isArray(memberOf(body, 'quantity')), read: numeric },
  object: { is: (body) => isObject(memberOf(body, 'quantity')), read: current },
  'empty-body': { is: (_body, text) => text.trim() === '', read: current },
  'malformed-json': { is: (body, text) => body === undefined && text.trim() !== '', read: current },
  'array-body': { is: (body) => Array.isArray(body), read: current },
  'scalar-body': { is: (body) => ['string', 'boolean'].includes(typeof body) || isLosslessNumber(body), read: current },
  'null-body': { is: (body) => body === null, read: current },
} as const satisfies Record<string, BadBody>;

interface BadBody {
  is(body: unknown, text: string): boolean;
  /** Returns the quantity that a careless service reads. */
  read(call: Call): bigint;
}

function current(call: Call): bigint {
  return petOf(call)?.quantity ?? 0n;
}

/** As JavaScript would: `"7"`, true, null and [7] are numbers, 7.5 is 7. */
function numeric({ request }: Call): bigint {
  const value: unknown = JSON.parse(request.body ?? '').quantity;
  const number = Math.trunc(Number(value));
  return Number.isSafeInteger(number) ? BigInt(number) : 0n;
}

function isFraction(value: unknown): boolean {
  return isLosslessNumber(value) && !Number.isInteger(Number(value.value));
}

const isBad = ({ is }: BadBody, { request }: Call) => is(readJson(request.body), request.body ?? '');

const acceptsIt = (bad: BadBody): Changes => ({
  readQuantity: (usual) => (call) => (isBad(bad, call) ? bad.read(call) : usual(call)),
});
const returns = (bad: BadBody, status: number) => failing('updateInventory', status, (call) => isBad(bad, call));

function faultsOf(kind: string, bad: BadBody): [string, Fault][] {
  const common = { breaks: 'update.answers-400', seenAt: 'write', caughtBy: [`update/rejects/${kind}`] } as const;
  return [
    [`accepts a bad body: ${kind}`, { ...common, breaks: 'update.request-body', ...acceptsIt(bad) }],
    [`returns 422 for a bad body: ${kind}`, { ...common, ...returns(bad, 422) }],
    [`returns 500 for a bad body: ${kind}`, { ...common, caughtBy: ['status/documented'], ...returns(bad, 500) }],
  ];
}

/** Updates whose bodies have to be rejected (§4.2). */
export const rejectionFaults: Readonly<Record<string, Fault>> = {
  ...Object.fromEntries(Object.entries(badBodies).flatMap(([kind, bad]) => faultsOf(kind, bad))),
  'rejects every bad body with 422': {
    breaks: 'errors.400',
    seenAt: 'write',
    caughtBy: ['update/rejects/missing', 'status/documented'],
    ...errorStatus(400, 422),
  },
  'empties the stock with each bad body': {
    breaks: 'update.answers-400',
    seenAt: 'write',
    // Of three pets one may be the run's own, which shows it as an update that was not stored; and one gets 0 itself.
    caughtBy: ['update/rejected-changes-nothing', 'update/stored', 'update/only-this-pet'],
    traits: { stock: availablePets(3n, 4n, 5n) },
    ...afterUpdate(400, (pet) => {
      pet.quantity = 0n;
    }),
  },
  'stores a fraction, rounded, and then rejects it': {
    breaks: 'update.answers-400',
    seenAt: 'write',
    caughtBy: ['update/rejected-changes-nothing'],
    ...afterUpdate(400, (pet, call) => {
      if (isBad(badBodies.fraction, call)) pet.quantity = numeric(call);
    }),
  },
  'responds to a bad body with a list of errors': {
    breaks: 'update.answers-400',
    seenAt: 'write',
    caughtBy: ['errors/shape'],
    ...errorsAs((error) => [error], [400]),
  },
};
