import type { Mark } from './marks.js';

const tones: Readonly<Record<Mark['kind'], string>> = {
  breach: 'is-failed',
  'ill-mannered': 'is-failed',
  cut: 'is-broken',
  fault: 'is-broken',
  open: 'is-accent',
};

/** A mark of a request. What it means is its tooltip, and is read out by screen readers. */
export function MarkBadge({ mark: { kind, label, words } }: { readonly mark: Mark }) {
  return (
    <span class={`badge ${tones[kind]}`} title={words.join('\n')}>
      {(kind === 'ill-mannered' || kind === 'breach') && (
        <span class="mark-sign" aria-hidden="true">
          !
        </span>
      )}
      {/* What it means says how many there are, too. */}
      <span aria-hidden={kind === 'open'}>{label}</span>
      <span class="sr-only">{kind === 'open' ? words.join(' ') : `: ${words.join(' ')}`}</span>
    </span>
  );
}
