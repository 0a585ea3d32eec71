// Long: all conformant services at level exhaust, whole deployments at every level and against each other. No short test shows
// that no service is accused or imitated wrongly once its limit is exceeded, or that a level adds facts and changes none.
import { describe, expect, it } from 'vitest';
import { headerOf } from '../../src/exchange/exchange.js';
import { type Level, levels } from '../../src/exchange/transcript.js';
import { GOOD_KEY, type ServiceResponse } from '../conformant-service/service.js';
import { deployments } from './deployments.js';
import { learnOnce, namedExceptions } from './learn-once.js';
import { differences, fakeOf, type Learned } from './learning.js';
import { scorePair } from './score/score-fake.js';
import { countAspects } from './score/score-responses.js';
import { scoredServices } from './score/scored-services.js';

it('excepts only services that exist', () => {
  const names = scoredServices.map(({ name }) => name);
  expect(namedExceptions.filter((name) => !names.includes(name))).toEqual([]);
});

const others = scoredServices
  .filter(({ name }) => !Object.hasOwn(deployments, name))
  .map((service, index) => ({ service, name: service.name, seed: 1_000 + index }));

describe('a conformant service', () => {
  it.each(others)(
    'is learned without a violation, and its fake responds as it does: $name',
    async ({ service, seed }) => {
      await learnOnce(service, 'exhaust', { seed, count: 154 });
    },
  );
});

const whole = scoredServices.filter(({ name }) => Object.hasOwn(deployments, name));
const learned = new Map<string, Promise<Learned>>();

/** Each is learned once at each level. */
function learnedOf(name: string, level: Level): Promise<Learned> {
  const service = whole.find((each) => each.name === name);
  if (service === undefined) throw new Error(`There is no service “${name}”.`);
  const made =
    learned.get(`${name} ${level}`) ?? learnOnce(service, level, { seed: 1_000 + whole.indexOf(service), count: 154 });
  learned.set(`${name} ${level}`, made);
  return made;
}

/** Where a pet of these repeats its record. */
const links: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'a plain deployment': { id: 'petId', status: 'status' },
  'a Java gateway': { id: 'petId', state: 'status' },
  'a small Go binary': { pet_id: 'petId', stock: 'quantity', status: 'status' },
  'an old PHP shop': { id: 'petId', status: 'status' },
  'cloud functions': { petId: 'petId', status: 'status' },
  'a .NET service': { id: 'petId', status: 'status' },
};

describe.each(whole)('$name', ({ name, plan, make }) => {
  it.each(levels)('is learned and imitated at level %s', async (level) => {
    const { profile } = await learnedOf(name, level);
    expect(profile.questions['pet-shape']?.choice).toMatchObject({ fromStock: links[name] });
  });

  it('has the same profile at every level, as far as a level sees it', async () => {
    const [read, write, exhaust] = await Promise.all(
      levels.map(async (level) => (await learnedOf(name, level)).profile),
    );
    if (read === undefined || write === undefined || exhaust === undefined) throw new Error('There are three levels.');
    expect(differences(read, write)).toEqual([]);
    expect(differences(exhaust, read)).toEqual([]);
    expect(differences(write, exhaust)).toEqual([]);
  });

  it('is equal to itself', async () => {
    const score = await scorePair(make(), make(), { seed: 7, count: 200, plan });
    expect(countAspects(score.responses)).toEqual([]);
    expect(score.responses.length).toBeGreaterThanOrEqual(200);
  });
});

it('finds many differences between every two of them', async () => {
  const profiles = await Promise.all(whole.map(async ({ name }) => (await learnedOf(name, 'exhaust')).profile));
  for (const [index, profile] of profiles.entries()) {
    for (const other of profiles.slice(index + 1)) {
      const questions = differences(profile, other).flatMap(({ path }) => /^question\/([^/]+)/.exec(path)?.[1] ?? []);
      expect(new Set(questions).size).toBeGreaterThan(6);
    }
  }
});

it('marks all of a 429 as a guess, unless the run has seen one', async () => {
  const assumedAfter = async (level: Level) => {
    const { profile } = await learnedOf('a plain deployment', level);
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
