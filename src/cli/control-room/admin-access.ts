import { generateAdminToken } from '../../server/admin/gate/admin-token.js';
import { nameOfAddress } from '../../server/admin/gate/host-name.js';
import { InputError } from '../../validation/input-error.js';
import type { Choice } from '../choice.js';

/** Who gets into the control room, if anybody. */
export type AdminAccess =
  | { readonly state: 'open'; readonly token: string; readonly isTokenGenerated: boolean }
  /** The user left it out. */
  | { readonly state: 'left-out' }
  /** Other machines reach it, and the user chose no token. */
  | { readonly state: 'without-token' };

/** What the user chose of it. */
interface AdminChoices {
  readonly admin: Choice<boolean> | undefined;
  readonly adminToken: Choice<string> | undefined;
  readonly host: Choice<string>;
}

const LOOPBACK = /^(?:localhost|\[::1\]|127(?:\.\d+){3})$/;

/**
 * Decides whether there is a control room. Where other machines reach it, a token that was made up and stands in a log is not
 * enough. Throws an InputError where the user asked for it there and chose none.
 */
export function resolveAdminAccess({ admin, adminToken, host }: AdminChoices): AdminAccess {
  if (admin?.value === false) return { state: 'left-out' };
  if (adminToken !== undefined) return { state: 'open', token: adminToken.value, isTokenGenerated: false };
  if (LOOPBACK.test(nameOfAddress(host.value) ?? '')) {
    return { state: 'open', token: generateAdminToken(), isTokenGenerated: true };
  }
  if (admin === undefined) return { state: 'without-token' };
  throw new InputError(
    'Opening the control room',
    `other machines reach ${host.value} (chosen by ${host.chosenBy}), and ${admin.chosenBy} alone chooses no token`,
    'Add --admin-token <token>, or leave the control room out with --no-admin',
  );
}
