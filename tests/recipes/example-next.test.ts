// Long: the page for Next.js shows the example as it is tested.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { codeBlocks } from '../code-blocks.js';

/** `npm run test:example` runs the project. Its ports are others, for a machine where an app or a fake is running. */
const inExample = (path: string) =>
  readFileSync(new URL(`../../examples/next/${path}`, import.meta.url), 'utf8').replaceAll(
    '127.0.0.1:14742',
    '127.0.0.1:4290',
  );

test.each(['lib/petstore.ts', 'tests/stock.spec.ts'])('the page for Next.js shows %s of the example', (path) => {
  const block = codeBlocks('docs/next.md', 'ts').find((code) => code.startsWith(`// ${path}`));
  expect(block?.replace(/^.*\n/, '')).toBe(inExample(path));
});
