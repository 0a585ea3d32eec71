import type { ControlRoom } from '../control-room.js';
import { createAdmin } from './admin.js';
import type { AdminContext } from './admin-route.js';
import { createEventHub } from './events/create-event-hub.js';
import type { Gate } from './gate/gate.js';
import { createPage } from './page/page.js';

export interface FurnishingOptions extends Omit<AdminContext, 'events' | 'closing' | 'waits'> {
  /** Where the page was built to. */
  readonly pageFolder: string;
}

/** Puts into the control room all that is behind its gate: the page, the events and the admin API. */
export function furnishControlRoom({ pageFolder, ...options }: FurnishingOptions, gate: Gate): ControlRoom {
  const events = createEventHub(options);
  // Browsers keep the page by real time, wherever the fake's clock was moved to.
  const page = createPage(pageFolder, () => Date.now());
  const admin = createAdmin({ ...options, events }, (request) => gate(request) ?? page(request));
  return {
    ...admin,
    close() {
      events.close();
      admin.close();
    },
  };
}
