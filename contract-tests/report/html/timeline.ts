import { type Exchange, headerOf } from '../../../src/exchange/exchange.js';
import type { Transcript } from '../../../src/exchange/transcript.js';
import { parseRateLimitHeaders, type RateLimitState } from '../../../src/spec/rate-limit-headers.js';
import { timeOfDay } from '../../../src/spec/times.js';
import type { Report } from '../report.js';
import { exchangeLine } from '../terminal-text.js';
import { statusClass } from './exchange.js';
import { html, type Markup } from './markup.js';

const STRIP_TOP = 66;
const STRIP_HEIGHT = 20;
const HEIGHT = 92;
/** More bars are too narrow for gaps between them. */
const MOST_SEPARATE = 120;

/** All exchanges in order as bars in the colour of their status, and the quota that was left as a line above them. */
export function timeline(transcript: Transcript, { rules }: Report, shown: ReadonlySet<number>): Markup | undefined {
  const bars = placeBars(transcript);
  const [first] = bars;
  const last = bars.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const accused = new Set(rules.flatMap(({ violations }) => violations.map(({ exchange }) => exchange)));
  const quota = quotaPoints(bars);
  const most = quota.reduce((highest, { limit }) => Math.max(highest, limit), 0);
  const hasQuota = quota.length > 1 && most > 0;
  const top = hasQuota ? 0 : STRIP_TOP;
  return html`<figure class="timeline${hasQuota ? '' : ' low'}${bars.length > MOST_SEPARATE ? ' dense' : ''}">
<svg viewBox="0 ${top} ${last.x + BAR_WIDTH} ${HEIGHT - top}" preserveAspectRatio="none" role="img" aria-label="Exchanges in order, and the quota left after each">
${hasQuota ? quotaLine(quota, most) : undefined}
${bars.map((bar) => barMarkup(bar, transcript, shown, accused))}
</svg>
<div class="ends"><span>${timeOfDay(first.exchanges[0].startedMs)}</span><span>${timeOfDay(lastOf(last).endedMs)} UTC</span></div>
<figcaption>${legend(transcript, accused.size > 0, hasQuota ? most : undefined)}</figcaption>
</figure>`;
}

function barMarkup(bar: Bar, transcript: Transcript, shown: ReadonlySet<number>, accused: ReadonlySet<number>): Markup {
  const { exchanges, x, pauseMs } = bar;
  const isAccused = exchanges.some(({ number }) => accused.has(number));
  const status = worstOf(exchanges.map(({ response }) => statusClass(response?.status)));
  const reachable = exchanges.filter(({ number }) => shown.has(number));
  const target = reachable.find(({ number }) => accused.has(number)) ?? reachable[0];
  const pause =
    pauseMs > PAUSE_MS
      ? html`<g class="pause"><title>${(pauseMs / 1_000).toFixed(1)} s in which nothing was sent</title><rect x="${x - BAR_WIDTH}" width="${BAR_WIDTH}" height="${HEIGHT}"/><path d="M${x - BAR_WIDTH / 2} 0V${HEIGHT}"/></g>`
      : undefined;
  return html`${pause}<a${target === undefined ? undefined : html` href="#exchange-${target.number}"`}><title>${titleOf(bar, transcript)}</title><rect class="hit" x="${x}" width="${BAR_WIDTH}" height="${HEIGHT}"/><rect class="bar ${status}" x="${x}" y="${STRIP_TOP}" width="${BAR_WIDTH}" height="${STRIP_HEIGHT}"/>${
    isAccused ? html`<rect class="accused" x="${x}" y="${HEIGHT - 4}" width="${BAR_WIDTH}" height="4"/>` : undefined
  }</a>`;
}

function titleOf(bar: Bar, transcript: Transcript): string {
  const [first] = bar.exchanges;
  if (bar.exchanges.length === 1) return exchangeLine(first.number, transcript);
  return `#${first.number} to #${lastOf(bar).number}`;
}

/** The class that a reader must not miss. */
function worstOf(classes: readonly string[]): string {
  return Object.keys(statusNames).findLast((name) => classes.includes(name)) ?? 'no-answer';
}

const statusNames: Readonly<Record<string, string>> = {
  'is-1xx': '1xx',
  'is-2xx': '2xx',
  'is-3xx': '3xx',
  'is-4xx': '4xx',
  limited: '429',
  'is-5xx': '5xx',
  'no-answer': 'no answer',
};

function legend({ exchanges }: Transcript, hasAccused: boolean, most: number | undefined): Markup[] {
  const size = barSize(exchanges.length);
  const classes = exchanges.map(({ response }) => statusClass(response?.status));
  const shown = Object.keys(statusNames).filter((name) => classes.includes(name));
  return [
    ...(most === undefined ? [] : [html`<span class="chip"><i class="dash"></i>quota left, of ${most}</span>`]),
    ...shown.map(
      (name) =>
        html`<span class="chip"><i class="dot ${name}"></i><b>${classes.filter((each) => each === name).length.toLocaleString('en-GB')}</b> ${statusNames[name]}</span>`,
    ),
    ...(size > 1 ? [html`<span class="chip">a bar stands for ${size} requests and shows the worst</span>`] : []),
    ...(hasAccused ? [html`<span class="chip"><i class="dash accused"></i>shows a violation</span>`] : []),
  ];
}

/** Of one bar. */
const BAR_WIDTH = 10;
/** A longer pause between two requests is drawn as a gap. */
const PAUSE_MS = 2_000;
/** More could not be told apart. */
const MOST_BARS = 400;

/** Exchanges that follow each other: one, or several where there are very many. */
interface Bar {
  readonly exchanges: readonly [Exchange, ...Exchange[]];
  readonly x: number;
  /** How long nothing was sent before it. */
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

/** How many exchanges share a bar. */
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

/** What was left to the caller who asked most often; others have a quota of their own. */
function quotaPoints(bars: readonly Bar[]): QuotaPoint[] {
  const caller = mostFrequent(bars.flatMap(({ exchanges }) => exchanges.flatMap((each) => callerOf(each) ?? [])));
  return bars.flatMap(({ exchanges, x }) => {
    const limits = exchanges.flatMap((each) => (callerOf(each) === caller ? (limitsIn(each) ?? []) : [])).at(-1);
    return limits === undefined ? [] : [{ ...limits, x: x + BAR_WIDTH / 2 }];
  });
}

function quotaLine(points: readonly QuotaPoint[], most: number): Markup | undefined {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const heightOf = ({ remaining }: QuotaPoint) => QUOTA_HEIGHT - Math.min(1, remaining / most) * (QUOTA_HEIGHT - 4);
  const line = points.map((point) => `${point.x} ${heightOf(point).toFixed(1)}`).join('L');
  return html`<path class="quota-area" d="M${first.x} ${QUOTA_HEIGHT}L${line}L${last.x} ${QUOTA_HEIGHT}Z"/><path class="quota-line" d="M${line}"/>`;
}

function limitsIn({ response }: Exchange): RateLimitState | undefined {
  if (response === undefined || response.status === 401) return undefined;
  return parseRateLimitHeaders({ get: (name) => headerOf(response.headers, name) ?? null });
}

function callerOf({ request: { credential } }: Exchange): string | undefined {
  return credential.kind === 'bearer' && credential.standing !== 'made-up' ? credential.name : undefined;
}

function mostFrequent(names: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}
