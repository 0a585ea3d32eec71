import type { AdminOperationId } from '../../../admin/operations.js';
import type { ServerRequest } from '../../responder.js';
import type { ServedWorld } from '../../worlds/served-world.js';
import type { Worlds } from '../../worlds/worlds.js';
import { AdminRefusal } from '../admin-refusal.js';
import type { AdminCall, AdminContext } from '../admin-route.js';
import { checkMode } from './check-mode.js';
import { findAdminOperation } from './find-operation.js';
import { readBody } from './read-body.js';
import { checkPath, readQuery } from './read-parameters.js';

const MOST_WORLDS_NAMED = 10;

/** Reads a request as a call of the admin API. Throws an InputError or an AdminRefusal for one that cannot be. */
export function readCall(
  request: ServerRequest,
  { worlds, mode }: Pick<AdminContext, 'worlds' | 'mode'>,
): AdminCall & { readonly id: AdminOperationId } {
  const { id, operation, path } = findAdminOperation(request.method, request.path);
  checkMode(operation, mode);
  checkPath(operation, path);
  const query = readQuery(operation, request.query);
  const served = query.world === undefined ? worlds.shared : findWorld(String(query.world), worlds, mode);
  const body = readBody(operation, request);
  return { id, served, path, query, body, request };
}

function findWorld(id: string, worlds: Worlds, mode: AdminContext['mode']): ServedWorld {
  const served = worlds.get(id);
  if (served !== undefined) return served;
  if (mode.kind === 'proxy') throw new AdminRefusal(404, 'A proxy has no worlds. Leave ?world= out.');
  throw new AdminRefusal(404, `There is no such world. ${nameWorlds(worlds)}`);
}

function nameWorlds(worlds: Worlds): string {
  const ids = worlds.list().map((world) => world.id);
  const more = ids.length > MOST_WORLDS_NAMED ? ` and ${ids.length - MOST_WORLDS_NAMED} more` : '';
  return `Worlds: ${ids.slice(0, MOST_WORLDS_NAMED).join(', ')}${more}; to open one, POST /__admin/keys {"isolated":true}.`;
}
