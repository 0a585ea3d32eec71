import { expect, test } from 'vitest';
import { createProgressLine } from './check-service.js';

const NOW = Date.UTC(2026, 10, 21, 12);
const wait = (seconds: number) =>
  ({ kind: 'waiting', untilMs: NOW + seconds * 1000, why: 'the limit\u001b[31m resets' }) as const;

function lineOn(sink: { isTTY?: boolean; columns?: number }) {
  let written = '';
  const write = (text: string) => {
    written += text;
  };
  const line = createProgressLine({ write, ...sink }, () => NOW);
  return { line, written: () => written };
}

test('updates one line of a terminal', () => {
  const { line, written } = lineOn({ isTTY: true });
  line.show({ kind: 'sent', sent: 3, budget: 15, remaining: 57 });
  line.clear();
  expect(written().split('\r\u001b[2K').filter(Boolean)).toEqual([
    '3 of at most 15 requests sent, 57 left in the quota',
  ]);
});

test('cuts the text to a narrow line', () => {
  const { line, written } = lineOn({ isTTY: true, columns: 40 });
  line.show({ kind: 'sent', sent: 3, budget: 15, remaining: 57 });
  line.clear();
  const [shown = ''] = written().split('\r\u001b[2K').filter(Boolean);
  expect(shown).toBe('3 of at most 15 requests sent, 57 left…');
});

test('prints only long waits without a terminal', () => {
  const { line, written } = lineOn({});
  line.show({ kind: 'sent', sent: 3, budget: 15, remaining: 57 });
  line.show(wait(1));
  line.show(wait(42));
  line.clear();
  expect(written()).toBe('petstore-mock: waiting until 12:00:42Z: the limit\\u001b[31m resets\n');
});
