import { expect, it } from 'vitest';
import { parseRunLines } from './read-run-lines.js';
import { runLine } from './run-line-for-tests.js';

const line = (requests: number) => `${JSON.stringify(runLine({ requests }))}\n`;

it('reads the runs in order', () => {
  expect(parseRunLines(line(14) + line(15), 'runs.jsonl').map(({ requests }) => requests)).toEqual([14, 15]);
  expect(parseRunLines('', 'runs.jsonl')).toEqual([]);
});

it('leaves out a last line that was cut off', () => {
  expect(parseRunLines(`${line(14)}${line(15).slice(0, 80)}`, 'runs.jsonl')).toHaveLength(1);
});

it.each(['{"version":1}', 'no json', '[]', '{"version":2}'])('refuses the line %s and says which it is', (other) => {
  expect(() => parseRunLines(`${line(14)}${other}\n${line(15)}`, 'history/runs.jsonl')).toThrow(
    'Reading history/runs.jsonl: line 2 is no run of petstore-mock check --history',
  );
});
