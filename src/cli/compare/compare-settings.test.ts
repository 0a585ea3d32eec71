import { expect, it } from 'vitest';
import { readCompareSettings } from './compare-settings.js';

const SIDES = ['staging.json', 'fake'];

it.each(['fake', 'https://a.test/v1'])('rejects --json %s: it names a side', (json) => {
  expect(() => readCompareSettings(SIDES, { json })).toThrow('Reading --json: it names a side');
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
