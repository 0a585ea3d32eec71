// Long: no name from a store gets into a profile.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { documentLines } from '../../src/json/document-lines.js';
import { createService } from '../conformant-service/create-service.js';
import type { Json } from '../conformant-service/json.js';
import type { Traits } from '../conformant-service/traits.js';
import { plainDeployment } from './deployments.js';
import { differences, fakeOf, learnFrom } from './learning.js';

/** None of them is part of a word of ours. */
const syllable = fc.constantFrom(...'xu vok zib wug jaf quy pyx drol kev'.split(' '));
const plainName = fc
  .array(syllable, { minLength: 2, maxLength: 4 })
  .map((parts) => parts.join(''))
  .filter((name) => name.length >= 4);
/** Each letter in its own case. */
const inAnyCase = (name: string) =>
  fc.array(fc.boolean(), { minLength: name.length, maxLength: name.length }).map((upper) => {
    return [...name].map((letter, index) => (upper[index] ? letter.toUpperCase() : letter)).join('');
  });
const inSomeCase = (name: string) =>
  fc.oneof(fc.constantFrom(name, name.toUpperCase(), name[0]?.toUpperCase() + name.slice(1)), inAnyCase(name));

/** Where a store may have a name. */
const holding: readonly ((name: string) => { readonly [field: string]: Json })[] = [
  (name) => ({ keeper: name }),
  (name) => ({ name }),
  (name) => ({ status: name }),
  (name) => ({ type: name }),
  (name) => ({ owner: { fullName: `${name} Schmidt`, since: 2019 } }),
  (name) => ({ tags: ['vip', name] }),
  (name) => ({ note: `please call ${name} before noon` }),
  (name) => ({ vet: `DR_${name}` }),
  (name) => ({ mail: `${name}.w@shop.example` }),
  (name) => ({ site: `https://shop.example/u/${name}` }),
  (name) => ({ byKeeper: { [`${name}_k`]: 1, 'Some Body': 2 }, keeper: name }),
  (name) => ({ [`${name} (vip)`]: 3, keeper: name }),
];
const separator = fc.constantFrom('_', '-', '.', '/', ' ', '7');

interface Leak {
  readonly name: string;
  readonly held: { readonly [field: string]: Json };
  readonly written: string;
  readonly between: string;
}

const leaks: fc.Arbitrary<Leak> = plainName.chain((name) =>
  fc.record({
    name: fc.constant(name),
    held: fc.tuple(fc.constantFrom(...holding), inSomeCase(name)).map(([hold, written]) => hold(written)),
    written: inSomeCase(name),
    between: separator,
  }),
);

/**
 * A deployment that leaks a name into everything, except what is served as it was: names of fields and headers, codes, and headers
 * and fields of errors that never change. Messages contain it for one pet.
 */
function leaking({ held, written, between }: Leak): Traits {
  const joined = (...words: string[]) => words.join(between);
  return {
    ...plainDeployment,
    error: (situation, status, call) => ({
      ...plainDeployment.error(situation, status, call),
      code: `${joined('not_here', written)}!`,
      message:
        call.petId === ''
          ? 'Rejected.'
          : `Rejected, ask ${joined('team', written)} for pet ${call.petId.length}${call.petId}.`,
      handledBy: `${written} ${call.count}`,
    }),
    pet: ({ petId, status }) => ({ id: BigInt(petId), status, ...held }),
    itemFields: { shelf: held },
    orders: {
      orders: [1, 2, 3].map((id) => ({ id, ...held, totals: id === 2 ? { [written]: id } : { other: id } })),
      byKeeper: { [`${written} (vip)`]: 7 },
      next: written,
    },
    deprecation: [['Deprecation', 'true']],
    messageId: (count) => `${written} ${count}`,
    headers: (count) => [['X-Handled-By', joined(written, String(count))]],
  };
}

it('writes no name from a store into a profile, wherever it leaks', async () => {
  await fc.assert(
    fc.asyncProperty(leaks, async (one) => {
      const { profile } = await learnFrom(createService(leaking(one)), { level: 'write' });
      const lines = documentLines(profile).toLowerCase().split('\n');
      expect(lines.filter((line) => line.includes(one.name))).toEqual([]);
    }),
    { numRuns: 30, seed: 21 },
  );
});

it('learns the same again from a fake whose objects have names as keys', async () => {
  const held = { keeper: 'marta', byKeeper: { marta_k: 1, 'Jonas Weber': 2 }, state: 'available' };
  const traits = leaking({ name: 'marta', held, written: 'marta', between: '-' });
  const { profile } = await learnFrom(createService(traits));
  const again = await learnFrom(fakeOf(profile));
  expect(again.problems).toEqual([]);
  // The challenges to a missing and a wrong key differ in nothing but names, so those of the fake do not differ.
  const found = differences(profile, again.profile).filter(
    ({ path }) => !path.startsWith('question/empty-authorization'),
  );
  expect(found).toEqual([]);
});

const speaking: Traits = {
  ...plainDeployment,
  error: (situation, status, call) => ({
    ...plainDeployment.error(situation, status, call),
    message: 'A new pet is available: ask the shop to place an order, and wait until it is sold or pending.',
  }),
  pet: ({ petId, status }) => ({ id: BigInt(petId), name: `Pet ${petId}`, mood: 'new', kind: 'order', status }),
};

it('learns texts whose words are in the stock, if different requests get them', async () => {
  const { profile } = await learnFrom(createService(speaking), { level: 'read' });
  expect(profile.questions['error-messages']?.choice).toMatchObject({
    unauthorized: expect.stringContaining('A new pet is available'),
  });
});
