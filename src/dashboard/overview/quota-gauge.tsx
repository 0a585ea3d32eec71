import type { KeyState } from '../../admin/schemas/keys.js';
import type { Live } from '../live/live.js';
import { countOf, lengthOf } from '../parts/tell-time.js';
import { Gauge } from './gauge.js';
import { quotaTone } from './quota-tone.js';

interface QuotaGaugeProps {
  readonly live: Live;
  readonly window: 'minute' | 'day';
  readonly quota: KeyState['minute'];
}

/** One of the two windows of a key: what is left, and when it is full again. */
export function QuotaGauge({ live, window, quota: { limit, remaining, resetsAt } }: QuotaGaugeProps) {
  const tone = quotaTone(remaining, limit);
  return (
    <div class="quota">
      <div class="quota-line">
        <span class="soft">{window === 'minute' ? 'Minute' : 'Day'}</span>
        <span>
          <strong class={tone && `is-${tone} quota-left`}>{countOf(remaining)}</strong>
          <span class="faint"> of {countOf(limit)} left</span>
        </span>
      </div>
      <Gauge
        label={`Requests left in this ${window}`}
        value={remaining}
        most={limit}
        text={`${remaining} of ${limit} left`}
        tone={tone}
      />
      <p class="quota-reset faint">
        {resetsAt === null ? 'nothing used' : <UntilReset live={live} resetsAt={resetsAt} />}
      </p>
    </div>
  );
}

function UntilReset({ live, resetsAt }: { readonly live: Live; readonly resetsAt: string }) {
  const nowMs = live.nowMs.value;
  return <>{nowMs === undefined ? '' : `full again in ${lengthOf(Date.parse(resetsAt) - nowMs)}`}</>;
}
