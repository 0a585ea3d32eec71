import { useEffect, useRef } from 'preact/hooks';
import { type PageName, pages } from './route.js';

/** The way to every page. */
export function Navigation({ current }: { readonly current: PageName }) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a narrow screen it is a strip, and the page one is on may stand outside of it.
    const { current: strip } = nav;
    const link = strip?.querySelector<HTMLElement>(`[href="#/${current}"]`);
    if (strip && link) strip.scrollLeft = link.offsetLeft - (strip.clientWidth - link.offsetWidth) / 2;
  }, [current]);
  return (
    <nav class="navigation" aria-label="Pages" ref={nav}>
      <ul>
        {Object.entries(pages).map(([page, title]) => (
          <li key={page}>
            <a href={`#/${page}`} aria-current={page === current ? 'page' : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
