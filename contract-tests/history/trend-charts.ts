import { dateAndTime, formatDuration } from '../../src/spec/times.js';
import { html, type Markup } from '../report/html/markup.js';
import type { RunLine } from './run-line.js';

const HEIGHT = 40;
const WIDTH = 10;
/** Of the strip below the bars that tells where something changed. */
const MARK_HEIGHT = 6;
/** On a phone no more bars have room for a line between two. */
const MOST_APART = 60;

const classes = { 0: 'pass', 1: 'violation', 3: 'inconclusive' } as const;
const names = { 0: 'conforms', 1: 'violates', 3: 'stopped early' } as const;

/** A bar for each run in the colour of how it ended; where something changed it is marked below. The bars take the whole width. */
export function runBars(runs: readonly RunLine[]): Markup {
  const slots = slotsOf(runs);
  const timeText = timeTextFor(runs);
  const bars = slots.map((slot, index) =>
    slot.kind === 'run' ? runBar(slot.run, index, timeText) : gapBar(slot, index),
  );
  const codes = ([0, 1, 3] as const).filter((code) => runs.some(({ exitCode }) => exitCode === code));
  const legend = [
    ...codes.map((code) => chip(classes[code], names[code])),
    ...(runs.some(({ changes }) => changes.length > 0) ? [chip('waived', 'something changed')] : []),
    ...(slots.some(({ kind }) => kind === 'gap') ? [chip('gap', 'no runs for a while')] : []),
  ];
  return html`<figure class="trend summary${slots.length > MOST_APART ? ' dense' : ''}">
<svg viewBox="0 0 ${slots.length * WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${describe(runs)}">${bars}</svg>
${startAndEnd(runs)}
<figcaption>${legend}</figcaption>
</figure>`;
}

function runBar(run: RunLine, index: number, timeText: TimeText): Markup {
  const ending =
    run.exitCode === 1 ? `${names[1]}: ${run.violated.join(', ') || 'see the report'}` : names[run.exitCode];
  const title = `${timeText(run.startedAt)} UTC, ${ending}, ${run.changes.length} changed`;
  const x = index * WIDTH;
  const mark =
    run.changes.length === 0
      ? undefined
      : html`<rect class="waived" x="${x}" y="${HEIGHT - MARK_HEIGHT}" width="${WIDTH}" height="${MARK_HEIGHT}"/>`;
  return html`<g><title>${title}</title><rect class="${classes[run.exitCode]}" x="${x}" y="0" width="${WIDTH}" height="${HEIGHT - MARK_HEIGHT - 4}"/>${mark}</g>`;
}

function gapBar({ fromMs, toMs }: Slot & { kind: 'gap' }, index: number): Markup {
  const title = `no run for ${formatDuration(toMs - fromMs)}`;
  const [x, middle] = [index * WIDTH, (HEIGHT - MARK_HEIGHT - 4) / 2];
  return html`<g class="gap"><title>${title}</title><rect x="${x}" y="0" width="${WIDTH}" height="${HEIGHT}"/><path d="M${x} ${middle}h${WIDTH}"/></g>`;
}

function chip(name: string, text: string): Markup {
  return html`<span class="chip"><i class="dot ${name}"></i>${text}</span>`;
}

type TimeText = (isoTime: string) => string;

/** To the minute, unless that would be one time for all of several runs. */
function timeTextFor(runs: readonly RunLine[]): TimeText {
  const minutes = new Set(runs.map(({ startedAt }) => dateAndTime(startedAt, 'minute')));
  const precision = runs.length > 1 && minutes.size === 1 ? 'second' : 'minute';
  return (isoTime) => dateAndTime(isoTime, precision);
}

/** When the first run and the last began, below where they stand. */
function startAndEnd(runs: readonly RunLine[]): Markup {
  const timeText = timeTextFor(runs);
  const times = runs.map(({ startedAt }) => timeText(startedAt));
  const [first] = times;
  const last = times.at(-1);
  const labels = first === last ? [last] : [first, last];
  return html`<div class="ends">${labels.map((label, index) => html`<span>${label}${index === labels.length - 1 ? ' UTC' : ''}</span>`)}</div>`;
}

function describe(runs: readonly RunLine[]): string {
  const bad = runs.filter(({ exitCode }) => exitCode === 1).length;
  return `${runs.length} runs, ${bad} of them found violations`;
}

