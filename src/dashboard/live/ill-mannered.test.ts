import { expect, it } from 'vitest';
import { illManneredOf } from './ill-mannered.js';

it('tells of each request what is wrong with it, and nothing where it is not sure', () => {
  const rule = { id: 'one', title: '', section: '8.3' };
  const report = {
    from: 1,
    to: 9,
    rules: [
      { ...rule, outcome: 'violation' as const, findings: [{ what: 'too early', exchanges: [4, 5] }] },
      { ...rule, outcome: 'violation' as const, findings: [{ what: 'too often', exchanges: [5] }] },
      { ...rule, outcome: 'inconclusive' as const, findings: [{ what: 'hard to say', exchanges: [7] }] },
    ],
  };
  expect([...illManneredOf(report)]).toEqual([
    [4, ['too early']],
    [5, ['too early', 'too often']],
  ]);
});
