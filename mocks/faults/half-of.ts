const encoder = new TextEncoder();

/** Answers the first half of a body, in bytes: of a JSON object or array, it is never valid JSON. */
export function halfOf(body: string | Uint8Array): Uint8Array {
  const bytes = typeof body === 'string' ? encoder.encode(body) : body;
  return bytes.subarray(0, bytes.length >> 1);
}
