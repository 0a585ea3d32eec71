import type { Tone } from '../../src/dashboard/parts/tone.js';
import { dateAndTime, formatDuration } from '../../src/spec/times.js';
import { exitTones, Legend } from '../report/html/page.js';
import type { RunLine } from './run-line.js';

const HEIGHT = 40;
const WIDTH = 10;
/** The strip below the bars that marks changes. */
const MARK_HEIGHT = 6;
/** On a phone, more bars leave no room for gaps between them. */
const MOST_APART = 60;

const CHANGED: Tone = 'limited';
const exitNames = { 0: 'no violations', 1: 'violations', 3: 'stopped early' } as const;

interface RunsProps {
  readonly runs: readonly RunLine[];
}

/** A bar for each run in the colour of its result, with a mark below where something changed. */
export function RunBars({ runs }: RunsProps) {
  const slots = slotsOf(runs);
  const codes = ([0, 1, 3] as const).filter((code) => runs.some(({ exitCode }) => exitCode === code));
  return (
    <figure class={`trend${slots.length > MOST_APART ? ' dense' : ''}`}>
      <svg
        viewBox={`0 0 ${slots.length * WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${runs.length} runs, ${runs.filter(({ exitCode }) => exitCode === 1).length} with violations`}
      >
        {slots.map((slot, index) =>
          slot.kind === 'run' ? (
            <RunBar key={index} run={slot.run} x={index * WIDTH} />
          ) : (
            <GapBar key={index} ms={slot.toMs - slot.fromMs} x={index * WIDTH} />
          ),
        )}
      </svg>
      <StartAndEnd runs={runs} />
      <figcaption>
        {codes.map((code) => (
          <Legend key={code} tone={exitTones[code]}>
            {exitNames[code]}
          </Legend>
        ))}
        {runs.some(({ changes }) => changes.length > 0) && <Legend tone={CHANGED}>something changed</Legend>}
        {slots.some(({ kind }) => kind === 'gap') && <Legend mark="dash is-gap">no runs for a while</Legend>}
      </figcaption>
    </figure>
  );
}

function RunBar({ run, x }: { readonly run: RunLine; readonly x: number }) {
  const { exitCode, violated, changes, startedAt } = run;
  const ending = exitCode === 1 ? `${exitNames[1]}: ${violated.join(', ') || 'see the report'}` : exitNames[exitCode];
  return (
    <g>
      <title>{`${dateAndTime(startedAt)} UTC, ${ending}, ${changes.length} changed`}</title>
      <rect class={`is-${exitTones[exitCode]}`} x={x} y="0" width={WIDTH} height={HEIGHT - MARK_HEIGHT - 4} />
      {changes.length > 0 && (
        <rect class={`is-${CHANGED}`} x={x} y={HEIGHT - MARK_HEIGHT} width={WIDTH} height={MARK_HEIGHT} />
      )}
    </g>
  );
}

function GapBar({ ms, x }: { readonly ms: number; readonly x: number }) {
  const middle = (HEIGHT - MARK_HEIGHT - 4) / 2;
  return (
    <g class="gap">
      <title>{`no run for ${formatDuration(ms)}`}</title>
      <rect x={x} y="0" width={WIDTH} height={HEIGHT} />
      <path d={`M${x} ${middle}h${WIDTH}`} />
    </g>
  );
}

/** When the first and the last run began, below their bars. */
function StartAndEnd({ runs }: RunsProps) {
  const times = runs.map(({ startedAt }) => dateAndTime(startedAt, 'minute'));
  const [first] = times;
  const last = times.at(-1);
  return (
    <div class="ends">
      {first !== last && <span>{first}</span>}
      <span>{last} UTC</span>
    </div>
  );
}

/** A line of median response times for each operation. */
export function LatencyCharts({ runs }: RunsProps) {
  const operations = [...new Set(runs.flatMap(({ latency }) => Object.keys(latency)))];
  if (operations.length === 0) return <p class="soft">No response times were measured.</p>;
  return (
    <div class="latency">
      {operations.map((operation) => (
        <LatencyChart key={operation} operation={operation} runs={runs} />
      ))}
    </div>
  );
}

