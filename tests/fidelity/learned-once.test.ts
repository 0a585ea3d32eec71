// In npm test: 25 services that conform in different ways, each learned and checked once, with everything asserted on that run.
import { expect, it } from 'vitest';
import { learnOnce } from './learn-once.js';
import { scoredServices } from './score/scored-services.js';

/** The whole deployments, and services from all over the list of those that differ in one choice or a few. */
const FIRST = 6;
const OTHERS = 19;
const rest = scoredServices.slice(FIRST);
const step = Math.floor(rest.length / OTHERS);
const chosen = [
  ...scoredServices.slice(0, FIRST),
  ...Array.from({ length: OTHERS }, (_, index) => rest[index * step] ?? rest[0]),
].flatMap((service, index) => (service === undefined ? [] : [{ service, name: service.name, seed: 2_000 + index }]));

it('chooses 25 different services', () => {
  expect(new Set(chosen.map(({ name }) => name)).size).toBe(25);
});

it.each(chosen)(
  'a conformant service is learned without a violation, and its fake responds as it does: $name',
  async (one) => {
    await learnOnce(one.service, 'write', { seed: one.seed, count: 60 });
  },
);
