import type { Level } from '../../src/exchange/transcript.js';
import { type Choice, EXHAUST_NEEDS, isDue, observationsBeyondBudget } from '../probes/choose-probes.js';
import type { Probe } from '../probes/probe.js';
import { update } from '../probes/write-probes.js';

/** Requests that learning sends at most beside those of the level; a Free key allows 60 a minute. */
export const learningBudgets: Readonly<Record<Level, number>> = { read: 18, write: 100, exhaust: 100 };

const again = { level: 'read', method: 'GET', credential: 'key', why: 'the same error for another request' } as const;
const unlisted = { ...again, level: 'write', method: 'PATCH', path: '/inventory/{unlistedId}' } as const;

/**
 * Errors that the level shows for one request only, each for another one: a message is learned if different requests get the same.
 * The updates name no pet, and are sent only where such an update was rejected before.
 */
export const errorProbes: readonly Probe[] = [
  { ...again, name: 'learn-wrong-key', path: '/store/orders', credential: 'made-up key' },
  { ...again, name: 'learn-basic', path: '/store/orders', credential: 'Basic' },
  { ...again, name: 'learn-unknown-path', path: '/no-such-path-either' },
  { ...again, name: 'learn-unknown-method', method: 'PROPFIND', path: '/store/orders' },
  { ...again, name: 'learn-unlisted-pet', path: '/pets/{unlistedId}1' },
  { ...unlisted, name: 'learn-malformed-id', path: '/inventory/not-an-id-either', body: '{"quantity":1}' },
  { ...unlisted, name: 'learn-unlisted-update', path: '/inventory/{unlistedId}1', body: '{"quantity":1}' },
  { ...unlisted, name: 'learn-empty-body', body: '' },
  { ...unlisted, name: 'learn-malformed-body', body: '{"quantity":' },
  { ...unlisted, name: 'learn-array-body', body: '[1]' },
  { ...unlisted, name: 'learn-missing-field', body: '{}' },
  { ...unlisted, name: 'learn-wrong-field', body: '{"quantity":"1"}' },
  { ...unlisted, name: 'learn-negative', body: '{"quantity":-1}' },
  { ...unlisted, name: 'learn-extra-field', body: '{"quantity":1,"petstoreMockCheck":true}' },
  { ...unlisted, name: 'learn-content-type', body: '{"quantity":1}', contentType: 'text/plain' },
];

/** What learning sends in a search; `{value}` and its like stand for what only the search will know. */
export const searches = {
  pet: {
    name: 'learn-pet',
    level: 'read',
    method: 'GET',
    path: '/pets/{anotherPetId}',
    credential: 'key',
    atMost: 3,
    why: 'which fields pets have',
  },
  orders: {
    name: 'learn-orders',
    level: 'read',
    method: 'GET',
    path: '/store/orders',
    credential: 'key',
    why: 'what of the list of orders is there each time',
  },
  messageType: {
    name: 'learn-message-type',
    level: 'write',
    method: 'POST',
    path: '/messages',
    credential: 'key',
    needs: 'messages',
    body: '{"message":42}',
    why: 'what becomes of a message that is no text',
  },
  message: {
    name: 'learn-message',
    level: 'write',
    method: 'POST',
    path: '/messages',
    credential: 'key',
    needs: 'messages',
    body: '{"message":"A third message of petstore-mock learn"}',
    why: 'what ids of messages look like',
  },
  nesting: {
    ...update,
    name: 'learn-nesting',
    body: '{"quantity":{original},"nested":{levels}}',
    atMost: 12,
    why: 'how deep a body may be',
  },
  quantity: {
    ...update,
    name: 'learn-quantity',
    body: '{"quantity":{value}}',
    atMost: 40,
    why: 'the smallest and the largest quantity',
  },
  size: {
    ...update,
    name: 'learn-body-size',
    body: '{"quantity":{original}{spaces}}',
    atMost: 14,
    why: 'how large a body may be, up to 2 MiB',
  },
} as const satisfies Record<string, Probe>;

/** Returns everything that learning may send, in order: first the observations that the level's own budget had no room for. */
export function learningProbes(options: Choice): Probe[] {
  const due = [...errorProbes, ...Object.values(searches)].filter((probe) => isDue(probe, options));
  return [...observationsBeyondBudget(options), ...due];
}

/** Returns how much of the requests that a user allows is kept for what comes after learning. */
export function reservedForLater({ level, maxRequests }: Choice): number {
  return level === 'exhaust' && maxRequests !== undefined ? EXHAUST_NEEDS : 0;
}
