import { expect, test } from 'vitest';
import type { RequestLine } from '../../admin/schemas/requests.js';
import { lineForTests } from '../live/live-for-tests.js';
import { marksOf as marksAmong } from './marks.js';

const marksOf = (line: RequestLine, contract: string[] = [], manners: string[] = []) => {
  const of = (texts: string[]) => ({ value: new Map(texts.length === 0 ? [] : [[line.number, texts]]) });
  return marksAmong(line, { contractViolations: of(contract), mannersViolations: of(manners) });
};

test('a conformant request has no mark', () => {
  expect(marksOf(lineForTests({ assumed: ['ban-status'] }))).toEqual([]);
});

test('a reset has no mark: its missing status shows it', () => {
  expect(marksOf(lineForTests({ status: null, cut: 'reset' }))).toEqual([]);
});

test('a disconnected client is distinguished from a truncated response, with or without a status', () => {
  for (const status of [200, null]) {
    expect(marksOf(lineForTests({ status, cut: 'left' })).map(({ label }) => label)).toEqual(['client left']);
  }
});

test('marks have explanations, the most severe first', () => {
  const line = lineForTests({ cut: 'truncated', fault: '3' });
  const marks = marksOf(line, ['body/json: no JSON'], ['It was sent 3 s before the end of Retry-After.']);
  expect(marks.map(({ label }) => label)).toEqual(['violates a rule', 'ill-mannered', 'cut off', 'fault 3']);
  expect(marks.flatMap(({ words }) => words)).toEqual([
    'body/json: no JSON',
    'It was sent 3 s before the end of Retry-After.',
    'The connection closed halfway through the body.',
    'Fault 3 applied.',
  ]);
});

test('a replayed request names the one that it repeats', () => {
  const [mark] = marksOf(lineForTests({ number: 9, replayOf: 7 }));
  expect(mark).toMatchObject({ kind: 'replay', label: 'replay of #7' });
});
