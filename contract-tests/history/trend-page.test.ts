import { expect, it } from 'vitest';
import { runLine } from './run-line-for-tests.js';
import { trendPage } from './trend-page.js';

it('shows how the last run ended and what changed, the newest first', () => {
  const change = { kind: 'question', id: 'list-order', left: 'ascending', right: 'descending' } as const;
  const broken = { kind: 'rule', id: 'limits/plan', left: 'kept', right: 'violated' } as const;
  const page = trendPage([
    runLine(),
    runLine({ startedAt: '2026-11-21T12:15:00.000Z', changes: [change] }),
    runLine({ startedAt: '2026-11-21T12:30:00.000Z', exitCode: 1, broken: ['limits/plan'], changes: [broken] }),
  ]);
  expect(page).toContain('Violates the document');
  expect(page).toContain('<li><code>limits/plan</code></li>');
  expect(page.indexOf('kept → violated')).toBeLessThan(page.indexOf('ascending → descending'));
  expect(page).toContain('3 runs');
});

it('draws one bar for each run and one line for each operation', () => {
  const page = trendPage([runLine(), runLine({ latency: { listInventory: 20, getPet: 3 } })]);
  expect(page.match(/<rect class="pass"/g)).toHaveLength(2);
  expect(page.match(/<path d="M/g)).toHaveLength(2);
  expect(page).toContain('20 ms in the last run, 20 ms at most');
});

it('shows the last 200 of more runs', () => {
  const page = trendPage(Array.from({ length: 250 }, () => runLine()));
  expect(page).toContain('The last 200 runs');
  expect(page.match(/<rect class="pass"/g)).toHaveLength(200);
});

it('may load and run nothing, whatever a deployment answered', () => {
  const hostile = '"><script>alert(1)</script>';
  const change = { kind: 'header', id: hostile, left: hostile, right: hostile } as const;
  const page = trendPage([runLine({ changes: [change], stopped: hostile, latency: { [hostile]: 1 } })]);
  expect(page).toContain('default-src &#39;none&#39;');
  expect(page).not.toContain('<script');
});
