import { cutIntoDrops } from './drops.js';
import { wait } from './wait.js';

interface Delivery {
  /** Over how many milliseconds of real time the bytes come, in small pieces; 0: at once. */
  readonly dripMs: number;
  /** Whether it breaks after them, as a lost connection does, instead of ending. */
  readonly isBreaking: boolean;
  /** Whom it is for. Held as a whole: the signal of a request that nobody holds any more never aborts. */
  readonly request: { readonly signal: AbortSignal };
}

/** Makes a stream that gives some bytes to who reads them. It leaves no timer behind when the reader leaves. */
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
