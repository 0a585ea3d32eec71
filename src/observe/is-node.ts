/** Tells Node from a page, which may have a `process` that imitates Node's, but no such version. */
export function isNode(): boolean {
  return typeof globalThis.process?.versions?.node === 'string';
}
