export { type PetstoreMatchers, petstoreMatchers } from '../matchers/petstore-matchers.js';
export type { MannersOptions } from '../matchers/to-be-well-mannered.js';
export type { CallFilter } from '../matchers/to-have-called.js';
