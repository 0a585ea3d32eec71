import type { StoreState } from '../../admin/schemas/server.js';
import { parseStoreAddress } from './connection.js';
import { openSharedStore, type SharedStore } from './shared-store.js';
import type { StoreForTests } from './store-for-tests.js';

/** Joins a store in memory, as a server does. */
export function joinForTests(memory: StoreForTests): Promise<SharedStore> {
  return openSharedStore({
    address: parseStoreAddress('redis://user:pass-4711@store.internal', '--store'),
    terms: {},
    connectTo: async () => memory.connect(),
  });
}

/** How a server may stand with a store. */
export const stateForTests: StoreState = {
  url: 'redis://store.internal',
  server: '3fa29c51b7e0',
  isReady: true,
  lagMs: 4,
};
