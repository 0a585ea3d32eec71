// Long: runs the suite against a service before and after each change, and twice against fifty drawn services. No short test
// shows that a comparison names whatever differs, and that nothing differs between two runs at one service.
import { expect, it } from 'vitest';
import type { Level } from '../../src/exchange/transcript.js';
import { createService } from '../conformant-service/create-service.js';
import { drawConformantRun } from '../generated-services/draw-conformant.js';
import { plainDeployment } from './deployments.js';
import { compareLearned, type Learned, learnFrom } from './learning.js';
import { ordinaryChanges } from './ordinary-changes.js';

const before = { ...plainDeployment, headers: () => [['Server', 'pets/9'] as const] };
const levels = ['write', 'exhaust'] as const;
const learned = new Map<Level, Promise<Learned>>();

function learnBefore(level: Level): Promise<Learned> {
  const made = learned.get(level) ?? learnFrom(createService(before), { level });
  learned.set(level, made);
  return made;
}

it.each(Object.entries(ordinaryChanges))('comparing names what has changed: %s', async (_, change) => {
  const { traits, named, isShownAt = 'write', ...changes } = change;
  for (const level of levels.slice(levels.indexOf(isShownAt))) {
    const after = await learnFrom(createService({ ...before, ...traits }, changes), { level });
    const { differences } = compareLearned(await learnBefore(level), after);
    const own = differences.find(({ path }) => named.test(path));
    expect(own, `${level}: ${differences.map(({ path }) => path).join(', ')}`).toBeDefined();
    expect(own?.responses?.map(({ side }) => side)).toEqual(['left', 'right']);
  }
});

it('finds no difference where the order of members, blanks and the case of header names differ', async () => {
  const after = createService(before, {
    finish: (usual) => (call, response) => {
      const { headers, body, ...rest } = usual(call, response);
      const turned = body.replace(/"petId":(\d+),"quantity":(-?\d+)/g, '"quantity": $2, "petId": $1');
      return { ...rest, headers: headers.map(([name, value]) => [name.toLowerCase(), value]), body: `${turned}\n` };
    },
  });
  const found = compareLearned(await learnBefore('write'), await learnFrom(after, { level: 'write' }));
  expect(found.differences).toEqual([]);
});

/** Services without outages, which a rule may count at one time and not at another. */
const runs = Array.from({ length: 65 }, (_, index) => drawConformantRun(index + 1)).filter(
  ({ hasOutage }) => !hasOutage,
);

it.each(runs)(
  'finds no difference between two runs at one service: $name',
  async ({ level, plan, key, make, ...run }) => {
    const { seed, isExclusive, name } = run;
    const options = { level, plan, apiKey: key, isExclusive };
    const first = await learnFrom(make(), options);
    // Days later, with other numbers in ids, and another stock.
    const service = make();
    service.state.requests = 1_234 + seed;
    const { pets } = service.state;
    const quantities = pets.map(({ quantity }) => quantity);
    if (!/store|pet/.test(name))
      for (const [at, pet] of pets.entries()) pet.quantity = quantities[(at * 3 + 1) % pets.length] ?? 1n;
    const second = await learnFrom(service, { ...options, startMs: Date.UTC(2026, 10, 24, 3, 17, 41, 123 + seed) });
    const { differences } = compareLearned(first, second);
    expect(differences.map(({ path, left, right }) => `${path}: ${left} | ${right}`)).toEqual([]);
  },
);
