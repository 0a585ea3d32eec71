export type { CallFilter } from '../matchers/call-filter.js';
export { type PetstoreMatchers, petstoreMatchers } from '../matchers/petstore-matchers.js';
export type { MannersOptions } from '../matchers/to-be-well-mannered.js';
