import { parseRateLimitHeaders, type RateLimitState } from '../../../src/spec/rate-limit-headers.js';
import { type Exchange, headerOf } from '../../../src/transcript/exchange.js';
import { BAR_WIDTH, type Bar } from './bars.js';
import { html, type Markup } from './markup.js';

const QUOTA_HEIGHT = 60;

export interface QuotaPoint extends RateLimitState {
  readonly x: number;
}

/** What was left to the caller who asked most often; others have a quota of their own. */
export function quotaPoints(bars: readonly Bar[]): QuotaPoint[] {
  const caller = mostFrequent(bars.flatMap(({ exchanges }) => exchanges.flatMap((each) => callerOf(each) ?? [])));
  return bars.flatMap(({ exchanges, x }) => {
    const limits = exchanges.flatMap((each) => (callerOf(each) === caller ? (limitsIn(each) ?? []) : [])).at(-1);
    return limits === undefined ? [] : [{ ...limits, x: x + BAR_WIDTH / 2 }];
  });
}

export function quotaLine(points: readonly QuotaPoint[], most: number): Markup | undefined {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const heightOf = ({ remaining }: QuotaPoint) => QUOTA_HEIGHT - Math.min(1, remaining / most) * (QUOTA_HEIGHT - 4);
  const line = points.map((point) => `${point.x} ${heightOf(point).toFixed(1)}`).join('L');
  return html`<path class="quota-area" d="M${first.x} ${QUOTA_HEIGHT}L${line}L${last.x} ${QUOTA_HEIGHT}Z"/><path class="quota-line" d="M${line}"/>`;
}

function limitsIn({ answer }: Exchange): RateLimitState | undefined {
  if (answer === undefined || answer.status === 401) return undefined;
  return parseRateLimitHeaders({ get: (name) => headerOf(answer.headers, name) ?? null });
}

function callerOf({ request: { credential } }: Exchange): string | undefined {
  return credential.kind === 'bearer' && credential.standing !== 'made-up' ? credential.name : undefined;
}

function mostFrequent(names: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}
