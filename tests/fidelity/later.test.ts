// Long: the same deployment has the same profile at another time, and in a watch.
import { expect, it } from 'vitest';
import { lastKnown } from '../../contract-tests/history/settle-changes.js';
import { createService } from '../conformant-service/create-service.js';
import type { Traits } from '../conformant-service/traits.js';
import { deployments, plainDeployment } from './deployments.js';
import { differences, learnFrom } from './learning.js';

const level = 'write';

/** The same deployment, after some more messages. */
const later = (traits: Traits, messages: number): Traits => ({
  ...traits,
  messageId: (count, nowMs) => traits.messageId(count + messages, nowMs),
});

it.each(Object.entries(deployments))('%s has the same profile later', async (_, traits) => {
  const { plan } = traits;
  const before = await learnFrom(createService(traits), { level, plan });
  for (const messages of [7, 98, 123_456]) {
    const { profile } = await learnFrom(createService(later(traits, messages)), { level, plan });
    expect(differences(before.profile, profile), String(messages)).toEqual([]);
  }
});

it.each(Object.entries(deployments))(
  'a watch of %s, each run with its own seed, finds no change',
  async (_, traits) => {
    const { plan } = traits;
    let { profile: known } = await learnFrom(createService(traits), { level, plan });
    for (const seed of [1, 2, 3, 4]) {
      const { profile } = await learnFrom(createService(traits), { level, plan, seed });
      expect(differences(known, profile), String(seed)).toEqual([]);
      known = lastKnown(known, profile);
    }
  },
);

it('ignores the season and zeros at the end of a fraction', async () => {
  const local = (offset: string, digits: RegExp) => (ms: number) =>
    new Date(ms).toISOString().replace(digits, '').replace('Z', offset);
  const [one, other] = await Promise.all(
    [local('+02:00', /$/), local('+01:00', /\d(?=Z)/)].map((createdAt) =>
      learnFrom(createService({ ...plainDeployment, createdAt }), { level }),
    ),
  );
  expect(one && other && differences(one.profile, other.profile)).toEqual([]);
});
