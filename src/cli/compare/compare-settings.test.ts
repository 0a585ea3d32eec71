import { expect, it } from 'vitest';
import { readCompareSettings } from './compare-settings.js';

const SIDES = ['staging.json', 'fake'];

it.each(['fake', 'https://a.test/v1'])('rejects --json %s because it names a side', (json) => {
  expect(() => readCompareSettings(SIDES, { json })).toThrow('Reading --json: it names a side');
});

it('rejects an --ignore that matches no path, and suggests one', () => {
  const reading =
    (...ignore: string[]) =>
    () =>
      readCompareSettings(SIDES, { ignored: ignore });
  expect(reading('latency', 'response/*/401/header/X-Hint', 'question/list-order')().ignored).toHaveLength(3);
  expect(reading('latency', 'nonsense')).toThrow('Reading --ignore "nonsense": no path begins with it');
  expect(reading('questoin/list-order')).toThrow('Did you mean --ignore question/list-order?');
});
