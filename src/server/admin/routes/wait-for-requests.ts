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

/** For how many requests, and for how long in real time, somebody waits. */
interface Patience {
  readonly count: number;
  readonly timeoutMs: number;
}

interface WaitingOptions {
  /** Who may end the waiting before its time. */
  readonly ends: { readonly client: AbortSignal; readonly server: AbortSignal };
  readonly places: Slots;
}

export function readPatience({ count = 1, timeout = USUAL_PATIENCE }: AdminCall['query']): Patience {
  const timeoutMs = parseDurationMs(timeout);
  if (timeoutMs === undefined || timeoutMs > MOST_PATIENCE_MS) {
    throw new InputError('Waiting for requests', 'timeout is no length of time up to 60s', 'Try ?timeout=5s.');
  }
  return { count: Number(count), timeoutMs };
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
  { ends: { client, server }, places }: WaitingOptions,
): RequestWait | Promise<RequestWait> {
  const counter = createCounter(journal, filter);
  const told = (): RequestWait => {
    const { lines } = journal.lines(filter, { limit: Math.max(count, FEWEST_LISTED) });
    return { count: counter.total(), items: lines.map(serialiseLine).reverse() };
  };
  if (counter.total() >= count) return told();
  const giveBack = places.take();

  return new Promise((resolve, reject) => {
    let isPlanned = false;
    const end = (settle: () => void) => {
      clearTimeout(timer);
      giveBack();
      stopListening();
      client.removeEventListener('abort', leave);
      server.removeEventListener('abort', close);
      settle();
    };
    const leave = () => end(() => reject(new AdminHttpError(408, 'The client has gone away.')));
    const close = () => end(() => reject(new AdminHttpError(503, 'The server stops. Start it and ask again.')));
    const giveUp = () => {
      const message = `In ${timeoutMs} ms there came ${counter.total()} of the ${count} requests that were waited for.`;
      end(() =>
        reject(new AdminHttpError(408, `${message} Look at GET /__admin/requests for what came, or try ?timeout=60s.`)),
      );
    };
    const look = () => {
      isPlanned = false;
      if (counter.total() >= count) end(() => resolve(told()));
    };
    const timer = setTimeout(giveUp, timeoutMs);
    // Requests may come by the thousand: they are counted once in each turn.
    const stopListening = journal.onRecord(() => {
      if (!isPlanned) setImmediate(look);
      isPlanned = true;
    });
    client.addEventListener('abort', leave);
    server.addEventListener('abort', close);
    if (server.aborted) close();
  });
}

/** Counts on from where it was: what the journal forgets meanwhile has come all the same. */
function createCounter(journal: LoggedRequests, filter: LineFilter) {
  let total = 0;
  let seen = filter.since ?? 0;
  return {
    total() {
      // A snapshot that is restored brings earlier numbers back.
      if (journal.latest < seen) [total, seen] = [0, filter.since ?? 0];
      if (journal.latest > seen || total === 0) total += journal.lines({ ...filter, since: seen }, { limit: 1 }).total;
      seen = Math.max(seen, journal.latest);
      return total;
    },
  };
}
