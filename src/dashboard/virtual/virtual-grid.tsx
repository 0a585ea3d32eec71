import type { ComponentChildren, HTMLAttributes } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useIsNarrow, useVirtualRows } from './use-virtual-rows.js';

/** Heights and breakpoints in pixels. */
export interface GridSizes {
  readonly headPx: number;
  readonly rowPx: number;
  /** Rows are folded below this width. */
  readonly foldBelowPx: number;
  readonly foldedHeadPx: number;
  readonly foldedRowPx: number;
}

interface GridOptions {
  readonly sizes: GridSizes;
  readonly count: number;
  /** The row that Tab leads to. */
  readonly activeRow: number;
  /** Called with the row that a key leads to. */
  readonly onMove: (row: number) => void;
}

/** Keeps the scroll position, folding and focus of a VirtualGrid. */
export function useVirtualGrid({ sizes, count, activeRow, onMove }: GridOptions) {
  const scroller = useRef<HTMLDivElement>(null);
  const isFolded = useIsNarrow(scroller, sizes.foldBelowPx);
  const headPx = isFolded ? sizes.foldedHeadPx : sizes.headPx;
  const rowHeightPx = isFolded ? sizes.foldedRowPx : sizes.rowPx;
  const rows = useVirtualRows({
    count,
    scroller,
    rowHeightPx,
    headHeightPx: headPx,
    pinned: activeRow,
  });
  const isFocusWanted = useRef(false);
  useLayoutEffect(() => {
    if (!isFocusWanted.current) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[aria-rowindex="${rowIndexOf(activeRow)}"]`);
    if (row == null) return;
    isFocusWanted.current = false;
    row.focus({ preventScroll: true });
  });
  /** Focuses the active row as soon as it is in the page. */
  const takeFocus = () => {
    isFocusWanted.current = true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = rowAfterKey(event.key, activeRow, count, rows.page);
    if (next === undefined) return;
    event.preventDefault();
    takeFocus();
    onMove(next);
    rows.show(next);
  };
  return { scroller, isFolded, headPx, activeRow, rows, takeFocus, onKeyDown };
}

/** Attributes and content of a cell. */
type CellProps = HTMLAttributes<HTMLSpanElement> & { readonly class?: string };

export interface Column<Item> {
  /** The end of its CSS class: `time` of `feed-time`. */
  readonly name: string;
  readonly label: ComponentChildren;
  readonly sort?: 'ascending' | 'descending' | 'none';
  readonly cell: (item: Item, row: number) => CellProps;
}

type RowProps = HTMLAttributes<HTMLDivElement> & { readonly key: string | number; readonly class?: string };

interface VirtualGridProps<Item> extends Omit<HTMLAttributes<HTMLDivElement>, 'class' | 'onKeyDown'> {
  readonly grid: ReturnType<typeof useVirtualGrid>;
  /** The beginning of its CSS classes: `feed` of `feed-row`. */
  readonly prefix: string;
  readonly items: readonly Item[];
  readonly columns: readonly Column<Item>[];
  readonly rowProps: (item: Item, row: number) => RowProps;
  /** Called when a row is opened with Enter. */
  readonly onOpen: (row: number) => void;
}

/**
 * A table that keeps only the rows in view in the page. Table elements cannot do that, because they are laid out together.
 * Rows take the focus, not cells. Arrow keys, Page Up, Page Down, Home and End move between rows.
 */
export function VirtualGrid<Item>(props: VirtualGridProps<Item>) {
  const { grid, prefix, items, columns, rowProps, onOpen, children, ...rest } = props;
  const { scroller, isFolded, headPx, activeRow, rows } = grid;
  const onKeyDown = (event: KeyboardEvent) => {
    // Other keys belong to a control in a row.
    if (!(event.target instanceof HTMLElement && event.target.role === 'row')) return;
    grid.onKeyDown(event);
    if (event.key !== 'Enter') return;
    event.preventDefault();
    onOpen(activeRow);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: see above.
    <div
      role="grid"
      {...rest}
      ref={scroller}
      class={`rows ${prefix}-rows${isFolded ? ' is-folded' : ''}`}
      aria-rowcount={items.length + 1}
      aria-colcount={columns.length}
      onKeyDown={onKeyDown}
    >
      <GridHead prefix={prefix} columns={columns} heightPx={headPx} />
      {/* biome-ignore lint/a11y/useSemanticElements: see above. */}
      <div role="rowgroup" class="rows-body" style={{ height: `${rows.heightPx}px` }}>
        {rows.items.map(({ index, start, size }) => {
          const item = items[index];
          if (item === undefined) return null;
          const { key, class: more = '', ...row } = rowProps(item, index);
          return (
            // biome-ignore lint/a11y/useSemanticElements: see above.
            <div
              {...row}
              key={key}
              role="row"
              aria-rowindex={rowIndexOf(index)}
              class={`${prefix}-row ${more}`.trim()}
              style={{ transform: `translateY(${start}px)`, height: `${size}px` }}
              tabIndex={index === activeRow ? 0 : -1}
            >
              {columns.map(({ name, cell }) => {
                const { class: of = '', ...shown } = cell(item, index);
                return (
                  // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see above.
                  <span key={name} role="gridcell" {...shown} class={`${prefix}-${name} ${of}`.trim()} />
                );
              })}
            </div>
          );
        })}
      </div>
      {children}
    </div>
  );
}

interface GridHeadProps {
  readonly prefix: string;
  readonly columns: readonly Pick<Column<never>, 'name' | 'label' | 'sort'>[];
  readonly heightPx: number;
}

function GridHead({ prefix, columns, heightPx }: GridHeadProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see above.
    <div role="rowgroup" class="rows-head" style={{ height: `${heightPx}px` }}>
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see above. */}
      <div role="row" class={`${prefix}-row`} aria-rowindex={1}>
        {columns.map(({ name, label, sort }) => (
          // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see above.
          <span key={name} role="columnheader" class={`${prefix}-${name}`} aria-sort={sort}>
            {label}
          </span>
        ))}
      </div>
    </div>
  );
}

/** Returns the `aria-rowindex` of a row: they count from 1, and the headings are the first. */
function rowIndexOf(row: number): number {
  return row + 2;
}

/** Returns the row that a key leads to, or undefined if it does not move. `page`: rows that fit the view. */
export function rowAfterKey(key: string, row: number, count: number, page: number): number | undefined {
  const last = count - 1;
  if (last < 0) return undefined;
  const rows: Readonly<Record<string, number>> = {
    ArrowDown: row + 1,
    ArrowUp: row - 1,
    PageDown: row + page,
    PageUp: row - page,
    Home: 0,
    End: last,
  };
  const next = rows[key];
  return next === undefined ? undefined : Math.max(0, Math.min(last, next));
}
