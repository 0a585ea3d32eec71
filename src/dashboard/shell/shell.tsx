import type { ComponentType } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { BehaviourPage } from '../behaviour/behaviour-page.js';
import { ContractPage, rulesOf } from '../contract/contract-page.js';
import { FaultsPage } from '../faults/faults-page.js';
import icon from '../icon.svg';
import { useRoom } from '../live/live.js';
import { OverviewPage } from '../overview/overview-page.js';
import { Button } from '../parts/controls.js';
import { DialogHost } from '../parts/dialog.js';
import { Announcer } from '../parts/use-action.js';
import { RequestsPage } from '../requests/requests-page.js';
import { StockPage } from '../stock/stock-page.js';
import { WorldsPage } from '../worlds/worlds-page.js';
import { type PageName, pages, pagesOf, type Route, readRoute } from './route.js';
import { StateNotices, Topbar } from './topbar.js';

interface ShellProps {
  /** The requested world, if the server does not have it. */
  readonly missing?: string | undefined;
  readonly onSignOut: () => void;
}

/** The frame around every page: navigation, world, clock and connection. */
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
    // On a narrow screen the strip scrolls, so bring the current page into view.
    const { current: strip } = nav;
    // The item, not its link: an offset counts from the closest positioned element, and that of the link is the item.
    const item = strip?.querySelector<HTMLElement>('li:has([aria-current])');
    if (strip && item) strip.scrollLeft = item.offsetLeft - (strip.clientWidth - item.offsetWidth) / 2;
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
                aria-describedby={count > 0 ? COUNT_ID : undefined}
              >
                {pages[page]}
              </a>
              {count > 0 && (
                <span id={COUNT_ID} class="navigation-count badge is-failed">
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

const COUNT_ID = 'rules-broken';

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
