import { expect as vitestExpect } from 'vitest';
import { requireMsw, requireVitest } from '../../mocks/edges/installed-peers.js';
import { createPetstoreTest, type PetstoreTestOptions } from '../../mocks/edges/vitest/vitest-test.js';
import { type PetstoreMatchers, petstoreMatchers } from '../matchers/petstore-matchers.js';

export type { TestPetstore } from '../../mocks/edges/msw/shared-server.js';
export type {
  PetstoreFixtures,
  PetstoreGuard,
  PetstoreTestOptions,
} from '../../mocks/edges/vitest/vitest-test.js';

requireVitest();
requireMsw();
vitestExpect.extend(petstoreMatchers);

/** Vitest's `expect`, with the matchers of `petstore-mock/matchers`. */
export const expect = vitestExpect;

/** Vitest's `test`, with a fake for each test that asks for `petstore`. */
export const test = createPetstoreTest();

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: every declaration of an interface has to repeat its type parameters.
  interface Matchers<T = any> extends PetstoreMatchers {}
  interface ProvidedContext {
    /** The options of the fakes that tests ask for. */
    petstoreOptions?: PetstoreTestOptions;
  }
}
