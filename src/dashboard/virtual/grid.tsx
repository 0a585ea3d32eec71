import type { ComponentChildren, HTMLAttributes, Ref } from 'preact';

/*
 * The parts of a table that keeps only the rows in view in the page. Table elements cannot do that, because they are laid
 * out together. Rows take the focus, not cells.
 */

interface GridProps extends HTMLAttributes<HTMLDivElement> {
  /** How many rows there are below the headings, in the page or not. */
  readonly count: number;
  readonly columns: number;
  readonly ref: Ref<HTMLDivElement>;
  readonly children: ComponentChildren;
}

export function Grid({ count, columns, ...rest }: GridProps) {
  // biome-ignore lint/a11y/useSemanticElements: see above.
  return <div role="grid" aria-rowcount={count + 1} aria-colcount={columns} {...rest} />;
}

interface GridHeadProps {
  readonly heightPx: number;
  /** Of the row of headings. */
  readonly class: string;
  readonly children: ComponentChildren;
}

/** The headings, which stay in view. */
export function GridHead({ heightPx, class: rowClass, children }: GridHeadProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see above.
    <div role="rowgroup" class="rows-head" style={{ height: `${heightPx}px` }}>
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see above. */}
      <div role="row" class={rowClass} aria-rowindex={1}>
        {children}
      </div>
    </div>
  );
}

/** All rows, as high as if they were all in the page. */
export function GridBody({ heightPx, children }: { readonly heightPx: number; readonly children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see above.
    <div role="rowgroup" class="rows-body" style={{ height: `${heightPx}px` }}>
      {children}
    </div>
  );
}

export interface RowPlace {
  readonly row: number;
  readonly startPx: number;
  /** Undefined: as high as its content. */
  readonly heightPx?: number | undefined;
}

interface GridRowProps extends HTMLAttributes<HTMLDivElement>, RowPlace {
  readonly ref?: Ref<HTMLDivElement>;
}

export function GridRow({ row, startPx, heightPx, ...rest }: GridRowProps) {
  const style = { transform: `translateY(${startPx}px)`, ...(heightPx !== undefined && { height: `${heightPx}px` }) };
  // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see above.
  return <div role="row" aria-rowindex={rowIndexOf(row)} style={style} {...rest} />;
}

/** Returns the `aria-rowindex` of a row: they count from 1, and the headings are the first. */
export function rowIndexOf(row: number): number {
  return row + 2;
}

export function GridHeading(props: HTMLAttributes<HTMLSpanElement>) {
  // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see above.
  return <span role="columnheader" {...props} />;
}

export function GridCell(props: HTMLAttributes<HTMLSpanElement>) {
  // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see above.
  return <span role="gridcell" {...props} />;
}
