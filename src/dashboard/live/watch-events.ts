import type { AdminClient } from '../../admin/client/admin-client.js';
import { AdminError } from '../../admin/client/caller.js';
import type { AdminEvent } from '../../admin/events.js';

/** `refused`: the token is wrong. `lost`: the server is gone, and the page reconnects. `ended`: the world does not exist (any more). */
export type Connection = 'connecting' | 'live' | 'lost' | 'refused' | 'ended';

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8_000;

interface Watching {
  readonly onEvent: (event: AdminEvent) => void;
  readonly onConnection: (connection: Connection) => void;
  readonly signal: AbortSignal;
}

/** Follows the events of a world. Reconnects with doubling waits until the token is rejected or the world is gone. */
export async function watchEvents(client: AdminClient, { onEvent, onConnection, signal }: Watching): Promise<void> {
  let waitMs = FIRST_WAIT_MS;
  while (!signal.aborted) {
    try {
      for await (const event of client.events(signal)) {
        if (event.name === 'hello') {
          onConnection('live');
          waitMs = FIRST_WAIT_MS;
        }
        onEvent(event);
      }
    } catch (error) {
      const end = endOf(error);
      if (end !== undefined && !signal.aborted) return onConnection(end);
    }
    if (signal.aborted) return;
    onConnection('lost');
    await pause(waitMs, signal);
    waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2);
  }
}

/** Returns the final connection state for errors that a retry cannot fix. */
function endOf(error: unknown): Connection | undefined {
  if (!(error instanceof AdminError)) return undefined;
  if (error.status === 401 || error.status === 403) return 'refused';
  return error.status === 404 ? 'ended' : undefined;
}

/** Resolves after some time, or when the signal aborts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}
