import type { MintOptions } from '../../../../mocks/steering/keys-control.js';
import type { KeyBan, KeyOptions, KeyReference, LimitSet, MintedKey } from '../../../admin/schemas/keys.js';
import { InputError } from '../../../spec/validation/input-error.js';
import type { ServedWorld } from '../../worlds/served-world.js';
import { type AdminRoute, type AdminRoutes, done, plainBody } from '../admin-route.js';
import { serialiseKey, serialiseKeys } from '../serialise.js';

export const keysRoutes = {
  listKeys: ({ served, query }) => serialiseKeys(served, query),
  mintKey(call) {
    const { isolated = false, ...options } = plainBody<KeyOptions>(call);
    if (!isolated) return serialiseMintedKey(call.served, call.served.steering.keys.mint(options as MintOptions));
    if (call.query.world !== undefined) throw worldConflictError();
    const { served, key } = call.worlds.open(options as MintOptions);
    return serialiseMintedKey(served, key);
  },
  banKey: changeKey<KeyBan>(({ steering }, { key, ...options }) => steering.keys.ban(key, options)),
  unbanKey: changeKey(({ steering }, { key }) => steering.keys.unban(key)),
  revokeKey: changeKey(({ steering }, { key }) => steering.keys.revoke(key)),
  deleteKey(call) {
    call.served.steering.keys.delete(plainBody<KeyReference>(call).key);
    return done;
  },
  setLimit: changeKey<LimitSet>(({ steering }, { key, ...state }) => steering.limits.set(key, state)),
} satisfies Partial<AdminRoutes>;

/** Returns a route that changes a key and returns its new state. */
function changeKey<Body extends KeyReference>(change: (served: ServedWorld, body: Body) => void): AdminRoute {
  return (call) => {
    const body = plainBody<Body>(call);
    change(call.served, body);
    return serialiseKey(call.served, body.key);
  };
}

/** The only response that contains the text of a key. */
function serialiseMintedKey(served: ServedWorld, key: string): MintedKey {
  const { alias, plan, expiresAt } = serialiseKey(served, key);
  return { key, alias, plan, world: served.id, expiresAt };
}

function worldConflictError(): InputError {
  const problem = 'an isolated key opens a new world, and ?world= names an existing one';
  const remedy = 'Omit ?world= to open a world, or try {"isolated":false} for another key to the existing one.';
  return new InputError('Creating an API key', problem, remedy);
}
