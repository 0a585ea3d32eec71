import { expect, it } from 'vitest';
import { runLine } from './run-line-for-tests.js';
import { trendPage } from './trend-page.js';

it('shows how the last run ended and what changed, newest first', () => {
  const change = { path: 'question/list-order', left: 'ascending', right: 'descending' } as const;
  const violation = { path: 'rule/limits/plan', left: 'passed', right: 'violated' } as const;
  const page = trendPage([
    runLine(),
    runLine({ startedAt: '2026-11-21T12:15:00.000Z', changes: [change] }),
    runLine({ startedAt: '2026-11-21T12:30:00.000Z', exitCode: 1, violated: ['limits/plan'], changes: [violation] }),
  ]);
  expect(page).toContain('Violations found in the last run');
  expect(page).toContain(
    '<li><code>limits/plan</code> violated in 1 of the last 3 runs (33 %), on 2026-11-21 12:30</li>',
  );
  expect(page.indexOf('passed → violated')).toBeLessThan(page.indexOf('ascending → descending'));
  expect(page).toContain('3 runs');
});

it('shows how often rules are violated that come and go', () => {
  const violated = { exitCode: 1, violated: ['limits/headers-present'] } as const;
  const page = trendPage([
    ...Array.from({ length: 19 }, (_, index) => runLine(index === 4 ? violated : {})),
    runLine(),
  ]);
  expect(page).toContain('<code>limits/headers-present</code> violated in 1 of the last 20 runs (5 %), on 2026-11-21');
  expect(trendPage([runLine()])).not.toContain('Violated rules');
});

it('draws one bar for each run and one line for each operation', () => {
  const page = trendPage([runLine(), runLine({ latency: { listInventory: 20, getPet: 3 } })]);
  expect(page.match(/<rect class="is-ok"/g)).toHaveLength(2);
  expect(page.match(/<path d="M/g)).toHaveLength(2);
  expect(page).toContain('20 ms in the last run, 12.5 to 20 ms in all runs');
});

it.each([
  [[0.4, 0, 0.9], '0.9 ms in the last run, 0 to 0.9 ms in all runs'],
  [[0, 1, 2], '2 ms in the last run, 0 to 2 ms in all runs'],
  [[12, 30], '30 ms in the last run, 12 to 30 ms in all runs'],
  [[4, 4], '4 ms in the last run'],
])('writes the range of its line: %j', (medians, words) => {
  const page = trendPage(medians.map((ms) => runLine({ latency: { getPet: ms } })));
  expect(page).toContain(`>${words}</p>`);
});

it.each([
  ['2026-11-21T12:00:03.500Z', '2026-11-21T12:00:41.000Z', ['2026-11-21 12:00 UTC']],
  ['2026-11-21T12:00:59.000Z', '2026-11-21T12:01:00.000Z', ['2026-11-21 12:00', '2026-11-21 12:01 UTC']],
])('shows the start of the first and of the last run: %s and %s', (first, last, words) => {
  const page = trendPage([first, last].map((startedAt) => runLine({ startedAt })));
  const [, labels = ''] = /<div class="ends">(.*?)<\/div>/.exec(page) ?? [];
  expect([...labels.matchAll(/<span>(.*?)<\/span>/g)].map(([, text]) => text)).toEqual(words);
});

it.each([1, 2, 8, 40])('fills its width with %i runs, and dates the last one', (count) => {
  const times = Array.from({ length: count }, (_, index) => new Date(Date.UTC(2026, 10, 21, 12, 15 * index)));
  const page = trendPage(times.map((time) => runLine({ startedAt: time.toISOString() })));
  expect(page).toContain(`<svg viewBox="0 0 ${count * 10} 40"`);
  expect(page).toContain(`<rect class="is-ok" x="${(count - 1) * 10}"`);
  const [, labels] = /<div class="ends">(.*?)<\/div>/.exec(page) ?? [];
  expect(labels?.match(/<span>/g)).toHaveLength(count === 1 ? 1 : 2);
  const points = [...page.matchAll(/[ML](\d+) /g)].map(([, x]) => Number(x));
  expect([points[0], points.at(-1)]).toEqual([0, (count - 1) * 10]);
});

it('shows gaps between runs, and interrupts the line there', () => {
  const minutes = [0, 15, 30, 600, 615];
  const page = trendPage(
    minutes.map((minute) => runLine({ startedAt: new Date(Date.UTC(2026, 10, 21, 12, minute)).toISOString() })),
  );
  expect(page).toContain('<title>no run for 9h 30m</title>');
  expect(page).toContain('no runs for a while');
  const line = [...page.matchAll(/<path d="(M[^"]+)">/g)].at(-1)?.[1];
  expect(line?.match(/M/g)).toHaveLength(2);
});

it('draws a measurement without neighbours as a point', () => {
  const page = trendPage([runLine(), runLine({ latency: {} }), runLine()]);
  expect(page).toMatch(/<path class="points" d="M0 [\d.]+h0M20 [\d.]+h0">/);
});

it('explains only the colours that it shows', () => {
  expect(trendPage([runLine()])).not.toContain('stopped early');
});

it('shows at most the last 200 runs', () => {
  const page = trendPage(Array.from({ length: 250 }, () => runLine()));
  expect(page).toContain('The last 200 runs');
  expect(page.match(/<rect class="is-ok"/g)).toHaveLength(200);
});

it('loads and runs nothing, whatever a deployment returned', () => {
  const hostile = '"><script>alert(1)</script>';
  const change = { path: `header/${hostile}`, left: hostile, right: hostile } as const;
  const page = trendPage([runLine({ changes: [change], stopped: hostile, latency: { [hostile]: 1 } })]);
  expect(page).toContain("default-src 'none'");
  expect(page).not.toContain('<script');
});
