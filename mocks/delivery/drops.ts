/** A small piece of a body, and how long after the piece before it comes. */
export interface Drop {
  readonly afterMs: number;
  readonly bytes: Uint8Array;
}

const PACE_MS = 50;

const encoder = new TextEncoder();

/**
 * Cuts a body into small pieces that come over so many milliseconds, evenly: one every 50 ms or so, as long as there are bytes.
 * The last one comes when the time is over.
 */
export function* cutIntoDrops(body: string | Uint8Array, dripMs: number): Generator<Drop> {
  const bytes = typeof body === 'string' ? encoder.encode(body) : body;
  const count = Math.min(bytes.length, Math.max(Math.ceil(dripMs / PACE_MS), 1));
  // Timers know whole milliseconds: from sums that are rounded, nothing of the time gets lost.
  const share = (whole: number, index: number) => Math.round((whole * index) / count);
  for (let index = 0; index < count; index++) {
    const afterMs = share(dripMs, index + 1) - share(dripMs, index);
    yield { afterMs, bytes: bytes.subarray(share(bytes.length, index), share(bytes.length, index + 1)) };
  }
}
