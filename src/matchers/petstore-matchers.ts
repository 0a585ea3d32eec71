import type { OperationId } from '../service/petstore.js';
import { type MannersOptions, toBeWellMannered } from './to-be-well-mannered.js';
import { toConformTo } from './to-conform-to.js';
import { type CallFilter, toHaveCalled } from './to-have-called.js';

/** Matchers for `expect.extend(petstoreMatchers)` of vitest, jest and Playwright. */
export const petstoreMatchers = { toConformTo, toBeWellMannered, toHaveCalled };

/** The matchers on the result of `expect(…)`; `R` is the result of a synchronous one. */
export interface PetstoreMatchers<R = void> {
  /**
   * Judges a single response, whatever its origin, against the document. Takes a fetch `Response`, Playwright's
   * responses, or `{ status, headers, body }`. Asynchronous: `await expect(response).toConformTo('listInventory')`.
   */
  toConformTo(operation: OperationId): Promise<void>;
  /** Judges the client: does it back off (§8.3, §8.4) and avoid deprecated operations? Takes a petstore or a journal that is not empty. */
  toBeWellMannered(options?: MannersOptions): R;
  /** Expects calls of an operation that match the filter: at least one, or `times`. Takes a petstore or a journal. */
  toHaveCalled(operation: OperationId, filter?: CallFilter): R;
}

declare global {
  // Where @types/jest is installed this adds to its matchers; elsewhere it is an unused name.
  namespace jest {
    // biome-ignore lint/complexity/noBannedTypes: every declaration of an interface has to repeat its type parameters.
    interface Matchers<R, T = {}> extends PetstoreMatchers<R> {}
  }
}
