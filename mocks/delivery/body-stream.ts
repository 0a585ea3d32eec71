interface Delivery {
  /** Over how many milliseconds of real time the bytes come, in small pieces; 0: at once. */
  readonly dripMs: number;
  /** Whether it breaks after them, as a lost connection does, instead of ending. */
  readonly isBreaking: boolean;
  /** Whom it is for. Held as a whole: the signal of a request that nobody holds any more never aborts. */
  readonly request: { readonly signal: AbortSignal };
}

/** Creates a stream that gives some bytes to who reads them. It leaves no timer behind when the reader leaves. */
export function bodyStream(
  body: string | Uint8Array,
  { dripMs, isBreaking, request }: Delivery,
): ReadableStream<Uint8Array> {
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
    // Time passes, and it breaks, only when somebody asks for more: breaking loses what is still in the pipe.
    { highWaterMark: 0 },
  );
}

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

/** Returns the first half of a body, in bytes: of a JSON object or array, it is never valid JSON. */
export function halfOf(body: string | Uint8Array): Uint8Array {
  const bytes = typeof body === 'string' ? encoder.encode(body) : body;
  return bytes.subarray(0, bytes.length >> 1);
}

/** Waits for real time to pass, or until the signal aborts. It asks for `setTimeout` each time, so that fake timers move it. */
export function wait(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, delayMs);
    signal.addEventListener('abort', done);
  });
}
