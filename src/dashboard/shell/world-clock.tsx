import type { Live } from '../live/live.js';
import { dayOf, timeOfDay } from '../parts/tell-time.js';

/** What time it is in the world, and how fast it passes. */
export function WorldClock({ live }: { readonly live: Live }) {
  const nowMs = live.nowMs.value;
  const scale = live.clock.value?.scale;
  if (nowMs === undefined) return null;
  return (
    <span class="world-clock">
      <span class="sr-only">Time of the world: </span>
      <time dateTime={new Date(nowMs).toISOString()}>
        <span class="faint">{dayOf(nowMs)}</span> {timeOfDay(nowMs)} <span class="faint">UTC</span>
      </time>
      {scale === 0 && <span class="badge is-limited">frozen</span>}
      {scale !== undefined && scale !== 0 && scale !== 1 && <span class="badge is-accent">{scale}×</span>}
    </span>
  );
}
