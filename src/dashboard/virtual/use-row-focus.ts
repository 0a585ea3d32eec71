import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { rowIndexOf } from './grid.js';
import type { VirtualRows } from './use-virtual-rows.js';

interface RowFocusOptions {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly count: number;
  /** The row that Tab leads to. */
  readonly row: number;
  readonly rows: VirtualRows;
  /** Makes another row the one that Tab leads to. */
  readonly onMove: (row: number) => void;
}

export interface RowFocus {
  /** Focuses the row as soon as it is in the page. */
  take(): void;
  /** Moves with the keys of a list; ignores keys typed into controls. */
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** Moves the focus between the rows of a long list, one of which is reached by Tab. */
export function useRowFocus({ scroller, count, row, rows, onMove }: RowFocusOptions): RowFocus {
  const isWanted = useRef(false);
  useLayoutEffect(() => {
    if (!isWanted.current) return;
    const element = scroller.current?.querySelector<HTMLElement>(`[aria-rowindex="${rowIndexOf(row)}"]`);
    if (element == null) return;
    isWanted.current = false;
    element.focus({ preventScroll: true });
  });

  return {
    take() {
      isWanted.current = true;
    },
    onKeyDown(event) {
      if (!isRow(event.target) || event.altKey || event.ctrlKey || event.metaKey) return;
      const next = rowAfterKey(event.key, row, count, rows.page);
      if (next === undefined) return;
      event.preventDefault();
      isWanted.current = true;
      onMove(next);
      rows.show(next);
    },
  };
}

/** Returns whether the target is a row, not a control in it. */
export function isRow(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.role === 'row';
}

/** Returns the row that a key leads to, or undefined if it does not move. `page`: rows that fit the view. */
export function rowAfterKey(key: string, row: number, count: number, page: number): number | undefined {
  const last = count - 1;
  if (last < 0) return undefined;
  const clamp = (index: number) => Math.max(0, Math.min(last, index));
  switch (key) {
    case 'ArrowDown':
      return clamp(row + 1);
    case 'ArrowUp':
      return clamp(row - 1);
    case 'PageDown':
      return clamp(row + page);
    case 'PageUp':
      return clamp(row - page);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}
