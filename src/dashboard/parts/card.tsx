import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { Tone } from './tone.js';

interface CardProps {
  readonly title: ComponentChildren;
  /** Content at the right of the title. */
  readonly aside?: ComponentChildren;
  readonly class?: string | undefined;
  /** Whether the content has its own padding, as a table does. */
  readonly isFlush?: boolean | undefined;
  readonly children: ComponentChildren;
}

/** A section of a page with a title. */
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

interface NoticeProps {
  readonly tone?: Tone | undefined;
  readonly children: ComponentChildren;
}

/** A coloured notice. */
export function Notice({ tone = 'broken', children }: NoticeProps) {
  return (
    <div class={`notice is-${tone}`}>
      <span class="dot" />
      <div>{children}</div>
    </div>
  );
}

/** An error message, announced by screen readers at once. */
export function ErrorNotice({ message }: { readonly message: string | undefined }) {
  return <div role="alert">{message !== undefined && <Notice tone="failed">{message}</Notice>}</div>;
}

/** Shown instead of an empty list: why it is empty and what to do. */
export function EmptyState({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}
