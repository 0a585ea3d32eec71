import type { ComponentChildren } from 'preact';
import { type Tone, toneOf } from './tone.js';

interface BadgeProps {
  readonly tone?: Tone | 'accent' | undefined;
  readonly title?: string | undefined;
  readonly children: ComponentChildren;
}

/** A word or two about something, set apart by colour. The words have to do without the colour. */
export function Badge({ tone, title, children }: BadgeProps) {
  return (
    <span class={tone === undefined ? 'badge' : `badge is-${tone}`} title={title}>
      {children}
    </span>
  );
}

/** The status of an answer; `reset` where the connection broke before one came. */
export function StatusBadge({ status }: { readonly status: number | null }) {
  return <span class={`badge badge-status is-${toneOf(status)}`}>{status ?? 'reset'}</span>;
}
