import { useLayoutEffect, useRef } from 'preact/hooks';
import icon from '../icon.svg';
import type { Live } from '../live/live.js';
import { Announcer } from '../parts/announcer.js';
import { Button } from '../parts/button.js';
import { ConnectionNotice } from './connection-notice.js';
import { ConnectionState } from './connection-state.js';
import { Navigation } from './navigation.js';
import { PageOf } from './page-of.js';
import { ProxyPlace } from './proxy-place.js';
import { pages } from './route.js';
import { ThemeSwitch } from './theme-switch.js';
import { useRoute } from './use-route.js';
import { WorldClock } from './world-clock.js';
import { WorldSelect } from './world-select.js';

interface ShellProps {
  readonly live: Live;
  /** The world that was to be shown, where the server has none such. */
  readonly missing?: string | undefined;
  readonly onWorld: (world: string) => void;
  readonly onSignOut: () => void;
}

/** The frame around every page: what world it is, or what service, what time it is there, and the way about. */
export function Shell({ live, missing, onWorld, onSignOut }: ShellProps) {
  const isProxy = live.isProxy.value;
  const route = useRoute(isProxy);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(route.page);
  const title = pages[route.page];

  // At once: later it would take the focus away from what was gone to meanwhile.
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
            <Navigation live={live} current={route.page} />
            <div class="sidebar-foot">
              <ThemeSwitch />
              <Button kind="quiet" onClick={onSignOut}>
                Sign out
              </Button>
            </div>
          </div>
        </header>
        <section class="topbar" aria-label={isProxy ? 'Service' : 'World and time'}>
          {isProxy ? (
            <ProxyPlace live={live} />
          ) : (
            <>
              <WorldSelect live={live} onChoose={onWorld} />
              <WorldClock live={live} />
            </>
          )}
          <ConnectionState live={live} />
        </section>
        <main class="content">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          <ConnectionNotice live={live} missing={missing} onWorld={onWorld} />
          {/* Nothing that was typed for one world is sent to another. */}
          <PageOf key={`${live.world} ${route.page}`} route={route} live={live} onWorld={onWorld} />
        </main>
      </div>
    </Announcer>
  );
}
