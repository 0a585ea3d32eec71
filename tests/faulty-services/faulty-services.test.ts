import { describe, expect, it } from 'vitest';
import { rules } from '../../src/judge/rules/index.js';
import type { FaultyService } from './faulty-service.js';
import { conformantVariations, faultyServices } from './faulty-services.js';
import { walkThrough } from './request-script.js';
import { type Catch, tryToCatch } from './score.js';

const SEED = 11;
const ids = rules.map(({ id }) => id);

it('every service has a unique name', () => {
  const names = [...faultyServices, ...conformantVariations].map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

it('expects only rules that exist', () => {
  const expected = new Set(faultyServices.flatMap(({ caughtBy }) => caughtBy));
  expect([...expected].filter((id) => !ids.includes(id))).toEqual([]);
});

describe('a fault', () => {
  it.each(faultyServices)('changes a response, in each service again: $name', ({ make, makeSound }) => {
    const sound = makeSound();
    const [petId = '1', otherId] = sound.state.pets.map((pet) => String(pet.petId));
    const responses = walkThrough(make(), petId, otherId);
    expect(responses).not.toEqual(walkThrough(sound, petId, otherId));
    expect(walkThrough(make(), petId, otherId)).toEqual(responses);
  });
});

describe('a faulty service', () => {
  const catches = new Map<FaultyService, Promise<Catch>>();
  const catchOf = (service: FaultyService) => {
    const known = catches.get(service);
    if (known !== undefined) return known;
    const made = tryToCatch(service, { level: service.seenAt, isExclusive: true, seed: SEED });
    catches.set(service, made);
    return made;
  };

  it.each(faultyServices)('that $name is caught', async (service) => {
    const { by } = await catchOf(service);
    expect(
      by.filter((id) => service.caughtBy.includes(id)),
      `caught by ${by.join(', ') || 'nothing'}`,
    ).not.toEqual([]);
  });

  it.each(ids)('is caught by %s', async (id) => {
    const hopeful = faultyServices.filter(({ caughtBy }) => caughtBy.includes(id));
    const found = await Promise.all(hopeful.map(catchOf));
    expect(found.filter(({ by }) => by.includes(id))).not.toEqual([]);
  });
});
