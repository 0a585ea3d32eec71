import { useComputed } from '@preact/signals';
import type { ComponentChildren, TargetedEvent, TargetedFocusEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { RequestLine } from '../../admin/schemas/requests.js';
import { type Live, useRoom } from '../live/live.js';
import { Button } from '../parts/controls.js';
import { countOf } from '../parts/format.js';
import { dayOf } from '../parts/shown-time.js';
import { isForPage } from '../shell/keys.js';
import { type GridSizes, useVirtualGrid, VirtualGrid } from '../virtual/virtual-grid.js';
import type { Feed } from './feed.js';
import { feedColumns } from './feed-columns.js';
import { marksOf } from './marks.js';
import { openRequest, rowOf } from './open-request.js';

const sizes: GridSizes = { wide: { headPx: 34, rowPx: 34 }, folded: { headPx: 0, rowPx: 56 }, foldBelowPx: 960 };

/** The requests, newest first. The list does not move while somebody reads it. */
export function FeedTable({ feed, number }: { readonly feed: Feed; readonly number: number | undefined }) {
  const { live } = useRoom();
  const root = useRef<HTMLDivElement>(null);
  const today = useComputed(() => dayOfWorld(live)).value;
  const { grid, lines, setActive, isFocused, events, leave } = useFeedGrid(feed, number);
  const showNew = () => {
    root.current?.focus();
    leave();
    feed.resume();
  };
  const focused = isFocused ? lines[grid.activeRow] : undefined;

  return (
    <div class="feed-table" ref={root} tabIndex={-1}>
      <VirtualGrid
        {...events}
        grid={grid}
        prefix="feed"
        aria-label="Requests, newest first"
        items={lines}
        columns={feedColumns(live, today)}
        rowProps={(line) => ({
          key: line.number,
          class: classOf(line.number, number, feed.chosen.value),
          'aria-selected': line.number === number,
          onFocus: () => setActive(line.number),
          onKeyDown: (event: KeyboardEvent) => {
            if (event.key !== 'c' || !isForPage(event)) return;
            event.preventDefault();
            feed.choose(line.number);
          },
          onClick: (event: MouseEvent) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            openRequest(line.number);
          },
        })}
        onOpen={(row) => openRequest(lines[row]?.number ?? number)}
      >
        <OlderRequests feed={feed} />
      </VirtualGrid>
      <FeedFoot words={focused === undefined ? [] : marksOf(focused, live).flatMap((mark) => mark.words)}>
        <Chosen feed={feed} />
        <NewRequests feed={feed} onShow={showNew} />
      </FeedFoot>
    </div>
  );
}

function classOf(line: number, open: number | undefined, chosen: number | undefined): string {
  return `${line === open ? 'is-open' : ''} ${line === chosen ? 'is-chosen' : ''}`.trim();
}

/** Keeps the active row, and holds the list still while somebody scrolled down, has the focus in it or opened a request. */
function useFeedGrid(feed: Feed, number: number | undefined) {
  const [active, setActive] = useState(number);
  const [isFocused, setFocused] = useState(false);
  const [isScrolled, setScrolled] = useState(false);
  const lines = feed.shown.value;
  const grid = useVirtualGrid({
    sizes,
    count: lines.length,
    activeRow: active === undefined ? 0 : Math.min(rowOf(lines, active), Math.max(0, lines.length - 1)),
    onMove: (row) => {
      const next = (lines[row] as RequestLine).number;
      setActive(next);
      if (number !== undefined) openRequest(next, { isStep: true });
    },
  });

  // An empty list has nothing to look at.
  const isAway = lines.length > 0 && (isFocused || isScrolled || number !== undefined);
  useEffect(() => feed.lookAway(isAway), [feed, isAway]);

  // An opened request becomes the active row; when it is closed, the focus returns to it.
  const before = useRef(number);
  useEffect(() => {
    if (number !== undefined) {
      setActive(number);
      const row = rowOf(lines, number);
      if (lines[row]?.number === number) grid.show(row);
    } else if (before.current !== undefined) {
      grid.takeFocus();
      setActive(before.current);
      setFocused(true);
    }
    before.current = number;
  }, [number]);

  const events = {
    onScroll: ({ currentTarget }: TargetedEvent<HTMLDivElement>) => setScrolled(currentTarget.scrollTop > 4),
    onFocusIn: () => {
      setFocused(true);
      // At once: a request that arrives before the mouse button is released would move the rows.
      feed.lookAway(true);
    },
    onFocusOut: ({ currentTarget, relatedTarget }: TargetedFocusEvent<HTMLDivElement>) =>
      setFocused(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)),
  };
  const leave = () => {
    setFocused(false);
    setActive(undefined);
    grid.scroller.current?.scrollTo({ top: 0 });
  };
  return { grid, lines, setActive, isFocused, events, leave };
}

/**
 * The line below the rows, always there and always as high: whatever came and went beside the rows, or over them, while a mouse button
 * is down would take the click. It shows the meaning of the focused row's marks, which screen readers find in the row, or what keys do.
 */
function FeedFoot({ words, children }: { readonly words: readonly string[]; readonly children: ComponentChildren }) {
  const text = words.join(' ');
  return (
    <div class="feed-foot">
      <p class="feed-words" aria-hidden="true" title={text}>
        {text || <span class="key-hint">arrow keys move, Enter opens, c compares</span>}
      </p>
      {children}
    </div>
  );
}

/** A button with the number of requests that arrived while the list was held still. */
function NewRequests({ feed, onShow }: { readonly feed: Feed; readonly onShow: () => void }) {
  const missed = feed.missed.value;
  if (!feed.isHeld.value || feed.isPaused.value || missed === 0) return null;
  return (
    <Button isSmall kind="main" onClick={onShow}>
      ↑ {countOf(missed)} new
    </Button>
  );
}

/** Returns the day in the world, `21 Nov 2026`; for a proxy, that of the newest request. */
function dayOfWorld({ nowMs, requests }: Live): string | undefined {
  const now = nowMs.value ?? requests.value[0]?.at;
  return now === undefined ? undefined : dayOf(now);
}

/** What to do once the first of two requests to compare was chosen. */
function Chosen({ feed }: { readonly feed: Feed }) {
  const chosen = feed.chosen.value;
  return (
    <div class="feed-chosen">
      <span role="status">
        {chosen !== undefined && `Comparing #${chosen}: press c on another request, or open it.`}
      </span>
      {chosen !== undefined && (
        <Button isSmall onClick={() => feed.choose(chosen)}>
          Cancel
        </Button>
      )}
    </div>
  );
}

function OlderRequests({ feed }: { readonly feed: Feed }) {
  if (!feed.hasOlder.value) return null;
  const isLoading = feed.isLoading.value || feed.search.isRunning.value;
  return (
    <div class="feed-older">
      {feed.problem.value !== undefined && <span class="feed-problem">{feed.problem.value}</span>}
      <Button isSmall aria-disabled={isLoading} onClick={() => isLoading || feed.loadOlder()}>
        {isLoading ? 'Loading…' : 'Load older requests'}
      </Button>
    </div>
  );
}
