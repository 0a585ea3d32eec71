import { quotaTone } from '../parts/quota-tone.js';
import { lengthOf, momentOf } from '../parts/tell-time.js';
import { addressOf } from '../requests/open-request.js';
import { QuotaGauge } from './quota-gauge.js';
import type { ToldQuota } from './told-quotas.js';

interface ToldQuotaGaugeProps {
  readonly quota: ToldQuota;
  readonly nowMs: number;
}

/** A quota as an answer told it: who told it, what was left then, and when it resets by that. */
export function ToldQuotaGauge({ quota: { number, limit, remaining, resetSeconds }, nowMs }: ToldQuotaGaugeProps) {
  const leftMs = resetSeconds * 1_000 - nowMs;
  return (
    <QuotaGauge
      name={
        <>
          told by{' '}
          <a href={addressOf(number)} aria-label={`Request #${number}`}>
            #{number}
          </a>
        </>
      }
      label={`Requests left of ${limit}`}
      limit={limit}
      remaining={remaining}
      // What was left before a reset alarms nobody after it.
      tone={leftMs > 0 ? quotaTone(remaining, limit) : undefined}
    >
      <time title={`X-RateLimit-Reset: ${resetSeconds}, ${momentOf(resetSeconds * 1_000)}`}>
        {leftMs > 0 ? `resets in ${lengthOf(leftMs)}` : `was to reset ${lengthOf(-leftMs)} ago`}
      </time>
    </QuotaGauge>
  );
}
