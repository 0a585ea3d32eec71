import type { ComponentType } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { dayOf, timeOfDay } from '../../json/times.js';
import { BehaviourPage } from '../behaviour/behaviour-page.js';
import { ContractPage, rulesOf } from '../contract/contract-page.js';
import { FaultsPage } from '../faults/faults-page.js';
import icon from '../icon.svg';
import { type Connection, useRoom } from '../live/live.js';
import { OverviewPage } from '../overview/overview-page.js';
import { Button } from '../parts/controls.js';
import { DialogHost } from '../parts/dialog.js';
import { Notice, type Tone } from '../parts/display.js';
import { Announcer } from '../parts/use-action.js';
import { RequestsPage } from '../requests/requests-page.js';
import { StockPage } from '../stock/stock-page.js';
import { WorldsPage } from '../worlds/worlds-page.js';
import { type PageName, pages, pagesOf, type Route, readRoute } from './route.js';

interface ShellProps {
  /** The requested world, if the server does not have it. */
  readonly missing?: string | undefined;
  readonly onSignOut: () => void;
}

export function Shell({ missing, onSignOut }: ShellProps) {
  const { live } = useRoom();
  const route = useRoute(live.isProxy.value);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(route.page);
  const title = pages[route.page];
  const Page = components[route.page];

  // A layout effect: later it could steal the focus.
  useLayoutEffect(() => {
    document.title = `${title} · petstore-mock`;
    if (shown.current !== route.page) heading.current?.focus();
    shown.current = route.page;
  }, [route.page, title]);

  return (
    <Announcer>
      <button type="button" class="skip button button-main" onClick={() => heading.current?.focus()}>
        Skip to the content
      </button>
      <div class="shell">
        <header class="sidebar">
          <div class="sidebar-inside">
            <a class="brand" href="#/overview">
              <img src={icon} alt="" width="24" height="24" />
              petstore-mock
            </a>
            <Navigation current={route.page} />
            <div class="sidebar-foot">
              {!live.isProxy.value && <a href="/openapi.json">openapi.json</a>}
              <Button kind="quiet" onClick={onSignOut}>
                Sign out
              </Button>
            </div>
          </div>
        </header>
        <Topbar />
        <main class="content">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          <StateNotices missing={missing} />
          {/* A new element for each world discards typed text. */}
          <DialogHost key={`${live.world} ${route.page}`}>
            <Page {...route} />
          </DialogHost>
        </main>
      </div>
    </Announcer>
  );
}

function Navigation({ current }: { readonly current: PageName }) {
  const { live } = useRoom();
  const nav = useRef<HTMLElement>(null);
  const broken = rulesOf(live.findings.value, 'violation').length;
  useEffect(() => {
    // On a narrow screen the strip scrolls.
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <nav class="navigation" aria-label="Pages" ref={nav}>
      <ul>
        {pagesOf(live.isProxy.value).map((page) => {
          const count = page === 'contract' ? broken : 0;
          return (
            <li key={page}>
              <a
                class={count > 0 ? 'has-count' : ''}
                href={`#/${page}`}
                aria-current={page === current ? 'page' : undefined}
                aria-describedby={count > 0 ? 'rules-broken' : undefined}
              >
                {pages[page]}
              </a>
              {count > 0 && (
                <span id="rules-broken" class="navigation-count badge is-failed">
                  {count}
                  <span class="sr-only"> {count === 1 ? 'rule' : 'rules'} violated</span>
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

const components: Readonly<Record<PageName, ComponentType<Pick<Route, 'number' | 'question'>>>> = {
  overview: OverviewPage,
  stock: StockPage,
  requests: RequestsPage,
  contract: ContractPage,
  faults: FaultsPage,
  behaviour: BehaviourPage,
  worlds: WorldsPage,
};

function useRoute(isProxy: boolean): Route {
  const [hash, setHash] = useState(location.hash);
  useLayoutEffect(() => {
    const follow = () => setHash(location.hash);
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return readRoute(hash, isProxy);
}

function Topbar() {
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
function StateNotices({ missing }: { readonly missing: string | undefined }) {
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
    </>
  );
}
