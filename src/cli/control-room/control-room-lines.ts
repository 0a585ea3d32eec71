import { PAGE_PATH } from '../../server/admin/page/opens-page.js';
import type { Colors } from '../terminal.js';
import type { AdminAccess } from './admin-access.js';

/** How a user gets into the control room. Holds no secret that the user brought along. */
export interface ControlRoomFacts {
  readonly host: string;
  readonly controlRoom: AdminAccess['state'];
  /** Where the page is; undefined where there is no control room. */
  readonly controlRoomUrl: string | undefined;
  /** Only a token that was made up at this start. */
  readonly adminToken: string | undefined;
}

/** Answers what a server tells of its control room when it starts; of a token that the user chose nothing. */
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
