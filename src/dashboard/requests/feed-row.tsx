import type { RequestLine } from '../../admin/schemas/requests.js';
import { momentOf } from '../../spec/times.js';
import { StatusBadge } from '../parts/badge.js';
import { countOf, formatDelay, formatMoment, formatTook } from '../parts/format.js';
import { quotaTone } from '../parts/tone.js';
import { GridCell, GridRow, type RowPlace } from '../virtual/grid.js';
import { noResponseLabel } from './exchange-text.js';
import { type LineViolations, type Mark, marksOf } from './marks.js';
import { addressOf } from './open-request.js';

interface FeedRowProps extends RowPlace {
  readonly line: RequestLine;
  readonly violations: LineViolations;
  readonly isProxy: boolean;
  /** Label of its key. */
  readonly keyName: string;
  /** The date in the world. */
  readonly today: string | undefined;
  /** How many requests before it are not listed. */
  readonly missing: number;
  readonly isActive: boolean;
  readonly isOpen: boolean;
  readonly onOpen: (number: number) => void;
  readonly onActivate: (number: number) => void;
}

/** One request in one line, or in two on a narrow screen. */
export function FeedRow({
  line,
  violations,
  isProxy,
  keyName,
  today,
  missing,
  isActive,
  isOpen,
  onOpen,
  onActivate,
  ...place
}: FeedRowProps) {
  const { number, at, method, target, operation, key, status, limits, delayMs } = line;
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen(number);
  };
  return (
    <GridRow
      {...place}
      class={`feed-row${isOpen ? ' is-open' : ''}${missing > 0 ? ' has-gap' : ''}`}
      aria-selected={isOpen}
      tabIndex={isActive ? 0 : -1}
      onClick={open}
      onFocus={() => onActivate(number)}
    >
      <GridCell class="feed-number mono">#{number}</GridCell>
      <GridCell class="feed-time mono" title={at}>
        {formatMoment(at, today)}
      </GridCell>
      <GridCell class="feed-status">
        <StatusBadge status={status} none={noResponseLabel(isProxy)} />
      </GridCell>
      <GridCell class="feed-method mono">{method}</GridCell>
      <GridCell class="feed-target mono" title={target}>
        <a href={addressOf(number)} tabIndex={-1}>
          {target}
        </a>
      </GridCell>
      <GridCell class="feed-operation">{operation ?? '–'}</GridCell>
      <GridCell class="feed-key mono" title={key ?? undefined}>
        {keyName}
      </GridCell>
      <QuotaCell limits={limits} />
      <GridCell class="feed-delay">{isProxy ? formatTook(delayMs) : formatDelay(delayMs)}</GridCell>
      <GridCell class="feed-marks">
        {marksOf(line, violations).map((mark) => (
          <MarkBadge key={mark.kind} mark={mark} />
        ))}
        {missing > 0 && (
          <span
            class="feed-missing"
            title="They came too fast to be listed here. The server has them: each by its number."
          >
            {countOf(missing)} more not listed
          </span>
        )}
      </GridCell>
    </GridRow>
  );
}

/** The quota that the response reported. */
function QuotaCell({ limits }: Pick<RequestLine, 'limits'>) {
  if (limits === null) return <GridCell class="feed-left">–</GridCell>;
  const { limit, remaining, resetSeconds } = limits;
  const tone = quotaTone(remaining, limit);
  return (
    <GridCell
      class={`feed-left${tone === undefined ? '' : ` is-${tone}`}`}
      title={`${remaining} of ${limit} requests left; the limit resets at ${momentOf(resetSeconds * 1_000)}`}
    >
      {countOf(remaining)}/{countOf(limit)}
    </GridCell>
  );
}

const tones: Readonly<Record<Mark['kind'], string>> = {
  violation: 'is-failed',
  'ill-mannered': 'is-failed',
  cut: 'is-broken',
  fault: 'is-broken',
  open: 'is-accent',
};

/** A mark of a request. A tooltip explains it, and screen readers read the explanation. */
function MarkBadge({ mark: { kind, label, words } }: { readonly mark: Mark }) {
  return (
    <span class={`badge ${tones[kind]}`} title={words.join('\n')}>
      {(kind === 'ill-mannered' || kind === 'violation') && (
        <span class="mark-sign" aria-hidden="true">
          !
        </span>
      )}
      {/* The explanation contains the count, too. */}
      <span aria-hidden={kind === 'open'}>{label}</span>
      <span class="sr-only">{kind === 'open' ? words.join(' ') : `: ${words.join(' ')}`}</span>
    </span>
  );
}
