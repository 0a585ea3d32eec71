import type { ComponentChildren, HTMLAttributes, RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

interface Heights {
  /** Height of the sticky head. */
  readonly headPx: number;
  readonly rowPx: number;
}

/** Heights and breakpoints in pixels. Rows are folded below a width. */
export interface GridSizes {
  readonly wide: Heights;
  readonly folded: Heights;
  readonly foldBelowPx: number;
}

interface View {
  readonly isFolded: boolean;
  /** The row at the top. */
  readonly first: number;
  /** How many rows fit. */
  readonly page: number;
}

/** Returns which rows are in view, and rerenders when that changes. */
function useView(scroller: RefObject<HTMLElement | null>, sizes: GridSizes): View {
  const [view, setView] = useState<View>({ isFolded: false, first: 0, page: 1 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const look = () => {
      const { clientWidth, clientHeight, scrollTop } = element;
      const isFolded = clientWidth > 0 && clientWidth < sizes.foldBelowPx;
      const { headPx, rowPx } = isFolded ? sizes.folded : sizes.wide;
      const first = Math.floor(scrollTop / rowPx);
      const page = Math.max(1, Math.floor((clientHeight - headPx) / rowPx));
      setView((before) =>
        before.isFolded === isFolded && before.first === first && before.page === page
          ? before
          : { isFolded, first, page },
      );
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [scroller, sizes]);
  return view;
}

/** Rows above and below the view that are ready when somebody scrolls. */
const SPARE_ROWS = 6;

/** Returns the rows to render, in order. The active row is one of them, so that the focus is never lost. */
export function rowsToRender({ first, page }: Omit<View, 'isFolded'>, active: number, count: number): number[] {
  const from = Math.max(0, first - SPARE_ROWS);
  const length = Math.max(0, Math.min(count, first + page + 2 + SPARE_ROWS) - from);
  const rows = Array.from({ length }, (_, place) => from + place);
  return active < count ? [...new Set([...rows, active])].sort((one, other) => one - other) : rows;
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
  const view = useView(scroller, sizes);
  const { isFolded, page } = view;
  const { headPx, rowPx } = isFolded ? sizes.folded : sizes.wide;
  /** Brings a row into view, moving as little as possible. */
  const show = (row: number) => {
    const element = scroller.current;
    if (element === null) return;
    const endPx = (row + 1) * rowPx - (element.clientHeight - headPx);
    element.scrollTop = Math.min(row * rowPx, Math.max(element.scrollTop, endPx));
  };
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
    const next = rowAfterKey(event.key, activeRow, count, page);
    if (next === undefined) return;
    event.preventDefault();
    takeFocus();
    onMove(next);
    show(next);
  };
  const rows = rowsToRender(view, activeRow, count);
  return { scroller, isFolded, headPx, rowPx, activeRow, rows, show, takeFocus, onKeyDown };
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
  const { scroller, isFolded, headPx, rowPx, activeRow, rows } = grid;
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
      <div role="rowgroup" class="rows-body" style={{ height: `${items.length * rowPx}px` }}>
        {rows.map((index) => {
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
              style={{ transform: `translateY(${index * rowPx}px)`, height: `${rowPx}px` }}
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
