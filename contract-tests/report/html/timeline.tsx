import { type Tone, toneOf } from '../../../src/dashboard/parts/tone.js';
import { type Exchange, rateLimitsOf } from '../../../src/exchange/exchange.js';
import type { Transcript } from '../../../src/exchange/transcript.js';
import type { RateLimitState } from '../../../src/spec/rate-limit-headers.js';
import { formatDuration, timeOfDay } from '../../../src/spec/times.js';
import type { Report } from '../report.js';
import { exchangeLine } from '../terminal-text.js';
import { formatCount, Legend } from './page.js';

const STRIP_TOP = 66;
const STRIP_HEIGHT = 20;
const HEIGHT = 92;
/** More bars are too narrow for gaps between them. */
const MOST_SEPARATE = 120;

interface TimelineProps {
  readonly transcript: Transcript;
  readonly report: Pick<Report, 'rules'>;
  /** The exchanges that the page shows, and links may lead to. */
  readonly shown: ReadonlySet<number>;
}

/** All exchanges in order as bars in the colour of their status, and the remaining quota as a line above them. */
export function Timeline({ transcript, report: { rules }, shown }: TimelineProps) {
  const bars = placeBars(transcript);
  const [first] = bars;
  const last = bars.at(-1);
  if (first === undefined || last === undefined) return null;
  const violating = new Set(rules.flatMap(({ violations }) => violations.map(({ exchange }) => exchange)));
  const quota = quotaPoints(bars);
  const most = quota.reduce((highest, { limit }) => Math.max(highest, limit), 0);
  const hasQuota = quota.length > 1 && most > 0;
  const top = hasQuota ? 0 : STRIP_TOP;
  const size = barSize(transcript.exchanges.length);
  return (
    <figure class={`timeline${hasQuota ? '' : ' low'}${bars.length > MOST_SEPARATE ? ' dense' : ''}`}>
      <svg
        viewBox={`0 ${top} ${last.x + BAR_WIDTH} ${HEIGHT - top}`}
        preserveAspectRatio="none"
        role="img"
        aria-label="Exchanges in order, and the remaining quota after each"
      >
        {hasQuota && <QuotaLine points={quota} most={most} />}
        {bars.map((bar) => (
          <BarMark key={bar.x} bar={bar} transcript={transcript} shown={shown} violating={violating} />
        ))}
      </svg>
      <div class="ends">
        <span>{timeOfDay(first.exchanges[0].startedMs)}</span>
        <span>{timeOfDay(lastOf(last).endedMs)} UTC</span>
      </div>
      <figcaption>
        {hasQuota && <Legend mark="dash">remaining quota, of {most}</Legend>}
        <StatusLegends transcript={transcript} />
        {size > 1 && <Legend mark="none">a bar is {size} requests in the colour of the worst</Legend>}
        {violating.size > 0 && <Legend mark="dash is-violation">violation</Legend>}
      </figcaption>
    </figure>
  );
}

interface BarProps extends Omit<TimelineProps, 'report'> {
  readonly bar: Bar;
  readonly violating: ReadonlySet<number>;
}

function BarMark({ bar, transcript, shown, violating }: BarProps) {
  const { exchanges, x, pauseMs } = bar;
  const isViolating = exchanges.some(({ number }) => violating.has(number));
  const reachable = exchanges.filter(({ number }) => shown.has(number));
  const target = reachable.find(({ number }) => violating.has(number)) ?? reachable[0];
  const marks = (
    <>
      <title>{titleOf(bar, transcript)}</title>
      <rect class="hit" x={x} width={BAR_WIDTH} height={HEIGHT} />
      <rect class={`bar is-${worstOf(exchanges)}`} x={x} y={STRIP_TOP} width={BAR_WIDTH} height={STRIP_HEIGHT} />
      {isViolating && <rect class="violating" x={x} y={HEIGHT - 4} width={BAR_WIDTH} height="4" />}
    </>
  );
  return (
    <>
      {pauseMs > PAUSE_MS && (
        <g class="pause">
          <title>{`nothing was sent for ${formatDuration(pauseMs)}`}</title>
          <rect x={x - BAR_WIDTH} width={BAR_WIDTH} height={HEIGHT} />
          <path d={`M${x - BAR_WIDTH / 2} 0V${HEIGHT}`} />
        </g>
      )}
      {target === undefined ? <g>{marks}</g> : <a href={`#exchange-${target.number}`}>{marks}</a>}
    </>
  );
}

