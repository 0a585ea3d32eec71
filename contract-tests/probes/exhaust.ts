import type { SuiteOptions } from '../suite.js';
import { type PetKind, type Probe, probe, UPDATE_BODY } from './probe.js';

/** The largest limit that is exhausted unless the user allows more requests. */
export const LARGEST_OVERRUN = 500;
/** What several windows may take together. */
const LARGEST_OVERRUNS = 1_000;

const exhaust = probe.bind(undefined, 'exhaust', 0);

const beyond = (prefers?: PetKind) =>
  exhaust('beyond-the-limit', 'PATCH /inventory/{petId}', '429 unless it is the one; then no change', {
    needs: 'pet',
    body: UPDATE_BODY,
    ...(prefers && { prefers }),
  });
const list = exhaust('list-at-once', 'GET /inventory', 'one of those at once succeeds, and the others get 429');
const orders = exhaust('orders-at-once', 'GET /store/orders', '429 unless it is the one', { coding: 'identity' });
const pet = exhaust('pet-at-once', 'GET /pets/{petId}', '429 unless it is the one');
const message = exhaust('message-at-once', 'POST /messages', '429, if messages use the quota, unless it is the one', {
  needs: 'messages',
  body: '{"message":"A message beyond the limit"}',
});

/** Creates a request for every operation but the list; the update sends the original quantity. */
function others(prefix: string, why: string, rest: Partial<Probe> = {}): readonly [Probe, Probe, Probe] {
  return [
    exhaust(`${prefix}-orders`, 'GET /store/orders', why, rest),
    exhaust(`${prefix}-pet`, 'GET /pets/{petId}', why, rest),
    exhaust(`${prefix}-update`, 'PATCH /inventory/{petId}', why, {
      needs: 'pet',
      body: '{"quantity":{original}}',
      ...rest,
    }),
  ];
}

const keyless = { credential: 'none' } as const;

export const exhaustProbes = {
  overrun: exhaust('overrun', 'GET /inventory', 'until 429, or until more succeeded than the limit allows', {
    atMost: LARGEST_OVERRUN + 1,
  }),
  /** Sent in turn with the list, if nobody else uses the key; the update only when few are left. */
  others: others('overrun', 'served, and counted'),
  /** Each group is sent at once in a window of its own, with another one first. Seven 429s are below any threshold of a ban. */
  atOnce: [
    [list, beyond(), orders, beyond('sold'), pet, message, beyond('largest'), orders],
    [orders, beyond('smallest'), pet, list, message, orders, beyond('pending'), pet],
    [pet, beyond('available'), list, orders, beyond('last'), list, orders, list],
  ],
  /** Sent when the time has passed that the 429 indicated. */
  recovered: [
    exhaust('recovered', 'GET /inventory', 'no longer 429 at the time that the 429 indicated'),
    ...others('recovered', 'no longer 429, either'),
  ],
  afterReset: [
    ...others('after-reset', 'Remaining has risen at Reset'),
    exhaust('after-reset-keyless', 'GET /inventory', '401, as before', keyless),
    ...others('after-reset-keyless', '401, as before', keyless),
    exhaust('after-reset', 'GET /inventory', 'the stock is unchanged'),
  ],
} as const;

export const everyExhaustProbe: readonly Probe[] = Object.values(exhaustProbes).flat(2);

/** Restoring takes a request for each pet of a group, and a list. */
const RESTORING_GROUP = 4;
/** After the limit is reached: all but one of those at once, those that look afterwards, and restoring. */
export const NEEDED_BEYOND_LIMIT =
  exhaustProbes.atOnce[0].length -
  1 +
  exhaustProbes.recovered.length +
  exhaustProbes.afterReset.length +
  RESTORING_GROUP;

type Exhausting = Partial<Pick<SuiteOptions, 'isExclusive'>>;

export function windowsToExhaust(limit: number, { isExclusive = false }: Exhausting): number {
  if (!isExclusive) return 1;
  return Math.max(1, Math.min(exhaustProbes.atOnce.length, Math.floor(LARGEST_OVERRUNS / limit)));
}

/** Returns how many requests exhausting takes. Without a known limit, it is the largest one that is exhausted anyway. */
export function requestsToExhaust(options: Exhausting, limit = LARGEST_OVERRUN): number {
  return windowsToExhaust(limit, options) * (limit + 1 + exhaustProbes.recovered.length) + NEEDED_BEYOND_LIMIT;
}
