import { useEffect, useRef } from 'preact/hooks';
import { rulesOf } from '../contract/outcomes.js';
import type { Live } from '../live/live.js';
import { type PageName, pages, pagesOf } from './route.js';

interface NavigationProps {
  readonly live: Live;
  readonly current: PageName;
}

/** The way to every page. */
export function Navigation({ live, current }: NavigationProps) {
  const nav = useRef<HTMLElement>(null);
  const broken = rulesOf(live.findings.value, 'violation').length;
  useEffect(() => {
    // On a narrow screen it is a strip, and the page one is on may stand outside of it.
    const { current: strip } = nav;
    const link = strip?.querySelector<HTMLElement>(`[href="#/${current}"]`);
    if (strip && link) strip.scrollLeft = link.offsetLeft - (strip.clientWidth - link.offsetWidth) / 2;
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
                  <span class="sr-only"> {count === 1 ? 'rule is' : 'rules are'} broken</span>
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
