import type { ControlRoom, ServedResponse, ServerRequest } from '../responder.js';
import type { AdminSettings } from './admin.js';
import { bodyLimitOf } from './admin-path.js';
import { sharedSourceOf } from './admin-route.js';
import { createGate } from './gate.js';
import { createServedHosts } from './served-hosts.js';

export interface ControlRoomOptions extends Omit<AdminSettings, 'uptimeSeconds' | 'closing'> {
  readonly token: string;
  readonly host: string;
  /** Other hosts that it is served under, such as `petstore.internal`. */
  readonly allowedHosts: readonly string[];
  readonly pageFolder: string;
}

/** Opens the gate at once, and loads what is behind it at the first request. Throws an InputError for an invalid allowed host. */
export function openControlRoom(options: ControlRoomOptions): ControlRoom {
  const { token, host, allowedHosts, pageFolder, ...settings } = options;
  const { clock } = sharedSourceOf(settings.mode);
  const startMs = performance.now();
  const uptimeSeconds = () => Math.floor((performance.now() - startMs) / 1000);
  const gate = createGate(createServedHosts(host, allowedHosts), token, () => clock.now());
  const closing = new AbortController();
  let loaded: ((request: ServerRequest) => ServedResponse | Promise<ServedResponse>) | undefined;
  const load = async () => {
    const [{ createAdmin }, { createPage }] = await Promise.all([import('./admin.js'), import('./page.js')]);
    const page = createPage(pageFolder);
    const admin = createAdmin({ ...settings, uptimeSeconds, closing: closing.signal });
    loaded = (request) => page(request) ?? admin(request);
    return loaded;
  };
  let loading: ReturnType<typeof load> | undefined;
  const loadOnce = () => (loading ??= load());

  return {
    // Without the token no request may fill 16 MiB of memory.
    bodyLimit: (head) => (gate(head) === undefined ? bodyLimitOf(head) : 0),
    respond(request) {
      const rejected = gate(request);
      if (rejected !== undefined) return rejected;
      // Not in a promise: nothing comes between a call and its changes.
      return loaded?.(request) ?? loadOnce().then((carryOut) => carryOut(request));
    },
    load: loadOnce,
    reject: gate,
    close: () => closing.abort(),
  };
}
