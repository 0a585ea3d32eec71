/**
 * With what a request showed who it comes from. `name` is a pseudonym such as `key#1`, the same one for the same key.
 *
 * - `none`: it is known that nothing was sent.
 * - `bearer`: `Authorization: Bearer <key>`. Its standing: `given` by the user as a good key, `made-up` by the suite and
 *   certainly wrong, or `unknown` (a recording).
 * - `misplaced`: a given key where it does not count: under another scheme or in the query.
 * - `unknown`: a recording that may have been stripped of its credentials.
 */
export type Credential =
  | { readonly kind: 'none' }
  | { readonly kind: 'bearer'; readonly name: string; readonly standing: 'given' | 'made-up' | 'unknown' }
  | { readonly kind: 'misplaced'; readonly name: string; readonly where: 'basic' | 'query' }
  | { readonly kind: 'unknown' };
