import type { ComponentChildren, HTMLAttributes, RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import { Grid, GridBody, GridHead, type RowPlace } from './grid.js';
import { isRow, type RowFocus, useRowFocus } from './use-row-focus.js';
import { useIsNarrow, useVirtualRows, type VirtualRows } from './use-virtual-rows.js';

/** Heights and breakpoints in pixels. */
export interface GridSizes {
  readonly headPx: number;
  readonly rowPx: number;
  /** Rows are folded below this width. */
  readonly foldBelowPx: number;
  readonly foldedHeadPx: number;
  readonly foldedRowPx: number;
}

export interface VirtualGridState {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly isFolded: boolean;
  readonly headPx: number;
  readonly count: number;
  /** The row that Tab leads to. */
  readonly activeRow: number;
  readonly rows: VirtualRows;
  readonly focus: RowFocus;
}

interface VirtualGridOptions {
  readonly sizes: GridSizes;
  readonly count: number;
  readonly activeRow: number;
  /** Called with the row that a key leads to. */
  readonly onMove: (row: number) => void;
  /** A row that stays in the page and has another height, such as one that is edited. */
  readonly tall?: { readonly row: number; readonly heightPx: number } | undefined;
}

/** Keeps the scroll position, folding and focus of a VirtualGrid. */
export function useVirtualGrid({ sizes, count, activeRow, onMove, tall }: VirtualGridOptions): VirtualGridState {
  const scroller = useRef<HTMLDivElement>(null);
  const isFolded = useIsNarrow(scroller, sizes.foldBelowPx);
  const headPx = isFolded ? sizes.foldedHeadPx : sizes.headPx;
  const rowHeightPx = isFolded ? sizes.foldedRowPx : sizes.rowPx;
  const rows = useVirtualRows({
    count,
    scroller,
    rowHeightPx,
    headHeightPx: headPx,
    pinned: [activeRow, tall?.row ?? -1],
    tall: tall && { row: tall.row, heightPx: Math.max(tall.heightPx, rowHeightPx) },
  });
  const focus = useRowFocus({ scroller, count, row: activeRow, rows, onMove });
  return { scroller, isFolded, headPx, count, activeRow, rows, focus };
}

interface VirtualGridProps extends Omit<HTMLAttributes<HTMLDivElement>, 'class' | 'onKeyDown'> {
  readonly grid: VirtualGridState;
  readonly class: string;
  readonly rowClass: string;
  readonly columns: number;
  readonly headings: ComponentChildren;
  /** Called when a row is opened with one of `openKeys`. */
  readonly onOpen: (row: number) => void;
  readonly openKeys?: readonly string[];
  readonly renderRow: (place: RowPlace) => ComponentChildren;
}

/** A grid that keeps only the rows in view in the page. Arrow keys, Page Up, Page Down, Home and End move between rows. */
export function VirtualGrid(props: VirtualGridProps) {
  const {
    grid,
    class: name,
    rowClass,
    columns,
    headings,
    onOpen,
    openKeys = ['Enter'],
    renderRow,
    children,
    ...rest
  } = props;
  const { scroller, isFolded, headPx, count, activeRow, rows, focus } = grid;
  const onKeyDown = (event: KeyboardEvent) => {
    focus.onKeyDown(event);
    if (!isRow(event.target) || !openKeys.includes(event.key)) return;
    event.preventDefault();
    onOpen(activeRow);
  };
  return (
    <Grid
      {...rest}
      ref={scroller}
      class={`rows ${name}${isFolded ? ' is-folded' : ''}`}
      count={count}
      columns={columns}
      onKeyDown={onKeyDown}
    >
      <GridHead class={rowClass} heightPx={headPx}>
        {headings}
      </GridHead>
      <GridBody heightPx={rows.heightPx}>
        {rows.items.map(({ index, start, size }) => renderRow({ row: index, startPx: start, heightPx: size }))}
      </GridBody>
      {children}
    </Grid>
  );
}
