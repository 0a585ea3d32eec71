import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { RequestLine } from '../../admin/schemas/requests.js';
import { momentOf, timeOfDay } from '../../json/times.js';
import { useRoom } from '../live/live.js';
import { Button, moveInRows } from '../parts/controls.js';
import { formatCount, formatDelay, nameOfKey, quotaTone, StatusBadge } from '../parts/display.js';
import { addressOf, openRequest } from '../shell/route.js';
import { type Feed, type Mark, marksOf } from './feed.js';

export function FeedTable({ feed, number }: { readonly feed: Feed; readonly number: number | undefined }) {
  const { live } = useRoom();
  const root = useRef<HTMLElement>(null);
  const isProxy = live.isProxy.value;
  /** What is shown between a press and its click, so that no row moves away from under the pointer. */
  const [held, setHeld] = useState<readonly RequestLine[]>();
  const lines = held ?? feed.shown.value;
  const before = useRef(number);

  useLayoutEffect(() => {
    const link = (of: number) => root.current?.querySelector<HTMLElement>(`a[href="${addressOf(of)}"]`);
    if (number !== undefined) link(number)?.scrollIntoView({ block: 'nearest' });
    // When a request is closed, the focus returns to it.
    else if (before.current !== undefined) link(before.current)?.focus();
    before.current = number;
  }, [number]);
  useEffect(() => {
    // The click follows in the same turn.
    const release = () => setTimeout(() => setHeld(undefined));
    const ends = ['pointerup', 'pointercancel'];
    for (const end of ends) addEventListener(end, release);
    return () => {
      for (const end of ends) removeEventListener(end, release);
    };
  }, []);
  return (
    <section ref={root} class="feed-rows" aria-label="List of requests" tabIndex={-1} hidden={lines.length === 0}>
      <table class="table feed-table" aria-label="Requests, newest first">
        <thead>
          <tr>
            {Object.entries(columns).map(([name, title]) => (
              <th key={name} class={`feed-${name}`}>
                {name === 'delay' && isProxy ? 'Took' : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={moveInRows} onPointerDown={() => setHeld(lines)}>
          {lines.map((line, index) => (
            <FeedRow key={line.number} line={line} isFirst={index === 0} isOpen={line.number === number} />
          ))}
        </tbody>
      </table>
      {feed.hasOlder.value && (
        <p class="feed-older">
          <span class="feed-problem">{feed.problem.value}</span>
          <Button isSmall aria-disabled={feed.isLoading.value} onClick={() => feed.isLoading.value || feed.loadOlder()}>
            {feed.isLoading.value ? 'Loading…' : 'Load older requests'}
          </Button>
        </p>
      )}
    </section>
  );
}

const columns = {
  number: '#',
  time: 'Time (UTC)',
  status: 'Status',
  method: 'Method',
  target: 'Target',
  operation: 'Operation',
  key: 'Key',
  left: 'Left',
  delay: 'Delay',
  marks: 'Marks',
};

function FeedRow(props: { readonly line: RequestLine; readonly isFirst: boolean; readonly isOpen: boolean }) {
  const { live } = useRoom();
  const { line, isFirst, isOpen } = props;
  const { number, at, status, method, target, operation, key, limits, delayMs } = line;
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    openRequest(number);
  };
  return (
    <tr class={isOpen ? 'is-open' : ''} aria-current={isOpen ? 'true' : undefined} onClick={open}>
      <td class="feed-number mono">#{number}</td>
      <td class="feed-time mono" title={momentOf(Date.parse(at))}>
        {timeOfDay(at, true)}
      </td>
      <td class="feed-status">
        <StatusBadge status={status} />
      </td>
      <td class="feed-method mono">{method}</td>
      <td class="feed-target mono" title={target}>
        {/* Dragged by a few pixels, a link takes no click. */}
        <a href={addressOf(number)} tabIndex={isFirst || isOpen ? 0 : -1} draggable={false}>
          {target}
        </a>
      </td>
      <td class="feed-operation">{operation ?? '–'}</td>
      <td class="feed-key mono" title={key ?? undefined}>
        {key === null ? '–' : nameOfKey(live.keys.value, key)}
      </td>
      <QuotaCell limits={limits} />
      <td class="feed-delay">{formatDelay(delayMs)}</td>
      <td class="feed-marks">
        {marksOf(line, live).map(({ kind, label, words }) => (
          <span key={kind} class={`badge ${tones[kind]}`} title={words.join('\n')}>
            {label}
            <span class="sr-only">: {words.join(' ')}</span>
          </span>
        ))}
      </td>
    </tr>
  );
}

function QuotaCell({ limits }: Pick<RequestLine, 'limits'>) {
  if (limits === null) return <td class="feed-left">–</td>;
  const { limit, remaining, resetSeconds } = limits;
  const tone = quotaTone(remaining, limit);
  const title = `${remaining} of ${limit} requests left; the limit resets at ${momentOf(resetSeconds * 1_000)}`;
  return (
    <td class={`feed-left ${tone === undefined ? '' : `is-${tone}`}`} title={title}>
      {formatCount(remaining)}/{formatCount(limit)}
    </td>
  );
}

const tones: Readonly<Record<Mark['kind'], string>> = {
  violation: 'is-failed',
  'ill-mannered': 'is-failed',
  cut: 'is-broken',
  fault: 'is-broken',
  replay: 'is-accent',
};
