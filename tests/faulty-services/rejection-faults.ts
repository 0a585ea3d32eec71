import { isLosslessNumber } from 'lossless-json';
import { type Call, petOf } from './call.js';
import { afterUpdate, errorsAs } from './changes.js';
import type { Changes } from './conformant-service.js';
import type { Fault } from './faulty-service.js';
import { memberOf, readJson } from './usual-seams.js';

/** Bodies that an update must refuse, and how each is told. */
const badBodies = {
  missing: { is: (body) => isBareObject(body) && memberOf(body, 'quantity') === undefined, read: kept },
  string: { is: (body) => typeof memberOf(body, 'quantity') === 'string', read: numeric },
  fraction: { is: (body) => isFraction(memberOf(body, 'quantity')), read: numeric },
  null: { is: (body) => memberOf(body, 'quantity') === null, read: numeric },
  boolean: { is: (body) => typeof memberOf(body, 'quantity') === 'boolean', read: numeric },
  array: { is: (body) => Array.isArray(memberOf(body, 'quantity')), read: numeric },
  object: { is: (body) => isBareObject(memberOf(body, 'quantity')), read: kept },
  'empty-body': { is: (_body, text) => text.trim() === '', read: kept },
  'malformed-json': { is: (body, text) => body === undefined && text.trim() !== '', read: kept },
  'array-body': { is: (body) => Array.isArray(body), read: kept },
  'scalar-body': { is: (body) => ['string', 'boolean'].includes(typeof body) || isLosslessNumber(body), read: kept },
  'null-body': { is: (body) => body === null, read: kept },
} as const satisfies Record<string, BadBody>;

interface BadBody {
  is(body: unknown, text: string): boolean;
  /** What a careless service makes of it, as text. */
  read(call: Call): string;
}

function kept(call: Call): string {
  return petOf(call)?.quantity ?? '0';
}

/** As JavaScript would: `"7"`, true, null and [7] are numbers, 7.5 is 7. */
function numeric({ request }: Call): string {
  const value: unknown = JSON.parse(request.body ?? '').quantity;
  const number = Math.trunc(Number(value));
  return Number.isSafeInteger(number) ? String(number) : '0';
}

function isBareObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
}

function isFraction(value: unknown): boolean {
  return isLosslessNumber(value) && !Number.isInteger(Number(value.value));
}

const isBad = ({ is }: BadBody, { request }: Call) => is(readJson(request.body), request.body ?? '');

const acceptsIt = (bad: BadBody): Changes => ({
  readQuantity: (usual) => (call) => (isBad(bad, call) ? bad.read(call) : usual(call)),
});
const answersWith = (bad: BadBody, status: number): Changes => ({
  updateInventory: (usual) => (call) => (isBad(bad, call) ? call.seams.refuse(call, status) : usual(call)),
});

function faultsOf(kind: string, bad: BadBody): [string, Fault][] {
  const common = { breaks: 'update.answers-400', seenAt: 'write', caughtBy: [`update/rejects/${kind}`] } as const;
  return [
    [`accepts a bad body: ${kind}`, { ...common, breaks: 'update.request-body', ...acceptsIt(bad) }],
    [`answers 422 to a bad body: ${kind}`, { ...common, ...answersWith(bad, 422) }],
    [`fails at a bad body: ${kind}`, { ...common, caughtBy: ['status/documented'], ...answersWith(bad, 500) }],
  ];
}

/** What is done to bodies that have to be refused (§4.2). */
export const rejectionFaults: Readonly<Record<string, Fault>> = {
  ...Object.fromEntries(Object.entries(badBodies).flatMap(([kind, bad]) => faultsOf(kind, bad))),
  'refuses every bad body with 422': {
    breaks: 'errors.400',
    seenAt: 'write',
    caughtBy: ['update/rejects/missing', 'status/documented'],
    refuse: (usual) => (call, status) => usual(call, status === 400 ? 422 : status),
  },
  'empties the stock with each bad body': {
    breaks: 'update.answers-400',
    seenAt: 'write',
    caughtBy: ['update/rejected-changes-nothing'],
    setting: { pets: [3, 4, 5].map((id) => ({ petId: String(id), quantity: String(id), status: 'available' })) },
    ...afterUpdate(400, (pet) => {
      pet.quantity = '0';
    }),
  },
  'rounds a fraction and then refuses it': {
    breaks: 'update.answers-400',
    seenAt: 'write',
    caughtBy: ['update/rejected-changes-nothing'],
    ...afterUpdate(400, (pet, call) => {
      if (isBad(badBodies.fraction, call)) pet.quantity = numeric(call);
    }),
  },
  'answers a bad body with a list of errors': {
    breaks: 'update.answers-400',
    seenAt: 'write',
    caughtBy: ['errors/shape'],
    ...errorsAs((error) => [error], [400]),
  },
};
