import type { KeyMint } from '../schemas/keys.js';
import type { AdminClient, OwnWorld } from './admin-client.js';
import { AdminError } from './admin-error.js';

/** Mints a key with a world of its own, and answers what steers that world. Rejects with an AdminError. */
export async function openWorld(client: AdminClient, terms: KeyMint): Promise<OwnWorld> {
  const { key, world } = await client.world('shared').keys.mint({ ...terms, isolated: true });
  const drop = async () => {
    try {
      await client.worlds.delete(world);
    } catch (error) {
      if (!(error instanceof AdminError && error.code === 'not_found')) throw error;
    }
  };
  return { ...client.world(world), key, drop, [Symbol.asyncDispose]: drop };
}
