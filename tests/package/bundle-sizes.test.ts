// Long: a page’s bundle of the fake does not grow unnoticed.
import { expect, test } from 'vitest';
import { measureBundles } from '../../scripts/bundle-sizes.js';

/** In a page, minified, and of which the fake's own: a little more than they were when this was written. */
const most = { 'petstore-mock/browser': [485, 138], 'petstore-mock': [382, 136], 'petstore-mock/matchers': [178, 178] };

test('a page’s bundle of the fake does not grow unnoticed', async () => {
  const sizes = await measureBundles();
  for (const [from, [all = 0, own = 0]] of Object.entries(most)) {
    const size = sizes.find(({ code }) => code.endsWith(`'${from}'`));
    const [, ownBytes = 0] = size?.parts.find(([name]) => name === 'petstore-mock') ?? [];
    expect((size?.bytes ?? Number.POSITIVE_INFINITY) / 1000, from).toBeLessThan(all);
    expect(ownBytes / 1000, `${from}, its own part`).toBeLessThan(own);
  }
});
