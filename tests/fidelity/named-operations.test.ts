import { expect, it } from 'vitest';
import { createService } from '../conformant-service/create-service.js';
import type { Traits } from '../conformant-service/traits.js';
import { plainDeployment } from './deployments.js';
import { differences, fakeOf, learnFrom } from './learning.js';

type Words = (situation: string, operation: string) => string;

const methods: Readonly<Record<string, string>> = { updateInventory: 'PATCH', sendMessage: 'POST' };

/** Names the requested operation in the text of each error. */
const naming = (words: Words): Traits => ({
  ...plainDeployment,
  error: (situation, status, call) => ({
    code: plainDeployment.error(situation, status, call).code,
    message: words(situation, call.operation ?? 'nowhere'),
  }),
});

it.each<[string, Words]>([
  ['the id of the operation', (situation, operation) => `${operation}: ${situation}`],
  ['the id and nothing more', (_, operation) => `${operation} rejected it`],
  ['the method, and an operation without one', (_, operation) => `${methods[operation] ?? 'it'} was rejected`],
])('never imitates the text of another operation that names %s', async (_, words) => {
  for (const level of ['read', 'write'] as const) {
    const { profile } = await learnFrom(createService(naming(words)), { level });
    const fake = fakeOf(profile);
    const request = { method: 'GET', headers: [['Authorization', 'Bearer wrong'] as const], body: undefined };
    const messageAt = (path: string) =>
      JSON.parse(
        String(fake.handle({ ...request, url: `https://petstore.test/v1${path}` }, Date.UTC(2026, 10, 21, 14)).body),
      ).message;
    expect(messageAt('/inventory')).toBe(words('key wrong', 'listInventory'));
    expect(messageAt('/store/orders')).not.toMatch(/listInventory|PATCH/);
    const again = await learnFrom(fakeOf(profile), { level });
    expect(differences(profile, again.profile)).toEqual([]);
    // Where nothing was learned, the fake has its default texts; a text may then be that of a situation, with exceptions.
    const learned = Object(again.profile.questions['error-messages']?.choice);
    for (const [name, text] of Object.entries(Object(profile.questions['error-messages']?.choice))) {
      expect(learned[name] ?? learned[name.slice(name.indexOf(' ') + 1)], name).toBe(text);
    }
  }
});
