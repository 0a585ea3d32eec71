import type { Probe } from './probe.js';

/** The largest limit that is run into unless the user allows more requests. */
export const LARGEST_OVERRUN = 500;

const list = { level: 'exhaust', method: 'GET', path: '/inventory', credential: 'key' } as const;

export const exhaustProbes = {
  overrun: {
    ...list,
    name: 'overrun',
    atMost: LARGEST_OVERRUN + 1,
    why: 'until 429, or until more succeeded than the limit allows',
  },
  beyond: {
    level: 'exhaust',
    method: 'PATCH',
    path: '/inventory/{petId}',
    credential: 'key',
    needs: 'pet',
    name: 'beyond-the-limit',
    body: '{"quantity":{quantity}}',
    why: '429, and the stock stays as it is (a fake only)',
  },
  recovered: { ...list, name: 'recovered', why: 'no longer refused at the time that the 429 indicated' },
  afterReset: { ...list, name: 'after-reset', why: 'Remaining has risen at Reset' },
} as const satisfies Record<string, Probe>;
