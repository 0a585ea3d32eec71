import { counted } from '../../src/spec/quoting.js';
import { dateAndTime } from '../../src/spec/times.js';
import { html, type Markup, pageHead, trusted } from '../report/html/markup.js';
import { style } from '../report/html/style.js';
import { formatChange } from './changes.js';
import type { RunLine } from './run-line.js';
import { latencyCharts, runBars } from './trend-charts.js';

/** More cannot be told apart on a page. */
const MOST_SHOWN = 200;
const MOST_CHANGES = 50;

const ownStyle = `
.trend svg { display: block; width: 100%; height: 64px; margin-top: 10px; }
.trend .gap rect { fill: transparent; stroke: none; }
.trend .gap path { stroke: var(--grey-fill); stroke-width: 2px; stroke-dasharray: 3 4; vector-effect: non-scaling-stroke; }
.dot.gap { height: 0; border-top: 2px dashed var(--grey-fill); border-radius: 0; width: 16px; }
.trend rect { stroke: var(--panel); stroke-width: 1px; vector-effect: non-scaling-stroke; }
.latency { display: grid; grid-template-columns: repeat(auto-fill, minmax(280px, 1fr)); gap: 16px; margin-top: 8px; }
.latency svg { display: block; width: 100%; height: 56px; overflow: visible; margin-top: 8px; }
.latency path { fill: none; stroke: var(--link); stroke-width: 2px; stroke-linejoin: round; stroke-linecap: round; vector-effect: non-scaling-stroke; }
.latency path.points { stroke-width: 5px; }
.latency h3 { font: 600 13px/1.4 var(--mono); }
.changes td { width: auto; }
@media (min-width: 721px) {
  .changes td:first-child { white-space: nowrap; width: 1%; }
  .changes td:nth-child(2) { min-width: 16em; }
}
@media (max-width: 720px) { .trend.dense rect { stroke: none; } }
`;

/** Writes how the runs of a history went as one small page that needs no network and no script. */
export function trendPage(runs: readonly RunLine[]): string {
  const last = runs.at(-1);
  if (last === undefined) return '';
  const shown = runs.slice(-MOST_SHOWN);
  const page = html`${trusted('<!doctype html>')}
<html lang="en">
${pageHead(`Trend of ${last.baseUrl}`, style + ownStyle)}
<body>
<main>
${pageHeader(last, runs.length)}
<section class="panel"><h3>${shown.length < runs.length ? `The last ${shown.length} runs` : counted(runs.length, 'run')}</h3>${runBars(shown)}</section>
${broken(last)}
<section class="part"><h2>What changed</h2>${changes(runs)}</section>
<section class="part"><h2>How long answers take (median)</h2>${latencyCharts(shown)}</section>
</main>
</body>
</html>
`;
  return page.markup;
}

const signs = { 0: '✓', 1: '✗', 3: '!' } as const;
const endings = {
  0: 'Conforms as far as the last run could see',
  1: 'Violates the document',
  3: 'The last run stopped early',
} as const;

function pageHeader(last: RunLine, count: number): Markup {
  const { exitCode, counts, limits } = last;
  const facts: [string, string][] = [
    ['Last run', `${dateAndTime(last.startedAt, 'minute')} UTC`],
    ['Runs', count.toLocaleString('en-GB')],
    ['Level', last.level ?? 'a recording'],
    ['Rules kept', String(counts.pass)],
    ['Broken', String(counts.violation)],
    ['Could not be told', String(counts.inconclusive)],
    ['Requests', String(last.requests)],
    ...(limits === null ? [] : [['Quota left', `${limits.remaining} of ${limits.limit}`] as [string, string]]),
  ];
  return html`<header class="verdict exit-${exitCode}">
<span class="sign" aria-hidden="true">${signs[exitCode]}</span>
<div><p class="muted">Contract checks of</p><h1>${last.baseUrl}</h1><p class="conclusion">${endings[exitCode]}</p></div>
</header>
${last.stopped === null ? undefined : html`<p class="note"><b>The last run stopped early:</b> ${last.stopped}</p>`}
<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function broken(last: RunLine): Markup | undefined {
  if (last.violated.length === 0) return undefined;
  return html`<section class="part"><h2>Broken rules</h2><ul>${last.violated.map((id) => html`<li><code>${id}</code></li>`)}</ul></section>`;
}

/** The newest first. */
function changes(runs: readonly RunLine[]): Markup {
  const all = runs.flatMap((run) => run.changes.map((change) => ({ run, change }))).reverse();
  if (all.length === 0) return html`<p class="muted">Nothing since the first run.</p>`;
  const rows = all
    .slice(0, MOST_CHANGES)
    .map(
      ({ run, change }) =>
        html`<tr><td>${dateAndTime(run.startedAt, 'minute')}</td><td>${change.kind} <code>${change.id}</code></td><td>${formatChange(change)}</td></tr>`,
    );
  const rest =
    all.length > MOST_CHANGES ? html`<p class="muted">And ${all.length - MOST_CHANGES} older ones.</p>` : undefined;
  return html`<table class="changes"><thead><tr><th>When (UTC)</th><th>What</th><th>Before and after</th></tr></thead><tbody>${rows}</tbody></table>${rest}`;
}
