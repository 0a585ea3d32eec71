import { parseRateLimitHeaders, type RateLimitState } from '../../../src/spec/rate-limit-headers.js';
import { type Exchange, headerOf } from '../../../src/transcript/exchange.js';
import type { Transcript } from '../../../src/transcript/transcript.js';
import { exchangeLine } from '../exchange-line.js';
import type { Report } from '../report.js';
import { statusClass } from './exchange.js';
import { html, type Markup } from './markup.js';

const BAR = 10;
const QUOTA_HEIGHT = 60;
const STRIP_TOP = 66;
const STRIP_HEIGHT = 20;
const HEIGHT = 92;
/** A longer pause between two requests is drawn as a gap. */
const PAUSE_MS = 2_000;

interface Bar {
  readonly exchange: Exchange;
  readonly x: number;
  /** How long nothing was sent before it. */
  readonly pauseMs: number;
}

/** All exchanges in order as bars in the colour of their status, and the quota that was left as a line above them. */
export function timeline(transcript: Transcript, { rules }: Report): Markup | undefined {
  const bars = placeBars(transcript);
  const [first] = bars;
  const last = bars.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const accused = new Set(rules.flatMap(({ violations }) => violations.map(({ exchange }) => exchange)));
  const quota = quotaPoints(bars);
  const most = quota.reduce((highest, { limit }) => Math.max(highest, limit), 0);
  return html`<figure class="timeline">
<svg viewBox="0 0 ${last.x + BAR} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="Exchanges in order, and the quota left after each">
${quotaLine(quota, most)}
${bars.map((bar) => barMarkup(bar, transcript, accused.has(bar.exchange.number)))}
</svg>
<div class="ends"><span>${timeOf(first.exchange.startedMs)}</span><span>${timeOf(last.exchange.endedMs)} UTC</span></div>
<figcaption>${legend(bars, accused.size > 0, quota.length > 1 ? most : undefined)}</figcaption>
</figure>`;
}

function placeBars({ exchanges }: Transcript): Bar[] {
  let x = 0;
  return exchanges.map((exchange, index) => {
    const before = exchanges[index - 1];
    const pauseMs = before === undefined ? 0 : exchange.startedMs - before.endedMs;
    if (before !== undefined) x += pauseMs > PAUSE_MS ? 2 * BAR : BAR;
    return { exchange, x, pauseMs };
  });
}

function barMarkup({ exchange, x, pauseMs }: Bar, transcript: Transcript, isAccused: boolean): Markup {
  const { number, answer } = exchange;
  const pause =
    pauseMs > PAUSE_MS
      ? html`<g class="pause"><title>${(pauseMs / 1_000).toFixed(1)} s in which nothing was sent</title><rect x="${x - BAR}" width="${BAR}" height="${HEIGHT}"/><path d="M${x - BAR / 2} 0V${HEIGHT}"/></g>`
      : undefined;
  return html`${pause}<a href="#exchange-${number}"><title>${exchangeLine(number, transcript)}</title><rect class="hit" x="${x}" width="${BAR}" height="${HEIGHT}"/><rect class="bar ${statusClass(answer?.status)}" x="${x}" y="${STRIP_TOP}" width="${BAR}" height="${STRIP_HEIGHT}"/>${
    isAccused ? html`<rect class="accused" x="${x}" y="${HEIGHT - 4}" width="${BAR}" height="4"/>` : undefined
  }</a>`;
}

interface QuotaPoint extends RateLimitState {
  readonly x: number;
}

/** What was left to the caller who asked most often; others have a quota of their own. */
function quotaPoints(bars: readonly Bar[]): QuotaPoint[] {
  const caller = mostFrequent(bars.flatMap(({ exchange }) => callerOf(exchange) ?? []));
  return bars.flatMap(({ exchange, x }) => {
    const { answer } = exchange;
    if (answer === undefined || answer.status === 401 || callerOf(exchange) !== caller) return [];
    const limits = parseRateLimitHeaders({ get: (name) => headerOf(answer.headers, name) ?? null });
    return limits === undefined ? [] : [{ ...limits, x: x + BAR / 2 }];
  });
}

function callerOf({ request: { credential } }: Exchange): string | undefined {
  return credential.kind === 'bearer' && credential.standing !== 'made-up' ? credential.name : undefined;
}

function mostFrequent(names: readonly string[]): string | undefined {
  const countOf = (name: string) => names.filter((other) => other === name).length;
  return [...new Set(names)].sort((a, b) => countOf(b) - countOf(a))[0];
}

function quotaLine(points: readonly QuotaPoint[], most: number): Markup | undefined {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined || points.length < 2 || most === 0) return undefined;
  const heightOf = ({ remaining }: QuotaPoint) => QUOTA_HEIGHT - Math.min(1, remaining / most) * (QUOTA_HEIGHT - 4);
  const line = points.map((point) => `${point.x} ${heightOf(point).toFixed(1)}`).join('L');
  return html`<path class="quota-area" d="M${first.x} ${QUOTA_HEIGHT}L${line}L${last.x} ${QUOTA_HEIGHT}Z"/><path class="quota-line" d="M${line}"/>`;
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

function legend(bars: readonly Bar[], hasAccused: boolean, most: number | undefined): Markup[] {
  const classes = bars.map(({ exchange }) => statusClass(exchange.answer?.status));
  const shown = Object.keys(statusNames).filter((name) => classes.includes(name));
  return [
    ...(most === undefined ? [] : [html`<span class="chip"><i class="dash"></i>quota left, of ${most}</span>`]),
    ...shown.map(
      (name) =>
        html`<span class="chip"><i class="dot ${name}"></i><b>${classes.filter((each) => each === name).length}</b> ${statusNames[name]}</span>`,
    ),
    ...(hasAccused ? [html`<span class="chip"><i class="dash accused"></i>shows a violation</span>`] : []),
  ];
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString().slice(11, 19);
}
