import type { KeyState } from '../../admin/schemas/keys.js';
import type { Live } from '../live/live.js';
import { Badge } from '../parts/badge.js';
import { lengthOf } from '../parts/tell-time.js';
import { Gauge } from './gauge.js';

interface BanBadgeProps {
  readonly live: Live;
  readonly ban: NonNullable<KeyState['ban']>;
}

/** How long a ban is still to last: in words, and as a line at the top of the card that grows shorter. */
export function BanBadge({ live, ban }: BanBadgeProps) {
  const fromMs = Date.parse(ban.from);
  const untilMs = Date.parse(ban.until);
  const leftMs = Math.max(0, untilMs - (live.nowMs.value ?? fromMs));
  return (
    <>
      <Badge tone="failed">banned for {lengthOf(leftMs)}</Badge>
      <div class="ban-line">
        <Gauge
          label="What is left of the ban"
          value={Math.round(leftMs / 1000)}
          most={Math.max(1, Math.round((untilMs - fromMs) / 1000))}
          text={lengthOf(leftMs)}
          tone="failed"
        />
      </div>
    </>
  );
}
