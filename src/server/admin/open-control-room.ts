import type { ControlRoom } from '../responder.js';
import { bodyLimitOf, isAdminPath } from './admin-path.js';
import { type AdminContext, sharedSourceOf } from './admin-route.js';
import { createGate, createTokenCheck } from './gate.js';
import { createServedHosts } from './served-hosts.js';

export interface ControlRoomOptions extends Pick<AdminContext, 'version' | 'mode' | 'judgeManners' | 'judgeService'> {
  readonly token: string;
  readonly host: string;
  /** Other hosts that it is served under, such as `petstore.internal`. */
  readonly allowedHosts: readonly string[];
  readonly pageFolder: string;
}

/**
 * Opens the control room: its gate at once, and everything behind it at the first request that passes, so that the server starts
 * faster. Throws an InputError for an invalid allowed host.
 */
export function openControlRoom({ token, host, allowedHosts, ...options }: ControlRoomOptions): ControlRoom {
  const { clock } = sharedSourceOf(options.mode);
  const startMs = performance.now();
  const uptimeSeconds = () => Math.floor((performance.now() - startMs) / 1000);
  const hosts = createServedHosts(host, allowedHosts);
  const gate = createGate({ hosts, isToken: createTokenCheck(token), now: () => clock.now() });
  let room: ControlRoom | undefined;
  let loading: Promise<ControlRoom> | undefined;
  let isClosed = false;

  const load = async () => {
    const { createControlRoom } = await import('./admin.js');
    room = createControlRoom({ ...options, uptimeSeconds }, gate);
    if (isClosed) room.close();
    return room;
  };

  return {
    owns: isAdminPath,
    // Without the token no request may fill 16 MiB of memory.
    bodyLimit: (head) => (gate(head) === undefined ? bodyLimitOf(head.path) : 0),
    respond(request) {
      if (room !== undefined) return room.respond(request);
      loading ??= load();
      return loading.then((loaded) => loaded.respond(request));
    },
    close() {
      isClosed = true;
      room?.close();
    },
  };
}
