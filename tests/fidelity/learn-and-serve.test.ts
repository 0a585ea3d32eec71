import { describe, expect, it } from 'vitest';
import { headerOf } from '../../src/exchange/exchange.js';
import { type Level, levels } from '../../src/exchange/transcript.js';
import { createService } from '../conformant-service/create-service.js';
import { GOOD_KEY, type ServiceResponse } from '../conformant-service/service.js';
import { deployments, plainDeployment } from './deployments.js';
import { choicesIn, defaultsIn, differences, fakeOf, type Learned, learnFrom } from './learning.js';

const all = Object.entries(deployments).map(([name, traits]) => ({ name, traits }));
const learned = new Map<string, Promise<Learned>>();

/** Each is learned once at each level. */
function learnedOf({ name, traits }: (typeof all)[number], level: Level): Promise<Learned> {
  const known = learned.get(`${name} ${level}`);
  if (known !== undefined) return known;
  const made = learnFrom(createService(traits), { level, plan: traits.plan });
  learned.set(`${name} ${level}`, made);
  return made;
}

describe.each(levels)('at level %s', (level) => {
  it.each(all)('learns the same from the fake as from $name', async (deployment) => {
    const service = await learnedOf(deployment, level);
    expect(service.problems).toEqual([]);
    const fake = await learnFrom(fakeOf(service.profile), { level, plan: deployment.traits.plan });
    expect(fake.problems).toEqual([]);
    expect(differences(service.profile, fake.profile)).toEqual([]);
    expect(choicesIn(fake.profile, service.profile)).toMatchObject(choicesIn(service.profile));
  });

  it.each(all)('reports the default for what could not be observed of $name', async (deployment) => {
    const { profile } = await learnedOf(deployment, level);
    expect(Object.values(defaultsIn(profile))).not.toContain(false);
    expect(Object.keys(defaultsIn(profile))).toEqual(expect.arrayContaining(['ban-threshold', 'ban-status']));
  });
});

/** Where a pet of these repeats its record. */
const links: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'a plain deployment': { id: 'petId', status: 'status' },
  'a Java gateway': { id: 'petId', state: 'status' },
  'a small Go binary': { pet_id: 'petId', stock: 'quantity', status: 'status' },
  'an old PHP shop': { id: 'petId', status: 'status' },
  'cloud functions': { petId: 'petId', status: 'status' },
  'a .NET service': { id: 'petId', status: 'status' },
};

it('marks all of a 429 as a guess, unless the run has seen one', async () => {
  const assumedAfter = async (level: Level) => {
    const { profile } = await learnedOf({ name: 'a plain deployment', traits: plainDeployment }, level);
    const fake = fakeOf(profile, { showAssumptions: true });
    const headers = [['Authorization', `Bearer ${GOOD_KEY}`]] as const;
    const nowMs = Date.UTC(2026, 10, 21, 14);
    const responses = Array.from({ length: 61 }, () =>
      fake.handle({ method: 'GET', url: 'https://petstore.test/v1/inventory', headers, body: undefined }, nowMs),
    );
    const assumed = ({ headers: all }: ServiceResponse) => headerOf(all, 'x-mock-assumed')?.split(', ') ?? [];
    expect(responses.map(({ status }) => status)).toEqual([...Array(60).fill(200), 429]);
    return responses.filter((_, index) => index > 58).map(assumed);
  };
  const [usual, guessed] = await assumedAfter('write');
  expect(usual).not.toContain('rate-limit-fields');
  expect(guessed).toEqual(expect.arrayContaining(['rate-limit-fields', 'retry-after-format', 'error-codes']));
  const [, seen] = await assumedAfter('exhaust');
  expect(seen).not.toContain('rate-limit-fields');
});

it.each(all)('learns at every level what a pet of $name repeats of its record', async (one) => {
  for (const level of levels) {
    const { profile } = await learnedOf(one, level);
    expect(profile.questions['pet-shape']?.choice).toMatchObject({ fromStock: links[one.name] });
  }
});

it.each(all)('finds no difference between the levels for $name', async (one) => {
  const [read, write, exhaust] = await Promise.all(levels.map(async (level) => (await learnedOf(one, level)).profile));
  if (read === undefined || write === undefined || exhaust === undefined) throw new Error('There are three levels.');
  expect(differences(read, write)).toEqual([]);
  expect(differences(exhaust, read)).toEqual([]);
  expect(differences(write, exhaust)).toEqual([]);
});

it('finds many differences between every two of them', async () => {
  const profiles = await Promise.all(all.map(async (one) => (await learnedOf(one, 'exhaust')).profile));
  for (const [index, profile] of profiles.entries()) {
    for (const other of profiles.slice(index + 1)) {
      const questions = differences(profile, other).flatMap(({ path }) => /^question\/([^/]+)/.exec(path)?.[1] ?? []);
      expect(new Set(questions).size).toBeGreaterThan(6);
    }
  }
});
