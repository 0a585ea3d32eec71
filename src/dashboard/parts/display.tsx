import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { AdminEvents } from '../../admin/events.js';

interface CardProps {
  readonly title: ComponentChildren;
  /** A fact at the right of the title. */
  readonly note?: ComponentChildren;
  readonly aside?: ComponentChildren;
  readonly class?: string | undefined;
  /** Whether the content has its own padding, as a table does. */
  readonly isFlush?: boolean | undefined;
  readonly children: ComponentChildren;
}

export function Card({ title, note, aside, class: more = '', isFlush, children }: CardProps) {
  const id = useId();
  return (
    <section class={`card ${more}`} aria-labelledby={id}>
      <header class="card-head">
        <h2 id={id}>{title}</h2>
        {note && <span class="small faint">{note}</span>}
        {aside}
      </header>
      {isFlush ? children : <div class="card-body">{children}</div>}
    </section>
  );
}

export function Notice({ tone = 'broken', children }: { readonly tone?: Tone; readonly children: ComponentChildren }) {
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

export function Badge({ tone, children }: { readonly tone?: Tone | 'accent' | undefined; readonly children: string }) {
  return <span class={tone === undefined ? 'badge' : `badge is-${tone}`}>{children}</span>;
}

export function StatusBadge({ status }: { readonly status: number | null }) {
  return <span class={`badge badge-status is-${toneOf(status)}`}>{status ?? 'none'}</span>;
}

/** Text with `code` between backticks. */
export function CodeWords({ text }: { readonly text: string }) {
  // Every other part was between backticks.
  return <>{text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>;
}

/** The outcome of a request, or a state of similar severity. Each has a CSS class `is-…`. */
export type Tone = 'ok' | 'refused' | 'limited' | 'failed' | 'broken';

export function toneOf(status: number | null): Tone {
  if (status === null) return 'broken';
  if (status === 429) return 'limited';
  if (status >= 500) return 'failed';
  return status >= 400 ? 'refused' : 'ok';
}

/** Returns the tone of a remaining quota; undefined if more than a fifth is left. */
export function quotaTone(remaining: number, limit: number): Tone | undefined {
  if (remaining <= 0) return 'failed';
  return remaining <= limit / 5 ? 'refused' : undefined;
}

/** Formats a number with thin spaces between thousands, as `12 345`, in every locale. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, '\u202f');
}

/** Formats the delay or the duration of a response; an empty string for none. */
export function formatDelay(delayMs: number): string {
  if (delayMs === 0) return '';
  if (delayMs < 1) return '<1 ms';
  return delayMs < 1000 ? `${Math.round(delayMs)} ms` : `${(delayMs / 1000).toFixed(delayMs < 10_000 ? 1 : 0)} s`;
}

/** Returns the label of a key: the name of a sample key, otherwise the pseudonym. */
export function nameOfKey(keys: AdminEvents['keys'] | undefined, alias: string): string {
  return keys?.items.find((key) => key.alias === alias)?.name ?? alias;
}

export function keyChoices(keys: AdminEvents['keys'] | undefined) {
  return keys?.items.map(({ alias, name }) => ({ value: alias, label: name ?? alias })) ?? [];
}