function LatencyChart({ operation, runs }: RunsProps & { readonly operation: string }) {
  const slots = slotsOf(runs);
  const values = slots.map((slot) => (slot.kind === 'run' ? slot.run.latency[operation] : undefined));
  const timed = values.filter((ms) => ms !== undefined);
  const [least, most] = [Math.min(...timed), Math.max(...timed)];
  const top = Math.max(most, 1);
  const last = timed.at(-1) ?? 0;
  const when = runs.at(-1)?.latency[operation] === undefined ? 'when last measured' : 'in the last run';
  const range = least === most ? '' : `, ${formatMs(least)} to ${formatMs(most)} ms in all runs`;
  const points = pointsPath(values, top);
  return (
    <figure class="card card-body">
      <h3>{operation}</h3>
      <p class="small soft">
        {formatMs(last)} ms {when}
        {range}
      </p>
      <svg
        viewBox={`0 0 ${Math.max(1, slots.length - 1) * WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Median of ${operation}: ${formatMs(last)} ms ${when}`}
      >
        <path d={linePath(values, top)} />
        {points !== undefined && <path class="points" d={points} />}
      </svg>
      <StartAndEnd runs={runs} />
    </figure>
  );
}

/** Short times may differ by less than a millisecond, which the line shows. */
function formatMs(ms: number): string {
  return String(Number(ms.toFixed(1)));
}

type Values = readonly (number | undefined)[];

/** Interrupted where nothing was measured; from the left edge to the right one. */
function linePath(values: Values, most: number): string {
  const steps = values.map((ms, index) =>
    ms === undefined ? '' : `${values[index - 1] === undefined ? 'M' : 'L'}${pointOf(ms, index, most)}`,
  );
  // A history of one run is a line, too.
  return values.length === 1 ? `${steps.join('')}h${WIDTH}` : steps.join('');
}

/** A run without neighbours is a point: a line without length whose ends are round. */
function pointsPath(values: Values, most: number): string | undefined {
  const isAlone = (index: number) => values[index - 1] === undefined && values[index + 1] === undefined;
  const points = values.flatMap((ms, index) =>
    ms === undefined || !isAlone(index) ? [] : [`M${pointOf(ms, index, most)}h0`],
  );
  return points.length === 0 || values.length === 1 ? undefined : points.join('');
}

function pointOf(ms: number, index: number, most: number): string {
  return `${index * WIDTH} ${(HEIGHT - 2 - (ms / most) * (HEIGHT - 4)).toFixed(1)}`;
}

/** A step of a trend: a run, or a time without runs. */
type Slot =
  | { readonly kind: 'run'; readonly run: RunLine }
  | { readonly kind: 'gap'; readonly fromMs: number; readonly toMs: number };

/** A gap is longer than the usual time between two runs by this factor. */
const UNUSUAL = 3;
/** A pause of minutes between manual runs is not a gap. */
const SHORTEST_GAP_MS = 600_000;

/** Returns runs in equal steps, with a step for each gap. */
export function slotsOf(runs: readonly RunLine[]): Slot[] {
  const starts = runs.map(({ startedAt }) => Date.parse(startedAt));
  const steps = starts.slice(1).map((ms, index) => ms - (starts[index] ?? ms));
  const usual = [...steps].sort((one, other) => one - other)[Math.floor((steps.length - 1) / 2)] ?? 0;
  const gapMs = Math.max(usual * UNUSUAL, SHORTEST_GAP_MS);
  return runs.flatMap((run, index): Slot[] => {
    const [fromMs, toMs] = [starts[index - 1] ?? Number.NaN, starts[index] ?? Number.NaN];
    const own = { kind: 'run', run } as const;
    // Two runs show no usual time.
    return steps.length > 1 && toMs - fromMs > gapMs ? [{ kind: 'gap', fromMs, toMs }, own] : [own];
  });
}
