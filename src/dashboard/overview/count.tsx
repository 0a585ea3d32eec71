import { countOf } from '../parts/tell-time.js';
import type { PageName } from '../shell/route.js';

interface CountProps {
  readonly page: PageName;
  readonly count: number | undefined;
  readonly what: string;
  readonly title?: string | undefined;
}

/** How much there is of something, on the way to its page. */
export function Count({ page, count, what, title }: CountProps) {
  return (
    <a class="count" href={`#/${page}`} title={title}>
      <strong>{count === undefined ? '–' : countOf(count)}</strong> {what}
    </a>
  );
}
