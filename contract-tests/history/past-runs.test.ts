import { expect, it } from 'vitest';
import { sampleReport } from '../../tests/report-for-tests.js';
import { frequenciesOf, frequencyText, inHistory, lacksResponses } from './past-runs.js';
import type { RunLine } from './run-line.js';
import { runLine } from './run-line-for-tests.js';

const RULE = 'limits/headers-present';
const WRITES = 'update/stored';

/** A run every 15 minutes; those at some places differ. */
function runsOf(count: number, changes: Partial<RunLine>, ...places: readonly number[]): RunLine[] {
  return Array.from({ length: count }, (_, index) =>
    runLine({
      startedAt: new Date(Date.UTC(2026, 10, 21, 12, 15 * index)).toISOString(),
      ...(places.includes(index) && changes),
    }),
  );
}

const violated = { violated: [RULE], exitCode: 1 } as const;

it('counts the runs that violated a rule', () => {
  const frequencies = frequenciesOf([RULE, 'limits/plan'], runsOf(40, violated, 3, 17, 39));
  expect(frequencies).toEqual([
    { rule: RULE, violated: 3, runs: 40, first: '2026-11-21T12:45:00.000Z', last: '2026-11-21T21:45:00.000Z' },
  ]);
  expect(frequencies.map(frequencyText)).toEqual([
    'violated in 3 of the last 40 runs (8 %), first 2026-11-21 12:45, last 2026-11-21 21:45',
  ]);
});

it('looks at the last hundred runs', () => {
  expect(frequenciesOf([RULE], runsOf(140, violated, 1, 50))).toMatchObject([{ violated: 1, runs: 100 }]);
  expect(frequenciesOf([RULE], runsOf(140, violated, 1))).toEqual([]);
});

it('counts no run that could not show it', () => {
  const nothing = { pass: 0, violation: 0, waived: 0, inconclusive: 40, skipped: 0 };
  const stopped = runsOf(10, { counts: nothing }, 0, 1, 2);
  expect(frequenciesOf([RULE], [...stopped, runLine(violated)])).toMatchObject([{ violated: 1, runs: 8 }]);
  const written = runLine({ level: 'write', violated: [WRITES] });
  expect(frequenciesOf([WRITES], [...runsOf(9, {}), written])).toMatchObject([{ violated: 1, runs: 1 }]);
});

it('adds to a run how often its rules were violated, also one that passes again', () => {
  const changes = [{ path: `rule/${RULE}`, left: 'violated', right: 'passed' }];
  expect(inHistory(runLine({ changes }), runsOf(9, violated, 8), false)).toMatchObject({
    frequencies: [{ rule: RULE, violated: 1, runs: 10 }],
  });
  expect(inHistory(runLine(), runsOf(9, violated, 8), false)).toEqual(runLine());
});

it('tells one run without responses from several in a row', () => {
  const once = inHistory(runLine(), [runLine()], true);
  expect(once.unreached).toBe('once');
  expect(inHistory(runLine(), [runLine(), once], true).unreached).toBe('again');
  expect(inHistory(runLine(), [once, runLine()], true).unreached).toBe('once');
  // Nothing shows that it was ever reached.
  expect(inHistory(runLine(), [], true).unreached).toBe('again');
});

const summary = { ...sampleReport().summary, violation: 0, leftBehind: null, exitCode: 3 } as const;
const stopped = 'two requests in a row got no response: ECONNREFUSED';

it.each([
  [true, { stopped }, []],
  [true, { stopped: null, exitCode: 1 }, [{ response: {} }, { response: undefined }]],
  [false, { stopped: null, exitCode: 0 }, [{ response: undefined }]],
  [false, { stopped: null }, [{ response: {} }]],
  [false, { stopped: 'interrupted' }, [{ response: undefined }]],
  [true, { stopped: 'it returned a web page' }, [{ response: { status: 503 } }]],
  [false, { stopped: 'it returned a web page' }, [{ response: { status: 200 } }, { response: { status: 503 } }]],
  [false, { stopped, violation: 1 }, []],
  [false, { stopped, leftBehind: 'pet 1' }, []],
] as const)('is %s that %j is for lack of responses', (expected, changes, exchanges) => {
  expect(lacksResponses({ ...sampleReport(), summary: { ...summary, ...changes } }, exchanges)).toBe(expected);
});
