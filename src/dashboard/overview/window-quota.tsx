import type { KeyState } from '../../admin/schemas/keys.js';
import type { Live } from '../live/live.js';
import { quotaTone } from '../parts/quota-tone.js';
import { lengthOf } from '../parts/tell-time.js';
import { QuotaGauge } from './quota-gauge.js';

interface WindowQuotaProps {
  readonly live: Live;
  readonly window: 'minute' | 'day';
  readonly quota: KeyState['minute'];
}

/** One of the two windows of a key of the fake: what is left, and when it is full again. */
export function WindowQuota({ live, window, quota: { limit, remaining, resetsAt } }: WindowQuotaProps) {
  return (
    <QuotaGauge
      name={window === 'minute' ? 'Minute' : 'Day'}
      label={`Requests left in this ${window}`}
      limit={limit}
      remaining={remaining}
      tone={quotaTone(remaining, limit)}
    >
      {resetsAt === null ? 'nothing used' : <UntilReset live={live} resetsAt={resetsAt} />}
    </QuotaGauge>
  );
}

function UntilReset({ live, resetsAt }: { readonly live: Live; readonly resetsAt: string }) {
  const nowMs = live.nowMs.value;
  return <>{nowMs === undefined ? '' : `full again in ${lengthOf(Date.parse(resetsAt) - nowMs)}`}</>;
}
