import { dayOf, timeOfDay } from '../../spec/times.js';
import type { Connection, Live } from '../live/live.js';
import { Notice } from '../parts/card.js';
import { Button } from '../parts/controls.js';
import type { Tone } from '../parts/tone.js';

interface WorldSelectProps {
  readonly live: Live;
  readonly onChoose: (world: string) => void;
}

/** The world that the page shows. */
export function WorldSelect({ live, onChoose }: WorldSelectProps) {
  const known = live.worlds.value?.items.map(({ id }) => id) ?? [];
  const worlds = known.includes(live.world) ? known : [live.world, ...known];
  const more = (live.worlds.value?.total ?? 0) - known.length;
  return (
    <label class="world-select">
      <span class="soft">World</span>
      <select class="select" value={live.world} onChange={(event) => onChoose(event.currentTarget.value)}>
        {worlds.map((id) => (
          <option key={id} value={id}>
            {id}
          </option>
        ))}
        {more > 0 && <option disabled>and {more} more</option>}
      </select>
    </label>
  );
}

/** The time of the world and its speed. */
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

/** The upstream of a proxy. */
export function ProxyTarget({ live }: { readonly live: Live }) {
  return (
    <span class="proxy-place">
      <span class="badge is-accent">Proxy</span> <span class="soft">in front of</span>{' '}
      <strong class="mono">{live.hello.value?.upstream}</strong>
    </span>
  );
}

const connectionLabels: Record<Connection, { readonly tone: Tone; readonly text: string }> = {
  connecting: { tone: 'broken', text: 'Connecting' },
  live: { tone: 'ok', text: 'Live' },
  lost: { tone: 'failed', text: 'Reconnecting' },
  refused: { tone: 'failed', text: 'Rejected' },
  ended: { tone: 'broken', text: 'Ended' },
};

/** Whether the page is up to date. Screen readers announce changes. */
export function ConnectionState({ live }: { readonly live: Live }) {
  const { tone, text } = connectionLabels[live.connection.value];
  return (
    <span class={`connection is-${tone}`} role="status">
      <span class="dot" />
      <span class="sr-only">Connection: </span>
      {text}
    </span>
  );
}

interface ConnectionNoticeProps {
  readonly live: Live;
  /** The requested world, if the server does not have it. */
  readonly missing: string | undefined;
  readonly onWorld: (world: string) => void;
}

/** A notice if the page is not up to date. */
export function ConnectionNotice({ live, missing, onWorld }: ConnectionNoticeProps) {
  if (live.connection.value === 'lost') {
    return (
      <Notice tone="failed">The server is not responding. The page shows its last state and keeps reconnecting.</Notice>
    );
  }
  if (live.connection.value === 'ended') {
    return (
      <Notice tone="refused">
        <div class="row">
          {missingWorldText(live.world)}
          <Button isSmall onClick={() => onWorld('shared')}>
            Show the shared world
          </Button>
        </div>
      </Notice>
    );
  }
  if (missing !== undefined) {
    return (
      <Notice tone="refused">
        <div class="row">
          {missingWorldText(missing)} This is the shared world.
          <Button isSmall onClick={() => onWorld(live.world)}>
            Dismiss
          </Button>
        </div>
      </Notice>
    );
  }
  return null;
}

/** The page cannot distinguish a dropped world from one of an earlier server. */
function missingWorldText(world: string): string {
  return `The world ${world} no longer exists: it was dropped, or the server was restarted.`;
}
