import { expect, test } from 'vitest';
import { columnsOf } from './columns.js';

const write = () => true;
const terminal = (columns?: number) => ({ write, isTTY: true, ...(columns !== undefined && { columns }) });

test.each([
  ['a terminal', terminal(72), {}, 72],
  ['a narrow terminal', terminal(20), {}, 40],
  ['a wide terminal', terminal(250), {}, 100],
  ['a terminal that tells no size', terminal(), {}, 80],
  ['a terminal of no columns', terminal(0), { COLUMNS: '60' }, 60],
  ['a terminal in spite of COLUMNS', terminal(72), { COLUMNS: '60' }, 72],
  ['a pipe', { write }, {}, 80],
  ['a pipe with COLUMNS', { write }, { COLUMNS: '60' }, 60],
  ['a pipe with a COLUMNS that is no number', { write }, { COLUMNS: 'wide' }, 80],
])('tells the columns of %s', (_what, sink, variables, columns) => {
  expect(columnsOf(sink, variables)).toBe(columns);
});
