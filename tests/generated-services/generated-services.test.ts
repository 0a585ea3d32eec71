// Long: more services than ten-services.test.ts draws, and that the drawing, the oracle and the score work.
import { describe, expect, it } from 'vitest';
import { drawConformantRun } from './draw-conformant.js';
import { drawService } from './draw-service.js';
import { examine } from './oracle.js';
import {
  disagreementIn,
  type Examined,
  examineAndCheck,
  falseAlarmsIn,
  intervalOf,
  type Row,
  rows,
  shareOf,
} from './score.js';
import { accusationsOf, scoreText } from './score-text.js';

/** Of a small sample, so that chance fails no test; `npm run mutation-score` measures it. */
const LEAST_CAUGHT = 0.6;
/** The first ten are in ten-services.test.ts. */
const seeds = Array.from({ length: 30 }, (_, index) => index + 11);

it('draws the same service again', () => {
  for (const seed of seeds.slice(0, 15)) {
    expect(drawService(seed).name).toBe(drawService(seed).name);
    expect(examine(drawService(seed))).toEqual(examine(drawService(seed)));
  }
});

it('draws services that break something, and many different ones', () => {
  const services = seeds.map(drawService);
  expect(new Set(services.map(({ operator }) => operator)).size).toBeGreaterThan(15);
  const faulty = services.filter((service) => examine(service).kind === 'faulty');
  expect(faulty.length).toBeGreaterThan(seeds.length / 2);
});

describe('the oracle', () => {
  it.each(seeds)('finds nothing in a sound service: seed %i', (seed) => {
    const service = drawService(seed);
    expect(examine({ ...service, make: service.makeSound })).toEqual({ kind: 'conformant' });
  });
});

it.each([
  ['an update that is undone, only the first', 7105, 'write'],
  ['an update to 0, only the first', 7271, 'write'],
  ['a request that is counted twice', 7040, 'read'],
  ['429s after the third', 7087, 'exhaust'],
  ['429s for a kind of pet', 7203, 'exhaust'],
  ['429s in a burst', 7284, 'exhaust'],
  ['a smaller Limit in the next window', 20052, 'exhaust'],
  ['another format of a Retry-After that is a date', 50144, 'exhaust'],
] as const)('the oracle meets %s', (_what, seed, seenAt) => {
  expect(examine(drawService(seed))).toMatchObject({ kind: 'faulty', seenAt });
});

it.each(seeds)('accuses no conformant service: seed %i', async (seed) => {
  const run = drawConformantRun(seed);
  expect(await falseAlarmsIn(run), run.name).toEqual([]);
});

it('catches most of the services that break something', async () => {
  const examined: Examined[] = [];
  for (const seed of seeds) examined.push(await examineAndCheck(seed));
  const exclusive = rows.find(({ name }) => name === 'write --exclusive');
  const { caught, all } = shareOf(examined, exclusive as Row);
  expect(all).toBeGreaterThan(15);
  expect(caught / all).toBeGreaterThan(LEAST_CAUGHT);
  expect(accusationsOf(examined, 'conformant')).toEqual([]);
});

it('returns the same verdict over sockets', async () => {
  for (const seed of [3, 4]) expect(await disagreementIn(seed)).toBeUndefined();
});

it('returns the same verdict for the same service', async () => {
  for (const seed of seeds.slice(0, 3)) {
    const [first, second] = [await examineAndCheck(seed), await examineAndCheck(seed)];
    expect([...second.isCaught.values()]).toEqual([...first.isCaught.values()]);
    expect(second.accusations).toEqual(first.accusations);
  }
});

it('prints one line for each rule that was violated', () => {
  const one = { service: drawService(1), opinion: { kind: 'open' }, isCaught: new Map() } as const;
  const accusations = ['a/rule at exchange 1: x', 'a/rule at exchange 2: x', 'another/rule at exchange 1: y'];
  expect(accusationsOf([{ ...one, accusations }], 'open')).toEqual([
    expect.stringContaining('a/rule at exchange 1: x'),
    expect.stringContaining('another/rule at exchange 1: y'),
  ]);
});

it('fits its text into 80 columns', () => {
  const isCaught = new Map(rows.map((row) => [row, true]));
  const examined = Array.from({ length: 1_000 }, (_, index) => ({
    service: drawService((index % 20) + 1),
    opinion: { kind: 'open' },
    isCaught,
    accusations: [],
  })) satisfies Examined[];
  const text = scoreText(examined);
  for (const line of text.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
  expect(text).toMatch(/^effect of .* {2}\d+\/\d+ \d+–100 %/m);
});

it('returns the interval of Wilson', () => {
  const [least, most] = intervalOf({ caught: 95, all: 100 });
  expect(least).toBeCloseTo(0.888, 3);
  expect(most).toBeCloseTo(0.978, 3);
});
