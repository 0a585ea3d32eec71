import type { CallFilter, MannersOptions } from '../../src/entries/matchers.js';
import type { OperationId } from '../../src/service/petstore.js';

/** What the `expect` of every test runner offers, as far as the cases need it. */
export interface AnyExpect {
  (received: unknown): Assertions & { readonly not: Assertions };
  objectContaining(sample: object): unknown;
  any(type: unknown): unknown;
}

interface Assertions {
  toConformTo(operation: OperationId): Promise<void>;
  toBeWellMannered(options?: MannersOptions): void;
  toHaveCalled(operation: OperationId, filter?: CallFilter): void;
}

/** One use of a matcher. */
export interface MatcherCase {
  readonly title: string;
  readonly use: (expect: AnyExpect) => void | Promise<void>;
  /** The text of its error; undefined: it passes. */
  readonly says?: readonly string[];
}

/** Uses a matcher; returns the message of its error, without colours. */
export async function messageOf(matcherCase: MatcherCase, expect: AnyExpect): Promise<string | undefined> {
  try {
    await matcherCase.use(expect);
    return undefined;
  } catch (error) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: test runners colour what they say.
    return String(error).replaceAll(/\u001b\[\d+m/g, '');
  }
}
