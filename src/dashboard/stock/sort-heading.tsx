import { GridHeading } from '../virtual/grid.js';
import type { StockColumn, StockSort } from './stock-sort.js';

interface SortHeadingProps {
  readonly column: StockColumn;
  readonly label: string;
  readonly sort: StockSort;
  readonly onSort: (column: StockColumn) => void;
}

/** The heading of a column, and a button that sorts by it. */
export function SortHeading({ column, label, sort, onSort }: SortHeadingProps) {
  const isSorted = sort.by === column;
  return (
    <GridHeading
      class={`stock-${headingClass[column]}`}
      aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : 'none'}
    >
      <button type="button" class="sort" onClick={() => onSort(column)}>
        {label}
        <span class="sort-sign" aria-hidden="true">
          {isSorted ? (sort.isDescending ? '↓' : '↑') : '↕'}
        </span>
      </button>
    </GridHeading>
  );
}

const headingClass: Readonly<Record<StockColumn, string>> = { petId: 'id', quantity: 'quantity', status: 'status' };
