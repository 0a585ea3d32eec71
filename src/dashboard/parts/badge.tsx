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

interface StatusBadgeProps {
  readonly status: number | null;
  /** What stands there where no answer came: the fake has broken the connection, a proxy need not have had one. */
  readonly none?: string;
}

/** The status of an answer. */
export function StatusBadge({ status, none = 'reset' }: StatusBadgeProps) {
  return <span class={`badge badge-status is-${toneOf(status)}`}>{status ?? none}</span>;
}

/** A text in which what stands between backticks is code. */
export function CodeWords({ text }: { readonly text: string }) {
  // Every other part stood between two of them.
  return <>{text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>;
}
