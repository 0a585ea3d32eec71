import { InputError } from '../json/input-error.js';
import type * as vitestEntry from './vitest.js';

// What `petstore-mock/vitest` is where it is resolved for browsers. Projects for jsdom may do so, too, as those with Svelte: in Node, it
// is the entry itself.
if (typeof globalThis.process?.versions?.node !== 'string') {
  throw new InputError(
    'Loading petstore-mock/vitest',
    "it runs in Node, and this is a browser, as in vitest's browser mode",
    "Use setupPetstoreWorker from 'petstore-mock/browser', and the matchers of 'petstore-mock/matchers'.",
  );
}
// A variable, since bundlers would follow the import.
const entry = './vitest.js';
export const { expect, test }: typeof vitestEntry = await import(/* @vite-ignore */ entry);
