import { expect, test } from 'vitest';
import { colorsFor } from './terminal.js';

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
