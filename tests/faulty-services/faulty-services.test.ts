import { beforeAll, describe, expect, it } from 'vitest';
import { rules } from '../../src/judge/rules/rules.js';
import { conformantVariations } from './conformant-variations.js';
import { faultyServices } from './faulty-services.js';
import { type Catch, problemsOf, runsOf, tryToAccuse, tryToCatch } from './score.js';

const SEED = 11;
const ids = rules.map(({ id }) => id);

it('has a name of its own for each service', () => {
  const names = [...faultyServices, ...conformantVariations].map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

it('expects only rules that exist', () => {
  const expected = new Set(faultyServices.flatMap(({ caughtBy }) => caughtBy));
  expect([...expected].filter((id) => !ids.includes(id))).toEqual([]);
});

describe('a faulty service', () => {
  const catches = new Map<string, Catch>();

  beforeAll(async () => {
    for (const service of faultyServices) {
      catches.set(service.name, await tryToCatch(service, { level: service.seenAt, isExclusive: true, seed: SEED }));
    }
  });

  it.each(faultyServices.map(({ name, caughtBy }) => ({ name, caughtBy })))(
    'that $name is caught',
    ({ name, caughtBy }) => {
      const by = catches.get(name)?.by ?? [];
      expect(
        by.filter((id) => caughtBy.includes(id)),
        `caught by ${by.join(', ') || 'nothing'}`,
      ).not.toEqual([]);
    },
  );

  it.each(ids)('is caught by %s', (id) => {
    expect([...catches.values()].filter(({ by }) => by.includes(id))).not.toEqual([]);
  });
});

describe('a conformant service', () => {
  it.each(conformantVariations)('is not accused when $name', async (variation) => {
    for (const run of runsOf(variation, [SEED])) {
      const alarm = await tryToAccuse(variation, run);
      expect(alarm && problemsOf(alarm.verdicts), JSON.stringify(run)).toBeUndefined();
    }
  });
});
