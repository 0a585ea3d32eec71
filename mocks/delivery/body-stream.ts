interface Delivery {
  /** Over how many milliseconds of real time the bytes are sent, in small pieces; 0: at once. */
  readonly dripMs: number;
  /** Whether it fails after them, like a lost connection, instead of ending. */
  readonly isBreaking: boolean;
  /** The request. Kept as a whole: the signal of a garbage-collected request never aborts. */
  readonly request: { readonly signal: AbortSignal };
}

/** Creates a stream of a body. It leaves no timer behind when its reader cancels. */
export function bodyStream(body: string | Uint8Array, { dripMs, isBreaking, request }: Delivery) {
  const drops = cutIntoDrops(body, dripMs);
  const over = new AbortController();
  const end = () => over.abort();
  request.signal.addEventListener('abort', end);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value: drop } = drops.next();
        if (drop !== undefined && drop.afterMs > 0) await wait(drop.afterMs, over.signal);
        if (request.signal.aborted) controller.error(request.signal.reason);
        else if (over.signal.aborted) return;
        else if (drop !== undefined) controller.enqueue(drop.bytes);
        else if (isBreaking) controller.error(new TypeError('The connection broke halfway through the body'));
        else controller.close();
      },
      cancel: end,
    },
    // Waits and fails only when more is read: failing drops what is still buffered.
    { highWaterMark: 0 },
  );
}

/** A piece of a body, and its delay after the previous one. */
export interface Drop {
  readonly afterMs: number;
  readonly bytes: Uint8Array;
}

const PACE_MS = 50;

const encoder = new TextEncoder();
const bytesOf = (body: string | Uint8Array) => (typeof body === 'string' ? encoder.encode(body) : body);

/** Splits a body into pieces, about one every 50 ms; the last one comes at the end of the time. */
export function* cutIntoDrops(body: string | Uint8Array, dripMs: number): Generator<Drop> {
  const bytes = bytesOf(body);
  const count = Math.min(bytes.length, Math.max(Math.ceil(dripMs / PACE_MS), 1));
  // Timers use whole milliseconds: rounding the sums loses no time.
  const share = (whole: number, index: number) => Math.round((whole * index) / count);
  for (let index = 0; index < count; index++) {
    const afterMs = share(dripMs, index + 1) - share(dripMs, index);
    yield { afterMs, bytes: bytes.subarray(share(bytes.length, index), share(bytes.length, index + 1)) };
  }
}

/** Returns the first half of a body, in bytes: never valid JSON for an object or array. */
export function halfOf(body: string | Uint8Array): Uint8Array {
  const bytes = bytesOf(body);
  return bytes.subarray(0, bytes.length >> 1);
}

/** Waits in real time, or until the signal aborts. Reads `setTimeout` at each call, so that fake timers work. */
export function wait(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, delayMs);
    signal.addEventListener('abort', done);
  });
}
