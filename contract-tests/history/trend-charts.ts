import { html, type Markup } from '../report/html/markup.js';
import { minuteText } from '../report/minute-text.js';
import type { RunLine } from './run-line.js';

const HEIGHT = 40;
const WIDTH = 10;

const classes = { 0: 'pass', 1: 'violation', 3: 'inconclusive' } as const;
const names = { 0: 'conforms', 1: 'violates', 3: 'stopped early' } as const;

/** A bar for each run in the colour of how it ended; where something changed it is marked below. */
export function runBars(runs: readonly RunLine[]): Markup {
  const bars = runs.map((run, index) => {
    const ending =
      run.exitCode === 1 ? `${names[1]}: ${run.broken.join(', ') || 'see the report'}` : names[run.exitCode];
    const title = `${minuteText(run.startedAt)} UTC, ${ending}, ${run.changes.length} changed`;
    const mark =
      run.changes.length === 0
        ? undefined
        : html`<rect class="waived" x="${index * WIDTH}" y="${HEIGHT - 6}" width="${WIDTH}" height="6"/>`;
    return html`<g><title>${title}</title><rect class="${classes[run.exitCode]}" x="${index * WIDTH}" y="0" width="${WIDTH}" height="${HEIGHT - 10}"/>${mark}</g>`;
  });
  return html`<figure class="trend summary">
<svg viewBox="0 0 ${Math.max(20, runs.length) * WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${describe(runs)}">${bars}</svg>
<div class="ends"><span>${timeOf(runs[0])}</span><span>${timeOf(runs.at(-1))} UTC</span></div>
<figcaption>${Object.entries(names).map(
    ([code, name]) => html`<span class="chip"><i class="dot ${classes[Number(code) as 0 | 1 | 3]}"></i>${name}</span>`,
  )}<span class="chip"><i class="dot waived"></i>something changed</span></figcaption>
</figure>`;
}

function timeOf(run: RunLine | undefined): string {
  return run === undefined ? '' : minuteText(run.startedAt);
}

function describe(runs: readonly RunLine[]): string {
  const bad = runs.filter(({ exitCode }) => exitCode === 1).length;
  return `${runs.length} runs, ${bad} of them found violations`;
}

/** A line of medians for each operation. */
export function latencyCharts(runs: readonly RunLine[]): Markup {
  const operations = [...new Set(runs.flatMap(({ latency }) => Object.keys(latency)))];
  if (operations.length === 0) return html`<p class="muted">No answer was timed.</p>`;
  return html`<div class="latency">${operations.map((operation) => latencyChart(operation, runs))}</div>`;
}

function latencyChart(operation: string, runs: readonly RunLine[]): Markup {
  const points = runs.flatMap(({ latency }, index) => {
    const ms = latency[operation];
    return ms === undefined ? [] : [{ x: index * WIDTH + WIDTH / 2, ms }];
  });
  const most = Math.max(...points.map(({ ms }) => ms), 1);
  const line = points.map(({ x, ms }) => `${x} ${(HEIGHT - (ms / most) * (HEIGHT - 4)).toFixed(1)}`).join('L');
  // A single point is no line: it is drawn as a short one.
  const [first] = points;
  const path = points.length === 1 && first !== undefined ? `${line}h${WIDTH}` : line;
  const last = points.at(-1)?.ms ?? 0;
  return html`<figure class="panel"><h3>${operation}</h3><p class="muted">${last} ms in the last run, ${most} ms at most</p>
<svg viewBox="0 0 ${Math.max(20, runs.length) * WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="Median of ${operation}: ${last} ms in the last run"><path d="M${path}"/></svg></figure>`;
}