/** A line of medians for each operation. */
export function latencyCharts(runs: readonly RunLine[]): Markup {
  const operations = [...new Set(runs.flatMap(({ latency }) => Object.keys(latency)))];
  if (operations.length === 0) return html`<p class="muted">No answer was timed.</p>`;
  const slots = slotsOf(runs);
  return html`<div class="latency">${operations.map((operation) => latencyChart(operation, runs, slots))}</div>`;
}

function latencyChart(operation: string, runs: readonly RunLine[], slots: readonly Slot[]): Markup {
  const values = slots.map((slot) => (slot.kind === 'run' ? slot.run.latency[operation] : undefined));
  const timed = values.filter((ms) => ms !== undefined);
  const [least, most] = [Math.min(...timed), Math.max(...timed)];
  const top = Math.max(most, 1);
  const last = timed.at(-1) ?? 0;
  const when = runs.at(-1)?.latency[operation] === undefined ? 'when it was last asked' : 'in the last run';
  return html`<figure class="panel"><h3>${operation}</h3><p class="muted">${formatMs(last)} ms ${when}, ${least === most ? '' : `${formatMs(least)} ms at least, `}${formatMs(most)} ms at most</p>
<svg viewBox="0 0 ${Math.max(1, slots.length - 1) * WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="Median of ${operation}: ${formatMs(last)} ms ${when}"><path d="${linePath(values, top)}"/>${pointsPath(values, top)}</svg>
${startAndEnd(runs)}</figure>`;
}

/** What is short may differ by less than a millisecond, which the line shows. */
function formatMs(ms: number): string {
  return String(Number(ms.toFixed(1)));
}

type Values = readonly (number | undefined)[];

/** Broken where nothing was timed; from the first run at the left edge to the last at the right one. */
function linePath(values: Values, most: number): string {
  const steps = values.map((ms, index) =>
    ms === undefined ? '' : `${values[index - 1] === undefined ? 'M' : 'L'}${pointOf(ms, index, most)}`,
  );
  // A history of one run is a line all the same.
  return values.length === 1 ? `${steps.join('')}h${WIDTH}` : steps.join('');
}

/** Runs with no other beside them are no line: each is one without length, whose ends are round. */
function pointsPath(values: Values, most: number): Markup | undefined {
  const isAlone = (index: number) => values[index - 1] === undefined && values[index + 1] === undefined;
  const points = values.flatMap((ms, index) =>
    ms === undefined || !isAlone(index) ? [] : [`M${pointOf(ms, index, most)}h0`],
  );
  if (points.length === 0 || values.length === 1) return undefined;
  return html`<path class="points" d="${points.join('')}"/>`;
}

function pointOf(ms: number, index: number, most: number): string {
  return `${index * WIDTH} ${(HEIGHT - 2 - (ms / most) * (HEIGHT - 4)).toFixed(1)}`;
}

/** A place on the time line of a trend: a run, or a time without any. */
type Slot =
  | { readonly kind: 'run'; readonly run: RunLine }
  | { readonly kind: 'gap'; readonly fromMs: number; readonly toMs: number };

/** So many times the usual time between two runs is a gap. */
const UNUSUAL = 3;
/** A pause of minutes between runs by hand is none. */
const SHORTEST_GAP_MS = 600_000;

/** Lays runs out in equal steps, with a step for each time in which far more of them would have been usual. */
export function slotsOf(runs: readonly RunLine[]): Slot[] {
  const starts = runs.map(({ startedAt }) => Date.parse(startedAt));
  const steps = starts.slice(1).map((ms, index) => ms - (starts[index] ?? ms));
  const usual = [...steps].sort((one, other) => one - other)[Math.floor((steps.length - 1) / 2)] ?? 0;
  const gapMs = Math.max(usual * UNUSUAL, SHORTEST_GAP_MS);
  return runs.flatMap((run, index): Slot[] => {
    const [fromMs, toMs] = [starts[index - 1] ?? Number.NaN, starts[index] ?? Number.NaN];
    const own = { kind: 'run', run } as const;
    // Two steps alone show no usual one.
    return steps.length > 1 && toMs - fromMs > gapMs ? [{ kind: 'gap', fromMs, toMs }, own] : [own];
  });
}
