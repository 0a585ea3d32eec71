import type { ComponentChildren } from 'preact';
import { type Tone, toneOf } from './tone.js';

interface BadgeProps {
  readonly tone?: Tone | 'accent' | undefined;
  readonly title?: string | undefined;
  readonly children: ComponentChildren;
}

/** A coloured label. Its text is enough without the colour. */
export function Badge({ tone, title, children }: BadgeProps) {
  return (
    <span class={tone === undefined ? 'badge' : `badge is-${tone}`} title={title}>
      {children}
    </span>
  );
}

/** The status of a response; `none` is the text for a missing one. */
export function StatusBadge({ status, none = 'reset' }: { readonly status: number | null; readonly none?: string }) {
  return <span class={`badge badge-status is-${toneOf(status)}`}>{status ?? none}</span>;
}

/** Text with `code` between backticks. */
export function CodeWords({ text }: { readonly text: string }) {
  // Every other part was between backticks.
  return <>{text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>;
}
