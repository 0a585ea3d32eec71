import { type AdminOperation, adminAreas } from '../../../admin/operations.js';
import { isForProxy } from '../../../admin/proxy-operations.js';
import { ADMIN_PATH } from '../admin-path.js';
import { AdminRefusal } from '../admin-refusal.js';
import type { ControlRoomMode } from '../control-room-mode.js';

/** Throws an AdminRefusal for an operation that steers something which only the fake has. */
export function checkMode(operation: AdminOperation, mode: ControlRoomMode): void {
  if (mode.kind === 'fake' || isForProxy(operation)) return;
  const { method, path, area } = operation;
  const about = adminAreas[area].toLowerCase();
  throw new AdminRefusal(
    409,
    `This is a proxy in front of ${mode.upstream}: ${method} ${ADMIN_PATH}${path} (${about}) is for the fake alone. Watch what passes (GET ${ADMIN_PATH}/requests, /findings, /manners, /events), or start a fake that can be steered: petstore-mock serve.`,
  );
}
