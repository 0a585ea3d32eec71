/** What a matcher answers: vitest, jest and Playwright all read this. `message` is asked for only when the assertion fails. */
export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}
