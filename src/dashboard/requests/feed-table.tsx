import { useComputed } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { RequestLine } from '../../admin/schemas/requests.js';
import type { Live } from '../live/live.js';
import { Button } from '../parts/controls.js';
import { countOf, nameOfKey } from '../parts/format.js';
import { Grid, GridBody, GridHead, GridHeading } from '../virtual/grid.js';
import { isRow, useRowFocus } from '../virtual/use-row-focus.js';
import { useIsNarrow, useVirtualRows } from '../virtual/use-virtual-rows.js';
import type { Feed } from './feed.js';
import { FeedRow } from './feed-row.js';
import { isFiltering } from './line-filter.js';
import { marksOf } from './marks.js';
import { missingBelow, openRequest, rowOf } from './open-request.js';

interface FeedTableProps {
  readonly live: Live;
  readonly feed: Feed;
  /** Number of the request that is shown in full. */
  readonly number: number | undefined;
}

const HEAD_PX = 34;
const ROW_PX = 34;
const FOLDED_ROW_PX = 56;
const columns = [
  ['number', '#'],
  ['time', 'Time (UTC)'],
  ['status', 'Status'],
  ['method', 'Method'],
  ['target', 'Target'],
  ['operation', 'Operation'],
  ['key', 'Key'],
  ['left', 'Left'],
  ['delay', 'Delay'],
  ['marks', 'Marks'],
] as const;

/** The requests, newest first. The list stands still while somebody looks at something in it. */
export function FeedTable({ live, feed, number }: FeedTableProps) {
  const root = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const isFolded = useIsNarrow(scroller, 960);
  const [active, setActive] = useState(number);
  const [isFocused, setFocused] = useState(false);
  const [isScrolled, setScrolled] = useState(false);
  const lines = feed.shown.value;
  const isWhole = !isFiltering(feed.filter.value);
  const mannersViolations = live.mannersViolations.value;
  const contractViolations = live.contractViolations.value;
  const violationsOf = (number: number) => ({
    contractViolations: contractViolations.get(number),
    mannersViolations: mannersViolations.get(number),
  });
  const isProxy = live.isProxy.value;
  const today = useComputed(() => dayOf(live)).value;

  // An empty list has nothing to look at.
  const isAway = lines.length > 0 && (isFocused || isScrolled || number !== undefined);
  useEffect(() => feed.lookAway(isAway), [feed, isAway]);

  const headHeightPx = isFolded ? 0 : HEAD_PX;
  const activeRow = active === undefined ? 0 : Math.min(rowOf(lines, active), Math.max(0, lines.length - 1));
  const rows = useVirtualRows({
    count: lines.length,
    scroller,
    rowHeightPx: isFolded ? FOLDED_ROW_PX : ROW_PX,
    headHeightPx,
    pinned: [activeRow],
  });
  const focus = useRowFocus({
    scroller,
    count: lines.length,
    row: activeRow,
    rows,
    onMove: (row) => {
      const next = (lines[row] as RequestLine).number;
      setActive(next);
      if (number !== undefined) openRequest(next, { isStep: true });
    },
  });

  // What is opened becomes the active row; when it is closed, the focus goes back to it.
  const before = useRef(number);
  useEffect(() => {
    if (number !== undefined) {
      setActive(number);
      const row = rowOf(lines, number);
      if (lines[row]?.number === number) rows.show(row);
    } else if (before.current !== undefined) {
      focus.take();
      setActive(before.current);
      setFocused(true);
    }
    before.current = number;
  }, [number]);

  const goOn = () => {
    root.current?.focus();
    setFocused(false);
    setActive(undefined);
    scroller.current?.scrollTo({ top: 0 });
    feed.resume();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    focus.onKeyDown(event);
    if (event.key !== 'Enter' || !isRow(event.target)) return;
    const line = lines[activeRow];
    if (line !== undefined) openRequest(line.number);
  };
  const missed = feed.missed.value;
  const line = isFocused ? lines[activeRow] : undefined;

  return (
    <div class="feed-table" ref={root} tabIndex={-1}>
      <Grid
        ref={scroller}
        class={isFolded ? 'rows feed-rows is-folded' : 'rows feed-rows'}
        aria-label="Requests, newest first"
        count={lines.length}
        columns={columns.length}
        onKeyDown={onKeyDown}
        onScroll={({ currentTarget }) => setScrolled(currentTarget.scrollTop > 4)}
        onFocusIn={() => setFocused(true)}
        onFocusOut={({ currentTarget, relatedTarget }) =>
          setFocused(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))
        }
      >
        <GridHead class="feed-row" heightPx={headHeightPx}>
          {columns.map(([name, label]) => (
            <GridHeading key={name} class={`feed-${name}`}>
              {name === 'delay' && isProxy ? 'Took' : label}
            </GridHeading>
          ))}
        </GridHead>
        <GridBody heightPx={rows.heightPx}>
          {rows.items.map(({ index, start, size }) => {
            const one = lines[index];
            if (one === undefined) return null;
            return (
              <FeedRow
                key={one.number}
                row={index}
                startPx={start}
                heightPx={size}
                line={one}
                isProxy={isProxy}
                violations={violationsOf(one.number)}
                keyName={one.key === null ? '–' : nameOfKey(live.keys.value, one.key)}
                today={today}
                missing={isWhole ? missingBelow(lines, index) : 0}
                isActive={index === activeRow}
                isOpen={one.number === number}
                onOpen={openRequest}
                onActivate={setActive}
              />
            );
          })}
        </GridBody>
        <OlderRequests feed={feed} />
      </Grid>
      {feed.isHeld.value && !feed.isPaused.value && missed > 0 && (
        <Button isSmall kind="main" class="feed-missed" onClick={goOn}>
          ↑ {countOf(missed)} new
        </Button>
      )}
      {line !== undefined && (
        <LineWords words={marksOf(line, violationsOf(line.number)).flatMap((mark) => mark.words)} />
      )}
    </div>
  );
}

/** The day of the world by UTC, as `2026-11-21`; where there is no world, of the newest request. */
function dayOf({ nowMs, requests }: Live): string | undefined {
  const now = nowMs.value === undefined ? requests.value[0]?.at : new Date(nowMs.value).toISOString();
  return now?.slice(0, 10);
}

/** The end of the list: what is older can be fetched. */
function OlderRequests({ feed }: { readonly feed: Feed }) {
  if (!feed.hasOlder.value) return null;
  return (
    <div class="feed-older">
      {feed.problem.value !== undefined && <span class="feed-problem">{feed.problem.value}</span>}
      <Button isSmall aria-disabled={feed.isLoading.value} onClick={() => feed.isLoading.value || feed.loadOlder()}>
        {feed.isLoading.value ? 'Loading…' : 'Load older requests'}
      </Button>
    </div>
  );
}

/** What the marks of the focused row mean, for those who look and have no mouse; screen readers have it in the row. */
function LineWords({ words }: { readonly words: readonly string[] }) {
  if (words.length === 0) return null;
  return (
    <p class="feed-words" aria-hidden="true">
      {words.join(' ')}
    </p>
  );
}
