import { fileURLToPath } from 'node:url';
import type { JudgeSettings } from '../judge/evidence.js';
import { PAGE_PATH } from '../server/admin/admin-path.js';
import type { AdminContext } from '../server/admin/admin-route.js';
import { generateAdminToken } from '../server/admin/gate.js';
import { nameOfAddress } from '../server/admin/served-hosts.js';
import { InputError } from '../spec/validation/input-error.js';
import type { Choice } from './command.js';
import type { Colors } from './terminal.js';

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

/** How a user gets into the control room. Holds no secret that the user brought along. */
export interface ControlRoomFacts {
  readonly host: string;
  readonly controlRoom: AdminAccess['state'];
  /** Where the page is; undefined where there is no control room. */
  readonly controlRoomUrl: string | undefined;
  /** Only a token that was made up at this start. */
  readonly adminToken: string | undefined;
}

/** Returns what a server tells of its control room when it starts; of a token that the user chose nothing. */
export function controlRoomFacts(access: AdminAccess, origin: string, host: string): ControlRoomFacts {
  const isOpen = access.state === 'open';
  return {
    host,
    controlRoom: access.state,
    controlRoomUrl: isOpen ? `${origin}${PAGE_PATH}` : undefined,
    adminToken: isOpen && access.isTokenGenerated ? access.token : undefined,
  };
}

/** Stands below the rest of a banner, so that an address with its token has room in a terminal of 80 columns. */
export function controlRoomLines(
  { controlRoom, controlRoomUrl, adminToken, host }: ControlRoomFacts,
  { cyan, dim }: Colors,
): string {
  const block = (text: string) => `  ${dim('Control room')}\n  ${text}\n\n`;
  switch (controlRoom) {
    case 'open':
      if (adminToken === undefined) return block(`${cyan(`${controlRoomUrl}`)} ${dim('(with your token)')}`);
      // The fragment is what a browser sends nowhere.
      return block(cyan(`${controlRoomUrl}#token=${adminToken}`));
    case 'without-token':
      return block(dim(`off: other machines reach ${host}. To open it, choose --admin-token <token>`));
    case 'left-out':
      return '';
  }
}

/** What is known of the service whose journal is judged; of a fake nothing is: anybody steers it. */
type KnownOfService = Pick<JudgeSettings, 'plan' | 'isExclusive'>;

/** Creates what judges a journal for the control room. The judge is loaded when somebody asks for it: a server starts without it. */
export function journalJudges(
  known: KnownOfService = { plan: undefined, isExclusive: false },
): Pick<AdminContext, 'judgeManners' | 'judgeService'> {
  return {
    judgeManners: async (transcript) => (await import('./judge-journal.js')).judgeManners(transcript),
    judgeService: async (transcript) => (await import('./judge-journal.js')).judgeService(transcript, known),
  };
}

/** Where the control room's page was built to; it lies two folders up from this source and from the bundle alike. */
export const PAGE_FOLDER = fileURLToPath(new URL('../../dist/dashboard', import.meta.url));
