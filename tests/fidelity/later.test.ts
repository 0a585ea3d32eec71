import { expect, it } from 'vitest';
import { makeDeployment } from './deployment.js';
import { deployments } from './deployments.js';
import { differences, learnFrom } from './learning.js';
import { plainTraits, type Traits } from './traits.js';

const level = 'write';

/** The same deployment, when some messages more were sent. */
const later = (traits: Traits, messages: number): Traits => ({
  ...traits,
  messageId: (count, nowMs) => traits.messageId(count + messages, nowMs),
});

it.each(Object.entries(deployments))('%s is the same when it has gone on', async (_, traits) => {
  const { plan } = traits;
  const before = await learnFrom(makeDeployment(traits), { level, plan });
  for (const messages of [7, 98, 123_456]) {
    const { profile } = await learnFrom(makeDeployment(later(traits, messages)), { level, plan });
    expect(differences(before.profile, profile), String(messages)).toEqual([]);
  }
});

it('the season and zeros at the end of a fraction are no difference', async () => {
  const local = (offset: string, digits: RegExp) => (ms: number) =>
    new Date(ms).toISOString().replace(digits, '').replace('Z', offset);
  const [one, other] = await Promise.all(
    [local('+02:00', /$/), local('+01:00', /\d(?=Z)/)].map((createdAt) =>
      learnFrom(makeDeployment({ ...plainTraits, createdAt }), { level }),
    ),
  );
  expect(one && other && differences(one.profile, other.profile)).toEqual([]);
});
