import { columnsOf } from './columns.js';
import { type Colors, colorsFor, type Terminal, type TextSink } from './terminal.js';

/** How a text for people looks. */
export interface Layout {
  readonly colors: Colors;
  /** How wide a line may be. */
  readonly columns: number;
}

/** Answers what a sink can show. */
export function layoutFor(sink: TextSink, variables: Terminal['variables']): Layout {
  return { colors: colorsFor(sink, variables), columns: columnsOf(sink, variables) };
}
