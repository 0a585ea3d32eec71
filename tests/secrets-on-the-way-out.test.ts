import { expect, test } from 'vitest';
import { isOrdinary } from '../src/exchange/redactor.js';
import { distinctive, expectNoKey, ways } from './ways-out.js';

test.each(Object.keys(ways) as (keyof typeof ways)[])('shows no key %s, in no form, whole or cut', async (way) => {
  // For the other keys, checks are run in secrets-out-of-checks.test.ts.
  await expectNoKey(way, way === 'outOfCheck' ? distinctive.slice(0, 1) : distinctive);
});

test.each(['available', '1', '4711', 'token', 'a1', '9007199254740993'])(
  'hides the key %s where it is a credential',
  async (key) => {
    for (const out of Object.values(ways)) {
      for (const text of Object.values(await out(key, key)) as string[]) expect(text).not.toContain(`Bearer ${key}`);
    }
    expect(isOrdinary(key)).toBe(key !== 'a1');
  },
);
