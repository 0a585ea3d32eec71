import { expect, it } from 'vitest';
import { readCompareSettings } from './compare-settings.js';

const SIDES = ['staging.json', 'fake'];

it.each([
  [undefined, undefined],
  ['-', 'print'],
  ['differences.json', { file: 'differences.json' }],
] as const)('takes --json %s for %j', (given, json) => {
  expect(readCompareSettings(SIDES, given === undefined ? {} : { json: given }).json).toEqual(json);
});

it('refuses to leave out what no difference can be, and names what was meant', () => {
  const reading =
    (...ignore: string[]) =>
    () =>
      readCompareSettings(SIDES, { ignored: ignore });
  expect(reading('latency', 'response/*/401/header/X-Hint', 'question/list-order')().ignored).toHaveLength(3);
  expect(reading('latency', 'nonsense')).toThrow('Reading --ignore "nonsense": no path begins with it');
  expect(reading('questoin/list-order')).toThrow('Did you mean --ignore question/list-order?');
});
