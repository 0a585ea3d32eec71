import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type Range,
  Virtualizer,
} from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

interface VirtualRowsOptions {
  readonly count: number;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly rowHeightPx: number;
  /** Height of the sticky head. */
  readonly headHeightPx: number;
  /** A row that stays in the page wherever it is. */
  readonly pinned: number;
}

/** Computes which rows of a long list to render, and rerenders when that changes. */
export function useVirtualRows(options: VirtualRowsOptions) {
  const { count, scroller, rowHeightPx, headHeightPx, pinned } = options;
  const [, redraw] = useState({});
  const settings = {
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    scrollPaddingStart: headHeightPx,
    // The sticky head takes its own space above the rows.
    paddingStart: headHeightPx,
    overscan: 6,
    rangeExtractor: (range: Range) => withPinned(defaultRangeExtractor(range), pinned, count),
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: () => redraw({}),
  };
  const [virtualizer] = useState(() => new Virtualizer<HTMLElement, HTMLElement>(settings));
  virtualizer.setOptions(settings);
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer._willUpdate());
  // The virtualizer caches heights until it is told to measure.
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeightPx]);

  return {
    /** The rows to render; `start` counts from the top of the first row. */
    items: virtualizer.getVirtualItems().map((item) => ({ ...item, start: item.start - headHeightPx })),
    heightPx: virtualizer.getTotalSize() - headHeightPx,
    /** How many rows fit the view. */
    page: Math.max(1, Math.floor(((virtualizer.scrollRect?.height ?? 0) - headHeightPx) / rowHeightPx)),
    /** Brings a row into view, moving as little as possible. */
    show: (row: number) => virtualizer.scrollToIndex(row, { align: 'auto' }),
  };
}

/** Adds the pinned row to the shown ones, so that the focused row is never removed. Returns indexes in order. */
export function withPinned(shown: readonly number[], pinned: number, count: number): number[] {
  return pinned < count ? [...new Set([...shown, pinned])].sort((left, right) => left - right) : [...shown];
}

/** Returns whether an element is narrower than `belowPx`, and rerenders when that changes. */
export function useIsNarrow(element: RefObject<HTMLElement | null>, belowPx: number): boolean {
  const [isNarrow, setNarrow] = useState(false);
  useLayoutEffect(() => {
    if (element.current === null) return;
    const look = (widthPx: number) => setNarrow(widthPx > 0 && widthPx < belowPx);
    look(element.current.clientWidth);
    const observer = new ResizeObserver(([entry]) => look(entry?.contentRect.width ?? 0));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, belowPx]);
  return isNarrow;
}
