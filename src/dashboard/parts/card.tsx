import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface CardProps {
  readonly title: ComponentChildren;
  /** What stands at the right of the title. */
  readonly aside?: ComponentChildren;
  readonly class?: string | undefined;
  /** Whether the content brings its own margins, as a table does. */
  readonly isFlush?: boolean | undefined;
  readonly children: ComponentChildren;
}

/** A part of a page with a title of its own. */
export function Card({ title, aside, class: more = '', isFlush, children }: CardProps) {
  const id = useId();
  return (
    <section class={`card ${more}`} aria-labelledby={id}>
      <header class="card-head">
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      {isFlush ? children : <div class="card-body">{children}</div>}
    </section>
  );
}
