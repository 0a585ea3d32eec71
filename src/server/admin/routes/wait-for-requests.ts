import { parseDurationMs } from '../../../../mocks/clock.js';
import type { RequestWait } from '../../../admin/schemas/requests.js';
import type { LineFilter, LoggedRequests } from '../../../exchange/request-log.js';
import { InputError } from '../../../spec/validation/input-error.js';
import { AdminHttpError } from '../admin-http-error.js';
import type { AdminCall, Slots } from '../admin-route.js';
import { serialiseLine } from '../serialise-requests.js';

const MOST_PATIENCE_MS = 60_000;
const USUAL_PATIENCE = '5s';
const FEWEST_LISTED = 100;

/** The number of requests to wait for, and how long in real time. */
interface Patience {
  readonly count: number;
  readonly timeoutMs: number;
}

interface WaitingOptions {
  /** Abort signals of the client and of the server. */
  readonly ends: { readonly client: AbortSignal; readonly server: AbortSignal };
  readonly slots: Slots;
}

export function readPatience({ count = 1, timeout = USUAL_PATIENCE }: AdminCall['query']): Patience {
  const timeoutMs = parseDurationMs(timeout);
  if (timeoutMs === undefined || timeoutMs > MOST_PATIENCE_MS) {
    throw new InputError('Waiting for requests', 'timeout is not a duration up to 60s', 'Try ?timeout=5s.');
  }
  return { count, timeoutMs };
}

/**
 * Returns as soon as so many requests have come: the newest of them, oldest first. Rejects with an AdminHttpError when that
 * takes too long, and when the server stops. Throws an InputError for a key that the world does not have, and an
 * AdminHttpError where too many wait.
 */
export function waitForRequests(
  journal: LoggedRequests,
  filter: LineFilter,
  { count, timeoutMs }: Patience,
  { ends: { client, server }, slots }: WaitingOptions,
): RequestWait | Promise<RequestWait> {
  const counter = createCounter(journal, filter);
  const seen = (): RequestWait => {
    const { lines } = journal.lines(filter, { limit: Math.max(count, FEWEST_LISTED) });
    return { count: counter.total(), items: lines.map(serialiseLine).reverse() };
  };
  if (counter.total() >= count) return seen();
  const release = slots.take();

  return new Promise((resolve, reject) => {
    let isPlanned = false;
    const end = (settle: () => void) => {
      clearTimeout(timer);
      release();
      stopListening();
      client.removeEventListener('abort', leave);
      server.removeEventListener('abort', close);
      settle();
    };
    const leave = () => end(() => reject(new AdminHttpError(408, 'The client has disconnected.')));
    const close = () => end(() => reject(new AdminHttpError(503, 'The server is stopping. Start it and retry.')));
    const timeOut = () => {
      const message = `Timed out after ${timeoutMs} ms with ${counter.total()} of ${count} requests.`;
      end(() => reject(new AdminHttpError(408, `${message} See GET /__admin/requests, or try ?timeout=60s.`)));
    };
    const look = () => {
      isPlanned = false;
      if (counter.total() >= count) end(() => resolve(seen()));
    };
    const timer = setTimeout(timeOut, timeoutMs);
    // There may be thousands of requests: they are counted once per turn of the event loop.
    const stopListening = journal.onRecord(() => {
      if (!isPlanned) setImmediate(look);
      isPlanned = true;
    });
    client.addEventListener('abort', leave);
    server.addEventListener('abort', close);
    if (server.aborted) close();
  });
}

/** Counts incrementally: requests that the journal drops meanwhile still count. */
function createCounter(journal: LoggedRequests, filter: LineFilter) {
  let total = 0;
  let seen = filter.since ?? 0;
  return {
    total() {
      // A restored snapshot brings earlier numbers back.
      if (journal.latest < seen) [total, seen] = [0, filter.since ?? 0];
      if (journal.latest > seen || total === 0) total += journal.lines({ ...filter, since: seen }, { limit: 1 }).total;
      seen = Math.max(seen, journal.latest);
      return total;
    },
  };
}
