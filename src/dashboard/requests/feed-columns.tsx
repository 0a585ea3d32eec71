import type { RequestLine } from '../../admin/schemas/requests.js';
import type { Live } from '../live/live.js';
import { StatusBadge } from '../parts/badge.js';
import { countOf, formatDelay, formatMoment, formatTook, nameOfKey } from '../parts/format.js';
import { momentOf, zone } from '../parts/shown-time.js';
import { quotaTone } from '../parts/tone.js';
import type { Column } from '../virtual/virtual-grid.js';
import { noResponseLabel } from './exchange-text.js';
import { type Mark, marksOf } from './marks.js';
import { addressOf } from './open-request.js';

/** Returns the columns of the list of requests. `today`: the date in the world. */
export function feedColumns(live: Live, today: string | undefined): Column<RequestLine>[] {
  const isProxy = live.isProxy.value;
  return [
    { name: 'number', label: '#', cell: ({ number }) => ({ class: 'mono', children: `#${number}` }) },
    {
      name: 'time',
      label: `Time (${zone()})`,
      cell: ({ at }) => ({ class: 'mono', title: momentOf(at, true), children: formatMoment(at, today) }),
    },
    {
      name: 'status',
      label: 'Status',
      cell: ({ status }) => ({ children: <StatusBadge status={status} none={noResponseLabel(isProxy)} /> }),
    },
    { name: 'method', label: 'Method', cell: ({ method }) => ({ class: 'mono', children: method }) },
    {
      name: 'target',
      label: 'Target',
      cell: ({ number, target }) => ({
        class: 'mono',
        title: target,
        children: (
          // Dragged by a few pixels, a link takes no click.
          <a href={addressOf(number)} tabIndex={-1} draggable={false}>
            {target}
          </a>
        ),
      }),
    },
    { name: 'operation', label: 'Operation', cell: ({ operation }) => ({ children: operation ?? '–' }) },
    {
      name: 'key',
      label: 'Key',
      cell: ({ key }) => ({
        class: 'mono',
        title: key ?? undefined,
        children: key === null ? '–' : nameOfKey(live.keys.value, key),
      }),
    },
    { name: 'left', label: 'Left', cell: ({ limits }) => (limits === null ? { children: '–' } : quotaCell(limits)) },
    {
      name: 'delay',
      label: isProxy ? 'Took' : 'Delay',
      cell: ({ delayMs }) => ({ children: isProxy ? formatTook(delayMs) : formatDelay(delayMs) }),
    },
    {
      name: 'marks',
      label: 'Marks',
      cell: (line) => ({
        children: marksOf(line, live).map((mark) => <MarkBadge key={mark.kind} mark={mark} />),
      }),
    },
  ];
}

function quotaCell({ limit, remaining, resetSeconds }: NonNullable<RequestLine['limits']>) {
  const tone = quotaTone(remaining, limit);
  return {
    class: tone === undefined ? '' : `is-${tone}`,
    title: `${remaining} of ${limit} requests left; the limit resets at ${momentOf(resetSeconds * 1_000)}`,
    children: `${countOf(remaining)}/${countOf(limit)}`,
  };
}

const tones: Readonly<Record<Mark['kind'], string>> = {
  violation: 'is-failed',
  'ill-mannered': 'is-failed',
  cut: 'is-broken',
  fault: 'is-broken',
  replay: 'is-accent',
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