function titleOf(bar: Bar, transcript: Transcript): string {
  const [first] = bar.exchanges;
  if (bar.exchanges.length === 1) return exchangeLine(first.number, transcript);
  return `#${first.number} to #${lastOf(bar).number}`;
}

/** From the least to the most alarming. */
const toneNames: Readonly<Record<Tone, string>> = {
  ok: '1xx to 3xx',
  refused: '4xx',
  limited: '429',
  failed: '5xx',
  broken: 'no response',
};
const tones = Object.keys(toneNames) as Tone[];

function toneOfExchange({ response }: Exchange): Tone {
  return toneOf(response?.status ?? null);
}

/** The tone that a reader must not miss. */
function worstOf(exchanges: readonly Exchange[]): Tone {
  const own = exchanges.map(toneOfExchange);
  return tones.findLast((tone) => own.includes(tone)) ?? 'ok';
}

function StatusLegends({ transcript: { exchanges } }: Pick<TimelineProps, 'transcript'>) {
  const own = exchanges.map(toneOfExchange);
  return (
    <>
      {tones
        .filter((tone) => own.includes(tone))
        .map((tone) => (
          <Legend key={tone} tone={tone}>
            <b>{formatCount(own.filter((each) => each === tone).length)}</b> {toneNames[tone]}
          </Legend>
        ))}
    </>
  );
}

/** Of one bar. */
const BAR_WIDTH = 10;
/** A longer pause between two requests is shown as a gap. */
const PAUSE_MS = 2_000;
/** More could not be distinguished. */
const MOST_BARS = 400;

/** Consecutive exchanges: one, or several of very many. */
interface Bar {
  readonly exchanges: readonly [Exchange, ...Exchange[]];
  readonly x: number;
  /** The time before it without requests. */
  readonly pauseMs: number;
}

function placeBars({ exchanges }: Transcript): Bar[] {
  let x = 0;
  let before: Exchange | undefined;
  const size = barSize(exchanges.length);
  return exchanges.flatMap((exchange, index) => {
    if (index % size !== 0) return [];
    const pauseMs = before === undefined ? 0 : exchange.startedMs - before.endedMs;
    if (before !== undefined) x += pauseMs > PAUSE_MS ? 2 * BAR_WIDTH : BAR_WIDTH;
    const others = exchanges.slice(index + 1, index + size);
    before = others.at(-1) ?? exchange;
    return { exchanges: [exchange, ...others], x, pauseMs };
  });
}

/** Returns how many exchanges share a bar. */
function barSize(count: number): number {
  return Math.ceil(count / MOST_BARS);
}

function lastOf({ exchanges }: Bar): Exchange {
  return exchanges.at(-1) ?? exchanges[0];
}

const QUOTA_HEIGHT = 60;

interface QuotaPoint extends RateLimitState {
  readonly x: number;
}

/** Returns the remaining quota of the most frequent caller; each caller has its own quota. */
function quotaPoints(bars: readonly Bar[]): QuotaPoint[] {
  const caller = mostFrequent(bars.flatMap(({ exchanges }) => exchanges.flatMap((each) => callerOf(each) ?? [])));
  return bars.flatMap(({ exchanges, x }) => {
    const limits = exchanges.flatMap((each) => (callerOf(each) === caller ? (limitsIn(each) ?? []) : [])).at(-1);
    return limits === undefined ? [] : [{ ...limits, x: x + BAR_WIDTH / 2 }];
  });
}

function QuotaLine({ points, most }: { readonly points: readonly QuotaPoint[]; readonly most: number }) {
  const heightOf = ({ remaining }: QuotaPoint) => QUOTA_HEIGHT - Math.min(1, remaining / most) * (QUOTA_HEIGHT - 4);
  const line = points.map((point) => `${point.x} ${heightOf(point).toFixed(1)}`).join('L');
  return (
    <>
      <path class="quota-area" d={`M${points[0]?.x} ${QUOTA_HEIGHT}L${line}L${points.at(-1)?.x} ${QUOTA_HEIGHT}Z`} />
      <path class="quota-line" d={`M${line}`} />
    </>
  );
}

function limitsIn({ response }: Exchange): RateLimitState | undefined {
  if (response === undefined || response.status === 401) return undefined;
  return rateLimitsOf(response);
}

function callerOf({ request: { credential } }: Exchange): string | undefined {
  return credential.kind === 'bearer' && credential.standing !== 'made-up' ? credential.name : undefined;
}

function mostFrequent(names: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}
