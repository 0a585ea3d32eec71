import { describe, expect, it } from 'vitest';
import { conformantVariations } from '../faulty-services/faulty-services.js';
import { differences, learnFrom, learnFromFake } from './learning.js';

/** What a fake cannot imitate, and what differs then. */
const inimitable: Readonly<Record<string, readonly string[]>> = {
  // The fake finds each pet that it lists.
  'the deprecated lookup finds no pet': ['response/getPet/200/found'],
};

/** Without other users, who cannot be imitated, and without thousands of pets, which only take long. */
const variations = conformantVariations.filter(
  ({ isShared, name }) => !isShared && name !== 'the store has 5,000 pets',
);

describe('a conformant service', () => {
  it.each(variations)('is learned without a violation, and imitated: $name', async (one) => {
    const service = await learnFrom(one.make(), { plan: one.plan });
    expect(service.problems).toEqual([]);
    const fake = await learnFromFake(service.profile, { plan: one.plan });
    expect(fake.problems).toEqual([]);
    const found = differences(service.profile, fake.profile).map(({ path }) => path);
    expect(found).toEqual(inimitable[one.name] ?? []);
  });
});

it('names only variations that exist', () => {
  const names = variations.map(({ name }) => name);
  expect(Object.keys(inimitable).filter((name) => !names.includes(name))).toEqual([]);
});
