import type { MintOptions } from '../../../../mocks/steering/keys-control.js';
import type { KeyBan, KeyMint, KeyNamed, LimitSet, MintedKey } from '../../../admin/schemas/keys.js';
import { InputError } from '../../../validation/input-error.js';
import type { ServedWorld } from '../../worlds/served-world.js';
import type { AdminRoutes } from '../admin-route.js';
import { tellKey, tellKeys } from '../tell/tell-keys.js';
import { done } from './done.js';
import { listPart } from './list-part.js';
import { plainBody } from './plain-body.js';

export const keysRoutes = {
  listKeys: (call) => tellKeys(call.served, listPart(call)),
  mintKey(call, { worlds }) {
    const { isolated = false, ...options } = plainBody<KeyMint>(call);
    if (!isolated) return tellMinted(call.served, call.served.steering.keys.mint(options as MintOptions));
    if (call.query.world !== undefined) throw worldOfItsOwn();
    const { served, key } = worlds.open(options as MintOptions);
    return tellMinted(served, key);
  },
  banKey(call) {
    const { key, ...options } = plainBody<KeyBan>(call);
    call.served.steering.keys.ban(key, options);
    return tellKey(call.served, key);
  },
  unbanKey(call) {
    const { key } = plainBody<KeyNamed>(call);
    call.served.steering.keys.unban(key);
    return tellKey(call.served, key);
  },
  revokeKey(call) {
    const { key } = plainBody<KeyNamed>(call);
    call.served.steering.keys.revoke(key);
    return tellKey(call.served, key);
  },
  deleteKey(call) {
    call.served.steering.keys.delete(plainBody<KeyNamed>(call).key);
    return done;
  },
  setLimit(call) {
    const { key, ...state } = plainBody<LimitSet>(call);
    call.served.steering.limits.set(key, state);
    return tellKey(call.served, key);
  },
} satisfies Partial<AdminRoutes>;

/** The one answer in which the text of a key stands. */
function tellMinted(served: ServedWorld, key: string): MintedKey {
  const { alias, plan, expiresAt } = tellKey(served, key);
  return { key, alias, plan, world: served.id, expiresAt };
}

function worldOfItsOwn(): InputError {
  const problem = 'an isolated key opens a world of its own, and ?world= names another';
  const remedy =
    'Leave ?world= out to open a world, or try {"isolated":false} for a further key to the one that is named.';
  return new InputError('Giving out an API key', problem, remedy);
}
