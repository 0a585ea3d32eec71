/** Of a header section, in either direction. */
export const MOST_HEADER_BYTES = 64 * 1024;

/**
 * Makes what httpxy fills in before it hands it to `http.request`. Its own headers are a record, in which names lose their case,
 * their order and their repetitions, and its path may be joined anew: these two stay as they are given here.
 */
export function requestOptions(headers: readonly string[], target: string): object {
  return Object.defineProperties(
    { maxHeaderSize: MOST_HEADER_BYTES },
    { headers: fixed(headers), path: fixed(target) },
  );
}

function fixed(value: unknown): PropertyDescriptor {
  return { enumerable: true, get: () => value, set: () => {} };
}
