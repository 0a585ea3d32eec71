import { dayOf, momentOf, timeOfDay } from '../../json/times.js';
import { useRoom } from '../live/live.js';
import type { Connection } from '../live/watch-events.js';
import { Notice } from '../parts/card.js';
import { Button } from '../parts/controls.js';
import type { Tone } from '../parts/tone.js';

/** The world and its time, or the upstream of a proxy, and the connection. */
export function Topbar() {
  const { live } = useRoom();
  const isProxy = live.isProxy.value;
  return (
    <section class="topbar" aria-label={isProxy ? 'Service' : 'World and time'}>
      {isProxy ? (
        <span class="proxy-place">
          <span class="badge is-accent">Proxy</span> <span class="soft">in front of</span>{' '}
          <strong class="mono">{live.hello.value?.upstream}</strong>
        </span>
      ) : (
        <>
          <WorldSelect />
          <WorldClock />
          <SharedStore />
        </>
      )}
      <ConnectionState />
    </section>
  );
}

function WorldSelect() {
  const { live, showWorld } = useRoom();
  const known = live.worlds.value?.items.map(({ id }) => id) ?? [];
  const worlds = known.includes(live.world) ? known : [live.world, ...known];
  const more = (live.worlds.value?.total ?? 0) - known.length;
  return (
    <label class="world-select">
      <span class="soft">World</span>
      <select class="select" value={live.world} onChange={(event) => showWorld(event.currentTarget.value)}>
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

function WorldClock() {
  const { live } = useRoom();
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

/** Which of several servers this is, and what they share. */
function SharedStore() {
  const store = useRoom().live.store.value;
  if (store === undefined) return null;
  const { url, server, isReady } = store;
  return (
    <span class={`badge is-${isReady ? 'accent' : 'failed'}`} title={`This is the server ${server} on ${url}.`}>
      {isReady ? 'shared store' : 'store away'}
      <span class="sr-only">
        : server {server} on {url}
      </span>
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
function ConnectionState() {
  const { live } = useRoom();
  const { tone, text } = connectionLabels[live.connection.value];
  return (
    <span class={`connection is-${tone}`} role="status">
      <span class="dot" />
      <span class="sr-only">Connection: </span>
      {text}
    </span>
  );
}

/** Notices while the page is not up to date, or the store is away. `missing`: the requested world, if the server does not have it. */
export function StateNotices({ missing }: { readonly missing: string | undefined }) {
  const { live, showWorld } = useRoom();
  const store = live.store.value;
  const isEnded = live.connection.value === 'ended';
  const isLost = live.connection.value === 'lost';
  const gone = isEnded ? live.world : missing;
  return (
    <>
      {isLost && (
        <Notice tone="failed">
          The server is not responding. The page shows its last state and keeps reconnecting.
        </Notice>
      )}
      {!isLost && gone !== undefined && (
        <Notice tone="refused">
          <div class="row">
            {/* The page cannot distinguish a dropped world from one of an earlier server. */}
            The world {gone} no longer exists: it was dropped, or the server was restarted.
            {!isEnded && ' This is the shared world.'}
            <Button isSmall onClick={() => showWorld('shared')}>
              {isEnded ? 'Show the shared world' : 'Dismiss'}
            </Button>
          </div>
        </Notice>
      )}
      {store?.isReady === false && (
        <Notice tone="failed">
          The store {store.url} is away. Requests get 503, and the page shows the last state, until it is back.
        </Notice>
      )}
      {store?.isReady && store.emptiedAt !== null && (
        <Notice tone="refused">
          The store was emptied at {momentOf(Date.parse(store.emptiedAt))}. All worlds began again, and isolated ones
          are gone.
        </Notice>
      )}
    </>
  );
}
