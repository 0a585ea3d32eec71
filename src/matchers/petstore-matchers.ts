import type { OperationId } from '../spec/operations.js';
import type { CallFilter } from './call-filter.js';
import { type MannersOptions, toBeWellMannered } from './to-be-well-mannered.js';
import { toConformTo } from './to-conform-to.js';
import { toHaveCalled } from './to-have-called.js';

/** Matchers for `expect.extend(petstoreMatchers)` of vitest, jest and Playwright. */
export const petstoreMatchers = { toConformTo, toBeWellMannered, toHaveCalled };

/** The matchers as they stand on what `expect(…)` answers; `R` is what a synchronous one answers. */
export interface PetstoreMatchers<R = void> {
  /**
   * Judges one answer, of any origin, against what the document promises for an operation. Takes a fetch `Response`, Playwright's
   * responses, or `{ status, headers, body }`. Asynchronous: `await expect(response).toConformTo('listInventory')`.
   */
  toConformTo(operation: OperationId): Promise<void>;
  /** Judges the client: did it back off as asked (§8.3, §8.4), and leave what is deprecated? Takes a petstore or a journal that is not empty. */
  toBeWellMannered(options?: MannersOptions): R;
  /** Looks for calls of an operation: at least one, or `times`, among those that fit the filter. Takes a petstore or a journal. */
  toHaveCalled(operation: OperationId, filter?: CallFilter): R;
}

declare global {
  // Where @types/jest is installed this adds to its matchers; elsewhere it is a name that nobody asks for.
  namespace jest {
    // biome-ignore lint/complexity/noBannedTypes: every declaration of an interface has to repeat its type parameters.
    interface Matchers<R, T = {}> extends PetstoreMatchers<R> {}
  }
}
