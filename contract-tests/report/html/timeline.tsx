import { useContext } from 'preact/hooks';
import { type Tone, toneOf } from '../../../src/dashboard/parts/tone.js';
import { type Exchange, rateLimitsOf } from '../../../src/exchange/exchange.js';
import type { RateLimitState } from '../../../src/spec/rate-limit-headers.js';
import { formatDuration, timeOfDay } from '../../../src/spec/times.js';
import type { Report } from '../report.js';
import { exchangeLine } from '../terminal-text.js';
import { ShownContext } from './exchange.js';
import { formatCount, Legend } from './page.js';

const BAR_WIDTH = 10;
const STRIP_TOP = 66;
const STRIP_HEIGHT = 20;
const HEIGHT = 92;
/** More bars are too narrow for gaps between them. */
const MOST_SEPARATE = 120;
/** More could not be distinguished. The latest are shown, since limits are reached at the end. */
const MOST_BARS = 1_000;

/** Exchanges in order as bars in the colour of their status, and the remaining quota as a line above them. */
export function Timeline({ rules }: Pick<Report, 'rules'>) {
  const { transcript } = useContext(ShownContext);
  const bars = placeBars(transcript.exchanges.slice(-MOST_BARS));
  const [first] = bars;
  const last = bars.at(-1);
  if (first === undefined || last === undefined) return null;
  const violating = new Set(rules.flatMap(({ violations }) => violations.map(({ exchange }) => exchange)));
  const quota = quotaPoints(bars);
  const most = Math.max(0, ...quota.map(({ limit }) => limit));
  const hasQuota = quota.length > 1 && most > 0;
  const top = hasQuota ? 0 : STRIP_TOP;
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
          <BarMark key={bar.x} bar={bar} isViolating={violating.has(bar.exchange.number)} />
        ))}
      </svg>
      <div class="ends">
        <span>{timeOfDay(first.exchange.startedMs)}</span>
        <span>{timeOfDay(last.exchange.endedMs)} UTC</span>
      </div>
      <figcaption>
        {hasQuota && <Legend mark="dash">remaining quota, of {most}</Legend>}
        <StatusLegends exchanges={transcript.exchanges} />
        {transcript.exchanges.length > MOST_BARS && <Legend mark="none">the last {formatCount(MOST_BARS)}</Legend>}
        {violating.size > 0 && <Legend mark="dash is-violation">violation</Legend>}
      </figcaption>
    </figure>
  );
}

function BarMark({ bar, isViolating }: { readonly bar: Bar; readonly isViolating: boolean }) {
  const { transcript, numbers } = useContext(ShownContext);
  const { exchange, x, pauseMs } = bar;
  const marks = (
    <>
      <title>{exchangeLine(exchange.number, transcript)}</title>
      <rect class="hit" x={x} width={BAR_WIDTH} height={HEIGHT} />
      <rect class={`bar is-${toneOfExchange(exchange)}`} x={x} y={STRIP_TOP} width={BAR_WIDTH} height={STRIP_HEIGHT} />
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
      {numbers.has(exchange.number) ? <a href={`#exchange-${exchange.number}`}>{marks}</a> : <g>{marks}</g>}
    </>
  );
}

const toneNames: Readonly<Record<Tone, string>> = {
  ok: '1xx to 3xx',
  refused: '4xx',
  limited: '429',
  failed: '5xx',
  broken: 'no response',
};

function toneOfExchange({ response }: Exchange): Tone {
  return toneOf(response?.status ?? null);
}

function StatusLegends({ exchanges }: { readonly exchanges: readonly Exchange[] }) {
  const counts = (Object.keys(toneNames) as Tone[]).map((tone) => ({
    tone,
    count: exchanges.filter((each) => toneOfExchange(each) === tone).length,
  }));
  return (
    <>
      {counts
        .filter(({ count }) => count > 0)
        .map(({ tone, count }) => (
          <Legend key={tone} tone={tone}>
            <b>{formatCount(count)}</b> {toneNames[tone]}
          </Legend>
        ))}
    </>
  );
}

/** A longer pause between two requests is shown as a gap. */
const PAUSE_MS = 2_000;

interface Bar {
  readonly exchange: Exchange;
  readonly x: number;
  /** The time before it without requests. */
  readonly pauseMs: number;
}

function placeBars(exchanges: readonly Exchange[]): Bar[] {
  let x = -BAR_WIDTH;
  return exchanges.map((exchange, index) => {
    const pauseMs = exchange.startedMs - (exchanges[index - 1]?.endedMs ?? exchange.startedMs);
    x += pauseMs > PAUSE_MS ? 2 * BAR_WIDTH : BAR_WIDTH;
    return { exchange, x, pauseMs };
  });
}

const QUOTA_HEIGHT = 60;

interface QuotaPoint extends RateLimitState {
  readonly x: number;
}

/** Returns the remaining quota of the first key; each key has its own. */
function quotaPoints(bars: readonly Bar[]): QuotaPoint[] {
  const points = bars.flatMap(({ exchange: { request, response }, x }) => {
    const { credential } = request;
    const limits = response?.status === 401 ? undefined : rateLimitsOf(response);
    if (limits === undefined || credential.kind !== 'bearer' || credential.standing === 'made-up') return [];
    return [{ ...limits, key: credential.name, x: x + BAR_WIDTH / 2 }];
  });
  return points.filter(({ key }) => key === points[0]?.key);
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
