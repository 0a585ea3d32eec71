import { RESERVED_FOR_RESTORING } from '../governor/quota.js';
import { type Probe, probe } from './probe.js';

/** The largest limit that is exhausted unless the user allows more requests. */
export const LARGEST_OVERRUN = 500;

const exhaust = probe.bind(undefined, 'exhaust');

const beyond = exhaust('beyond-the-limit', 'PATCH /inventory/{petId}', '429 unless it is the one; then no change', {
  needs: 'pet',
  body: '{"quantity":{quantity}}',
});
const listAtOnce = exhaust('list-at-once', 'GET /inventory', 'one of those at once succeeds, and the others get 429');

/** Creates a request for every operation but the list; the update sends the original quantity. */
function others(prefix: string, why: string, rest: Partial<Probe> = {}): readonly Probe[] {
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
  /** Sent before those at once, if nobody else uses the key: every operation is served until nothing is left. */
  last: others('last', 'served, and counted'),
  /**
   * Sent at the same time, if nobody else uses the key. Often the first one succeeds, so the list is sent twice. Five that get 429
   * are below the threshold of any ban that a client with connections in parallel could live with.
   */
  atOnce: [
    listAtOnce,
    beyond,
    exhaust('orders-at-once', 'GET /store/orders', '429 unless it is the one'),
    beyond,
    exhaust('pet-at-once', 'GET /pets/{petId}', '429 unless it is the one'),
    listAtOnce,
  ],
  /** Sent when the time has passed that the 429 indicated. */
  recovered: [
    exhaust('recovered', 'GET /inventory', 'no longer 429 at the time that the 429 indicated'),
    ...others('recovered', 'no longer 429, either'),
  ],
  /** Sent when the next Reset has passed. */
  afterReset: [
    ...others('after-reset', 'Remaining has risen at Reset'),
    exhaust('after-reset-keyless', 'GET /inventory', '401, as before', keyless),
    ...others('after-reset-keyless', '401, as before', keyless),
    exhaust('after-reset', 'GET /inventory', 'the stock is unchanged'),
  ],
} as const;

/** After the limit is reached: all but one of those at once, those that look afterwards, and restoring. */
export const NEEDED_BEYOND_LIMIT =
  exhaustProbes.atOnce.length -
  1 +
  exhaustProbes.recovered.length +
  exhaustProbes.afterReset.length +
  RESERVED_FOR_RESTORING;

export const EXHAUST_NEEDS = LARGEST_OVERRUN + 2 + exhaustProbes.last.length + NEEDED_BEYOND_LIMIT;
