import { useComputed } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { RequestLine } from '../../admin/schemas/requests.js';
import { formatDuration, momentOf } from '../../spec/times.js';
import { useRoom } from '../live/live.js';
import { Card } from '../parts/card.js';
import { compareAliases } from '../parts/format.js';
import { quotaTone } from '../parts/tone.js';
import { useNow } from '../parts/use-loaded.js';
import { addressOf } from '../requests/open-request.js';
import { QuotaGauge } from './quota-gauge.js';

/** The quota of each key as a real service reported it. */
export function ReportedQuotasSection() {
  const { live } = useRoom();
  const keys = useComputed(() => reportedQuotas(live.requests.value)).value;
  const nowMs = useNow();
  const id = useId();
  if (keys.length === 0) {
    return (
      <Card title="Quotas">
        <p class="soft">Quotas appear here as responses report them for each key.</p>
      </Card>
    );
  }
  return (
    <section class="stack" aria-labelledby={id}>
      <header class="row">
        <h2 id={id}>Quotas</h2>
        <span class="faint">per key, from the newest responses</span>
      </header>
      <ul class="key-cards">
        {keys.map((key) => (
          <KeyQuotasCard key={key.alias} {...key} nowMs={nowMs} />
        ))}
      </ul>
    </section>
  );
}

function KeyQuotasCard({ alias, quotas, nowMs }: KeyQuotas & { readonly nowMs: number }) {
  const id = useId();
  return (
    <li class="card key-card" aria-labelledby={id}>
      <h3 class="mono" id={id}>
        {alias}
      </h3>
      {quotas.length === 0 && <p class="small soft">No response reported a limit.</p>}
      <div class="key-quotas">
        {quotas.map((quota) => (
          <ReportedQuotaGauge key={quota.limit} {...quota} nowMs={nowMs} />
        ))}
      </div>
    </li>
  );
}

function ReportedQuotaGauge({
  number,
  limit,
  remaining,
  resetSeconds,
  nowMs,
}: ReportedQuota & { readonly nowMs: number }) {
  const leftMs = resetSeconds * 1_000 - nowMs;
  return (
    <QuotaGauge
      name={
        <>
          reported by{' '}
          <a href={addressOf(number)} aria-label={`Request #${number}`}>
            #{number}
          </a>
        </>
      }
      label={`Requests left of ${limit}`}
      limit={limit}
      remaining={remaining}
      // After the reset, what was left before it does not matter.
      tone={leftMs > 0 ? quotaTone(remaining, limit) : undefined}
    >
      <time title={`X-RateLimit-Reset: ${resetSeconds}, ${momentOf(resetSeconds * 1_000)}`}>
        {leftMs > 0 ? `resets in ${formatDuration(leftMs)}` : `reset was due ${formatDuration(-leftMs)} ago`}
      </time>
    </QuotaGauge>
  );
}

/** The rate-limit headers of the newest response with a certain limit. */
interface ReportedQuota extends NonNullable<RequestLine['limits']> {
  /** Number of the request. */
  readonly number: number;
}

interface KeyQuotas {
  readonly alias: string;
  /** The smallest limit first; empty if no response reported one. */
  readonly quotas: readonly ReportedQuota[];
}

/** Keeps a service that reports a different limit each time from filling the page. */
const MOST_LIMITS = 4;

/**
 * Returns the quota of each key from the newest responses. A response describes one window, and a service may alternate
 * between its minute and its day (§8.2), so each limit is a separate quota. `lines` are newest first.
 */
export function reportedQuotas(lines: readonly RequestLine[]): readonly KeyQuotas[] {
  const keys = new Map<string, Map<number, ReportedQuota>>();
  for (const { key, number, limits } of lines) {
    if (key === null) continue;
    const quotas = keys.get(key) ?? new Map<number, ReportedQuota>();
    keys.set(key, quotas);
    if (limits === null || quotas.has(limits.limit) || quotas.size === MOST_LIMITS) continue;
    quotas.set(limits.limit, { ...limits, number });
  }
  return [...keys]
    .map(([alias, quotas]) => ({ alias, quotas: [...quotas.values()].sort((one, other) => one.limit - other.limit) }))
    .sort((one, other) => compareAliases(one.alias, other.alias));
}
