import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { StockEntry } from '../../admin/schemas/world.js';
import type { Live } from '../live/live.js';
import { findPet } from '../live/stock-order.js';
import { Grid, GridBody, GridHead, GridHeading } from '../virtual/grid.js';
import { isRow, useRowFocus } from '../virtual/use-row-focus.js';
import { useIsNarrow, useVirtualRows } from '../virtual/use-virtual-rows.js';
import { newsDuring, useStockEdit } from './stock-edit.js';
import { type StockSort, sortAfterClick } from './stock-list.js';
import { EditRow, SortHeading, StockRow } from './stock-rows.js';

interface StockTableProps {
  readonly live: Live;
  /** The pets to show, in their order. */
  readonly pets: readonly StockEntry[];
  readonly sort: StockSort;
  readonly onSort: (sort: StockSort) => void;
  /** The pet that Tab leads to; a new one comes into view. */
  readonly active: string | undefined;
  readonly onActivate: (petId: string) => void;
  /** What stands in its place where there is no pet to show. */
  readonly children: ComponentChildren;
}

const HEAD_PX = 36;
const ROW_PX = 38;
const FOLDED_ROW_PX = 60;

/** All pets in a table of which only the rows in view are in the page. */
export function StockTable({ live, pets, sort, onSort, active, onActivate, children }: StockTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const isFolded = useIsNarrow(scroller, 520);
  const [tallPx, setTallPx] = useState(0);
  // While somebody edits, every pet stays where it is.
  const held = useRef<readonly StockEntry[] | undefined>(undefined);
  const editing = useStockEdit(live, () => focus.take());
  const { edit, saved } = editing;
  held.current = edit === undefined ? undefined : (held.current ?? pets);
  const shown = held.current ?? pets;

  const rowHeightPx = isFolded ? FOLDED_ROW_PX : ROW_PX;
  const placeOf = (petId: string) => shown.findIndex((entry) => entry.petId === petId);
  const activePlace = active === undefined ? -1 : placeOf(active);
  const isActiveThere = activePlace !== -1;
  const activeRow = Math.max(0, activePlace);
  const editedRow = edit === undefined ? -1 : placeOf(edit.before.petId);
  const rows = useVirtualRows({
    count: shown.length,
    scroller,
    rowHeightPx,
    headHeightPx: HEAD_PX,
    pinned: [activeRow, editedRow],
    tall: editedRow === -1 ? undefined : { row: editedRow, heightPx: Math.max(tallPx, rowHeightPx) },
  });
  const focus = useRowFocus({
    scroller,
    count: shown.length,
    row: activeRow,
    rows,
    onMove: (row) => onActivate((shown[row] as StockEntry).petId),
  });

  // A pet that was added, or that moved because it was changed, is brought into view.
  useLayoutEffect(() => {
    if (isActiveThere) rows.show(activeRow);
  }, [active, isActiveThere, edit === undefined, isFolded]);

  const stock = live.stock.value ?? [];
  const changed = live.changedPets.value;
  const latest = (entry: StockEntry) => {
    if (saved?.petId === entry.petId) return saved;
    return edit === undefined ? entry : (findPet(stock, entry.petId) ?? entry);
  };
  const begin = (petId: string) => {
    const entry = findPet(stock, petId);
    if (entry === undefined) return;
    onActivate(petId);
    editing.begin(entry);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    focus.onKeyDown(event);
    if (!isRow(event.target) || (event.key !== 'Enter' && event.key !== 'F2')) return;
    event.preventDefault();
    const entry = shown[activeRow];
    if (entry !== undefined) begin(entry.petId);
  };
  const heading = { sort, onSort: (by: StockSort['by']) => onSort(sortAfterClick(sort, by)) };

  return (
    <>
      {shown.length === 0 && children}
      <Grid
        ref={scroller}
        hidden={shown.length === 0}
        class={isFolded ? 'rows stock-rows is-folded' : 'rows stock-rows'}
        aria-label="Stock"
        count={shown.length}
        columns={4}
        onKeyDown={onKeyDown}
      >
        <GridHead class="stock-row" heightPx={HEAD_PX}>
          <SortHeading column="petId" label="Pet" {...heading} />
          <SortHeading column="quantity" label="Quantity" {...heading} />
          <SortHeading column="status" label="Status" {...heading} />
          <GridHeading class="stock-actions">
            <span class="sr-only">Actions</span>
          </GridHeading>
        </GridHead>
        <GridBody heightPx={rows.heightPx}>
          {rows.items.map(({ index, start, size }) => {
            const entry = latest(shown[index] as StockEntry);
            const place = { row: index, startPx: start, heightPx: size };
            if (edit !== undefined && index === editedRow) {
              const news = newsDuring(edit, findPet(stock, entry.petId));
              return (
                <EditRow
                  key={`edit ${entry.petId}`}
                  {...place}
                  edit={edit}
                  news={news}
                  onChange={editing.type}
                  onSave={editing.save}
                  onLeave={editing.leave}
                  onHeight={setTallPx}
                />
              );
            }
            return (
              <StockRow
                key={entry.petId}
                {...place}
                entry={entry}
                isActive={index === activeRow}
                isChanged={changed.has(entry.petId)}
                onActivate={onActivate}
                onEdit={begin}
              />
            );
          })}
        </GridBody>
      </Grid>
    </>
  );
}
