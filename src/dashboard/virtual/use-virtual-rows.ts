import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type Range,
  type VirtualItem,
  Virtualizer,
} from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

export interface VirtualRows {
  /** The rows that belong into the page now; `start` counts from the top of the first row. */
  readonly items: readonly VirtualItem[];
  /** Height of all rows, in pixels. */
  readonly heightPx: number;
  /** How many rows fit the view. */
  readonly page: number;
  /** Brings a row into view, moving as little as possible. */
  show(row: number): void;
}

interface VirtualRowsOptions {
  readonly count: number;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly rowHeightPx: number;
  /** Height of the sticky head. */
  readonly headHeightPx: number;
  /** Rows that stay in the page wherever they are. */
  readonly pinned: readonly number[];
  /** A row that is higher than the others, such as one that is edited. */
  readonly tall?: { readonly row: number; readonly heightPx: number } | undefined;
}

/** Computes which rows of a long list to render, and rerenders when that changes. */
export function useVirtualRows(options: VirtualRowsOptions): VirtualRows {
  const { count, scroller, rowHeightPx, headHeightPx, pinned, tall } = options;
  const [, redraw] = useState({});
  const settings = {
    count,
    getScrollElement: () => scroller.current,
    estimateSize: (row: number) => (row === tall?.row ? tall.heightPx : rowHeightPx),
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
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeightPx, tall?.row, tall?.heightPx]);

  return {
    items: virtualizer.getVirtualItems().map((item) => ({ ...item, start: item.start - headHeightPx })),
    heightPx: virtualizer.getTotalSize() - headHeightPx,
    page: Math.max(1, Math.floor(((virtualizer.scrollRect?.height ?? 0) - headHeightPx) / rowHeightPx)),
    show: (row) => virtualizer.scrollToIndex(row, { align: 'auto' }),
  };
}

/** Adds pinned rows to the shown ones, so that the focused row is never removed. Returns indexes in order. */
export function withPinned(shown: readonly number[], pinned: readonly number[], count: number): number[] {
  const added = pinned.filter((row) => row >= 0 && row < count);
  return [...new Set([...shown, ...added])].sort((left, right) => left - right);
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
