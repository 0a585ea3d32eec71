import type { ControlRoom } from '../responder.js';
import { ADMIN_PATH, bodyLimitOf } from './admin-path.js';
import type { AdminContext } from './admin-route.js';
import { createGate, createTokenCheck } from './gate.js';
import { createServedHosts } from './served-hosts.js';

export interface ControlRoomOptions
  extends Pick<AdminContext, 'worlds' | 'version' | 'mode' | 'judgeManners' | 'judgeService'> {
  readonly token: string;
  /** The host that the server listens on. */
  readonly host: string;
  /** Under which other hosts it is reached, such as `petstore.internal`. */
  readonly allowedHosts: readonly string[];
  /** Where the page was built to. */
  readonly pageFolder: string;
}

/**
 * Opens the control room: its gate at once, and all that is behind it when somebody first comes through. A server that nobody
 * steers starts the faster. Throws an InputError for an allowed host that is none.
 */
export function openControlRoom({ token, host, allowedHosts, ...options }: ControlRoomOptions): ControlRoom {
  const { clock } = options.worlds.shared.world;
  const startMs = performance.now();
  const uptimeSeconds = () => Math.floor((performance.now() - startMs) / 1000);
  const hosts = createServedHosts(host, allowedHosts);
  const gate = createGate({ hosts, isToken: createTokenCheck(token), now: () => clock.now() });
  let furnished: ControlRoom | undefined;
  let furnishing: Promise<ControlRoom> | undefined;
  let isClosed = false;

  const furnish = async () => {
    const { createControlRoom: furnishControlRoom } = await import('./admin.js');
    furnished = furnishControlRoom({ ...options, uptimeSeconds }, gate);
    if (isClosed) furnished.close();
    return furnished;
  };

  return {
    owns: (path) => path === ADMIN_PATH || path.startsWith(`${ADMIN_PATH}/`),
    // Nobody gets 16 MiB of memory to fill without the token.
    bodyLimit: (head) => (gate(head) === undefined ? bodyLimitOf(head.path) : 0),
    respond(request) {
      if (furnished !== undefined) return furnished.respond(request);
      furnishing ??= furnish();
      return furnishing.then((room) => room.respond(request));
    },
    close() {
      isClosed = true;
      furnished?.close();
    },
  };
}
