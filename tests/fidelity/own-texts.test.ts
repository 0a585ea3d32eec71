import { expect, it } from 'vitest';
import { createService } from '../conformant-service/create-service.js';
import { GOOD_KEY } from '../conformant-service/service.js';
import type { Situation, Traits } from '../conformant-service/traits.js';
import { plainDeployment } from './deployments.js';
import { differences, fakeOf, learnFrom } from './learning.js';

/** Has unusual texts; those with a changing number cannot be learned. */
const withTexts: Traits = {
  ...plainDeployment,
  error: (situation, status, call) => ({
    code: plainDeployment.error(situation, status, call).code,
    message: texts[situation] ?? `Request ${call.count + 4_000} was rejected.`,
  }),
};
const texts: { readonly [At in Situation]?: string } = {
  'key missing': 'Send a key.',
  'body malformed': 'Send JSON.',
  'body empty': 'Send JSON.',
};

it('never imitates the text of another situation', async () => {
  const { profile } = await learnFrom(createService(withTexts));
  expect(profile.questions['error-messages']?.choice).toEqual({
    'key-missing': 'Send a key.',
    'body-malformed': 'Send JSON.',
    'body-empty': 'Send JSON.',
  });
  const fake = fakeOf(profile);
  const messageTo = (key: string, body: string) => {
    const headers = [['Authorization', `Bearer ${key}`] as const, ['Content-Type', 'application/json'] as const];
    const request = { method: 'PATCH', url: 'https://petstore.test/v1/inventory/1', headers, body };
    return JSON.parse(String(fake.handle(request, Date.UTC(2026, 10, 21, 14)).body)).message;
  };
  expect(messageTo(GOOD_KEY, '{')).toBe('Send JSON.');
  expect(messageTo(GOOD_KEY, '{}')).toMatch(/quantity/);
  expect(messageTo('wrong', '{}')).not.toBe('Send a key.');
  expect(differences(profile, (await learnFrom(fakeOf(profile))).profile)).toEqual([]);
});
