import { expect, it } from 'vitest';
import { violationsByNumber } from './live.js';

const rule = { title: '', section: '8.3', sentence: '' };
const report = {
  from: 1,
  to: 9,
  rules: [
    { ...rule, id: 'one', outcome: 'violation' as const, findings: [{ problem: 'too early', exchanges: [4, 5] }] },
    { ...rule, id: 'two', outcome: 'violation' as const, findings: [{ problem: 'too often', exchanges: [5] }] },
    { ...rule, id: 'three', outcome: 'inconclusive' as const, findings: [{ problem: 'hard to say', exchanges: [7] }] },
  ],
};

it('lists the violations of each exchange, without inconclusive rules', () => {
  expect([...violationsByNumber(report)]).toEqual([
    [4, ['too early']],
    [5, ['too early', 'too often']],
  ]);
});

it('adds the ids of the rules on request, one text for each rule', () => {
  const twice = [
    { problem: 'no list', exchanges: [2] },
    { problem: 'no item', exchanges: [2] },
  ];
  const broken = { ...report, rules: [{ ...rule, id: 'list', outcome: 'violation' as const, findings: twice }] };
  expect([...violationsByNumber(broken, { hasIds: true })]).toEqual([[2, ['list: no list; no item']]]);
});
