import { parseDurationMs } from '../../../../mocks/clock.js';
import type { RequestWait } from '../../../admin/schemas/requests.js';
import type { LineFilter, LoggedRequests } from '../../../exchange/request-log.js';
import { InputError } from '../../../spec/validation/input-error.js';
import { AdminHttpError } from '../admin-http-error.js';
import type { AdminCall, AdminContext } from '../admin-route.js';
import { serialiseLine } from '../serialise-requests.js';

const MOST_PATIENCE_MS = 60_000;
const USUAL_PATIENCE = '5s';
const FEWEST_LISTED = 100;

/** Returns for how long to wait, in milliseconds of real time. Throws an InputError for an invalid timeout. */
function patienceOf({ timeout = USUAL_PATIENCE }: AdminCall['query']): number {
  const timeoutMs = parseDurationMs(timeout);
  if (timeoutMs !== undefined && timeoutMs <= MOST_PATIENCE_MS) return timeoutMs;
  throw new InputError('Waiting for requests', 'timeout is not a duration up to 60s', 'Try ?timeout=5s.');
}

/**
 * Returns the newest matching requests, oldest first, as soon as there are enough. Rejects with an AdminHttpError at the timeout
 * and when the server stops. Throws an InputError for an invalid timeout or an unknown key.
 */
export function waitForRequests(
  { source: { log }, query, request }: AdminCall,
  { closing }: AdminContext,
): RequestWait | Promise<RequestWait> {
  const { count = 1 } = query;
  const timeoutMs = patienceOf(query);
  const counter = createCounter(log, query);
  const seen = (): RequestWait => {
    const { lines } = log.lines(query, { limit: Math.max(count, FEWEST_LISTED) });
    return { count: counter.total(), items: lines.map(serialiseLine).reverse() };
  };
  if (counter.total() >= count) return seen();

  return new Promise<RequestWait>((resolve, reject) => {
    const over = new AbortController();
    const { signal } = over;
    const fail = (status: 408 | 503, message: string) => {
      over.abort();
      reject(new AdminHttpError(status, message));
    };
    const close = () => fail(503, 'The server is stopping. Start it and retry.');
    const timeOut = () => {
      const message = `Timed out after ${timeoutMs} ms with ${counter.total()} of ${count} requests.`;
      fail(408, `${message} See GET /__admin/requests, or try ?timeout=60s.`);
    };
    let isPlanned = false;
    const look = () => {
      isPlanned = false;
      if (signal.aborted || counter.total() < count) return;
      over.abort();
      resolve(seen());
    };
    const timer = setTimeout(timeOut, timeoutMs);
    // There may be thousands of requests: they are counted once per turn of the event loop.
    const stopListening = log.onRecord(() => {
      if (!isPlanned) setImmediate(look);
      isPlanned = true;
    });
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      stopListening();
    });
    request.signal.addEventListener('abort', () => fail(408, 'The client has disconnected.'), { signal });
    closing.addEventListener('abort', close, { signal });
    if (closing.aborted) close();
  });
}

/** Counts incrementally: requests that the journal drops meanwhile still count. */
function createCounter(journal: LoggedRequests, filter: LineFilter) {
  let total = 0;
  let seen = filter.since ?? 0;
  return {
    total() {
      if (journal.latest > seen || total === 0) total += journal.lines({ ...filter, since: seen }, { limit: 1 }).total;
      seen = Math.max(seen, journal.latest);
      return total;
    },
  };
}
