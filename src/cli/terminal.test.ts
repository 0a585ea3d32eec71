import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { colorsFor, columnsOf, confirmOn, shellWord } from './terminal.js';

const terminal = { write: () => true, isTTY: true, hasColors: () => true };
const dumb = { ...terminal, hasColors: () => false };
const pipe = { write: () => true };

test.each([
  ['a terminal', terminal, {}, true],
  ['a terminal without colours', dumb, {}, false],
  ['a pipe', pipe, {}, false],
  ['a terminal with NO_COLOR', terminal, { NO_COLOR: '1' }, false],
  ['a terminal with an empty NO_COLOR', terminal, { NO_COLOR: '' }, true],
  ['a pipe with FORCE_COLOR', pipe, { FORCE_COLOR: '1' }, true],
  ['a terminal with FORCE_COLOR=0', terminal, { FORCE_COLOR: '0' }, false],
  ['a pipe with both', pipe, { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
])('has the right colours for %s', (_what, sink, variables, isColorful) => {
  expect(colorsFor(sink, variables).isColorSupported).toBe(isColorful);
});

const write = () => true;
const terminalForColumns = (columns?: number) => ({ write, isTTY: true, ...(columns !== undefined && { columns }) });

test.each([
  ['a terminal', terminalForColumns(72), {}, 72],
  ['a narrow terminal', terminalForColumns(20), {}, 40],
  ['a wide terminal', terminalForColumns(250), {}, 100],
  ['a terminal without a size', terminalForColumns(), {}, 80],
  ['a terminal of no columns', terminalForColumns(0), { COLUMNS: '60' }, 60],
  ['a terminal in spite of COLUMNS', terminalForColumns(72), { COLUMNS: '60' }, 72],
  ['a pipe', { write }, {}, 80],
  ['a pipe with COLUMNS', { write }, { COLUMNS: '60' }, 60],
  ['a pipe with a COLUMNS that is no number', { write }, { COLUMNS: 'wide' }, 80],
])('returns the columns of %s', (_what, sink, variables, columns) => {
  expect(columnsOf(sink, variables)).toBe(columns);
});

test.each([
  ['https://api.example.test/v1', 'https://api.example.test/v1'],
  ['my traffic.har', "'my traffic.har'"],
  ["Grete's.har", "'Grete'\\''s.har'"],
  ['$(id)', "'$(id)'"],
])('writes %s as %s', (text, word) => {
  expect(shellWord(text)).toBe(word);
});

test.each([
  ['yes', true, ({ stdin }) => stdin.write('y\n')],
  ['no', false, ({ stdin }) => stdin.write('\n')],
  ['Ctrl-D', false, ({ stdin }) => stdin.write('\x04')],
  ['the end of its input', false, ({ stdin }) => stdin.end()],
  ['a terminal that is gone', false, ({ stdin }) => stdin.destroy(new Error('read EIO'))],
  ['a signal', false, ({ stopping }) => stopping.abort()],
] satisfies [string, boolean, (parts: { stdin: PassThrough; stopping: AbortController }) => void][])(
  'takes %s for an answer',
  async (_what, answer, give) => {
    const [stdin, stderr] = [0, 1].map(() => Object.assign(new PassThrough(), { isTTY: true }));
    const stopping = new AbortController();
    const confirm = confirmOn(stdin as never, stderr as never, stopping.signal);
    const answered = confirm?.('Continue?');
    give({ stdin: stdin as PassThrough, stopping });
    expect(await answered).toBe(answer);
  },
);
