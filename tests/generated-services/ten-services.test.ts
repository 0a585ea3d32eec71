import { expect, it } from 'vitest';
import { drawConformantRun } from './draw-conformant.js';
import { type Examined, examineAndCheck, falseAlarmsIn, type Row, rows, shareOf } from './score.js';
import { accusationsOf } from './score-text.js';

const seeds = Array.from({ length: 10 }, (_, index) => index + 1);

it('catches most of the first services that are drawn, and accuses none that breaks nothing', async () => {
  const examined: Examined[] = [];
  for (const seed of seeds) examined.push(await examineAndCheck(seed));
  const exclusive = rows.find(({ name }) => name === 'write --exclusive');
  const { caught, all } = shareOf(examined, exclusive as Row);
  expect(all).toBeGreaterThan(5);
  expect(caught / all).toBeGreaterThan(0.7);
  expect(accusationsOf(examined, 'conformant')).toEqual([]);
});

it.each(seeds)('accuses no conformant service: seed %i', async (seed) => {
  const run = drawConformantRun(seed);
  expect(await falseAlarmsIn(run), run.name).toEqual([]);
});
