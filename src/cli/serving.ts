/** What the servers of `serve` and `proxy` share: the access to the control room, the banner, and what is loaded late. */
import { fileURLToPath } from 'node:url';
import { InputError } from '../json/input-error.js';
import type { JudgeSettings } from '../judge/rule.js';
import { PAGE_PATH } from '../server/admin/admin-path.js';
import type { AdminContext } from '../server/admin/admin-route.js';
import { isLoopback } from '../server/admin/served-hosts.js';
import { drawHex } from '../server/worlds/secrets.js';
import { petstore } from '../service/petstore.js';
import type { Service } from '../service/service.js';
import type { Colors } from './terminal.js';

export type ControlRoomAccess =
  | { readonly state: 'open'; readonly token: string; readonly isTokenGenerated: boolean }
  /** Turned off with --no-admin. */
  | { readonly state: 'left-out' }
  /** Other machines can connect, and no token was chosen. */
  | { readonly state: 'without-token' };

interface AdminSettings {
  readonly admin: boolean | undefined;
  readonly adminToken: string | undefined;
  readonly host: string;
  readonly chosenBy: { readonly admin: string; readonly host: string };
}

/** Decides whether there is a control room. Throws an InputError if it was requested where other machines can connect, without a token. */
export function resolveAdminAccess({ admin, adminToken, host, chosenBy }: AdminSettings): ControlRoomAccess {
  if (admin === false) return { state: 'left-out' };
  if (adminToken !== undefined) return { state: 'open', token: adminToken, isTokenGenerated: false };
  if (isLoopback(host)) return { state: 'open', token: drawHex(32), isTokenGenerated: true };
  if (admin === undefined) return { state: 'without-token' };
  throw new InputError(
    'Opening the control room',
    `other machines can connect to ${host} (set by ${chosenBy.host}), so ${chosenBy.admin} needs a token that you choose`,
    'Add --admin-token <token>, or turn the control room off with --no-admin',
  );
}

/** Returns the facts about the control room that a server announces. A token that the user chose is not among them. */
export function controlRoomFacts(access: ControlRoomAccess, origin: string, host: string) {
  const isOpen = access.state === 'open';
  return {
    host,
    controlRoom: access.state,
    controlRoomUrl: isOpen ? `${origin}${PAGE_PATH}` : undefined,
    adminToken: isOpen && access.isTokenGenerated ? access.token : undefined,
  };
}

/** One without a text is left out. */
export type BannerRow = readonly [label: string, text: string | undefined];

/** Formats a banner: labelled rows, and how to open the control room. */
export function formatBanner(
  title: string,
  rows: readonly BannerRow[],
  facts: ReturnType<typeof controlRoomFacts>,
  { bold, cyan, dim }: Colors,
): string {
  const shown = rows.filter(([, text]) => text !== undefined);
  const width = Math.max(...shown.map(([label]) => label.length));
  const lines = shown.map(([label, text]) => `  ${dim(label.padEnd(width))}  ${text}\n`);
  const { controlRoomUrl, adminToken, host } = facts;
  const roomTexts = {
    // Browsers never send a fragment.
    open:
      cyan(`${controlRoomUrl}${adminToken ? `#token=${adminToken}` : ''}`) +
      (adminToken ? '' : dim(' (with your token)')),
    'without-token': dim(`off: other machines can connect to ${host}. To turn it on, add --admin-token <token>`),
    'left-out': undefined,
  };
  // On lines of its own, a URL with its token fits 80 columns.
  const text = roomTexts[facts.controlRoom];
  const room = text === undefined ? '' : `  ${dim('Control room')}\n  ${text}\n\n`;
  return `\n  ${bold(title)}\n\n${lines.join('')}\n${room}`;
}

/** Returns a URL that shows whether a key works: that of the first operation that only reads and needs no id. */
export function urlToTry(baseUrl: string, { operations }: Service = petstore): string {
  const first = Object.values(operations).find(({ isWrite, pathId }) => !isWrite && pathId === undefined);
  return `${baseUrl}${first?.path ?? ''}`;
}

const NOT_HERE = ['host', 'is not an address of this machine', 'Try --host 127.0.0.1'] as const;
const UNKNOWN = ['host', 'cannot be resolved', 'Try --host 127.0.0.1'] as const;

const listenProblems: Readonly<Record<string, readonly [what: 'port' | 'host', problem: string, remedy: string]>> = {
  EADDRINUSE: ['port', 'is already in use', 'Try --port 0, which picks a free one'],
  EACCES: ['port', 'requires privileges', 'Try --port 4290'],
  EADDRNOTAVAIL: NOT_HERE,
  EAFNOSUPPORT: NOT_HERE,
  EINVAL: NOT_HERE,
  ENOTFOUND: UNKNOWN,
  EAI_AGAIN: UNKNOWN,
};

interface ListenSettings {
  readonly port: number;
  readonly host: string;
  readonly chosenBy: { readonly port: string; readonly host: string };
}

/** Returns the address to listen on besides 127.0.0.1: some clients know localhost by it only. Undefined if the user chose an address. */
export function secondHostFor(chosenBy: string): string | undefined {
  return chosenBy === 'the default' ? '::1' : undefined;
}

/** Explains an error of the system about a port or host; returns any other error unchanged. */
export function explainListenError(error: unknown, { port, host, chosenBy }: ListenSettings): unknown {
  const found = listenProblems[(error as NodeJS.ErrnoException | undefined)?.code ?? ''];
  if (found === undefined) return error;
  const [what, problem, remedy] = found;
  const name = what === 'port' ? `port ${port}` : host;
  return new InputError('Starting the server', `${name} ${problem} (set by ${chosenBy[what]})`, remedy);
}

/** Creates the judges of a journal, loaded on first use. About a fake nothing is known, since anybody can control it. */
export function journalJudges(
  known: Pick<JudgeSettings, 'plan' | 'isExclusive'> = { plan: undefined, isExclusive: false },
): Pick<AdminContext, 'judgeManners' | 'judgeService'> {
  return {
    judgeManners: async (transcript, pause) =>
      (await import('../observe/judge-journal.js')).judgeManners(transcript, pause),
    judgeService: async (transcript, pause) =>
      (await import('../observe/judge-journal.js')).judgeService(transcript, pause, known),
  };
}

const LOOK_MS = 1_000;
/** The share of its time that a process works for requests, from which on it is busy. */
const BUSY = 0.5;

/**
 * Loads soon what the first requests need, but not while others keep the process busy: they would wait for 0.1 s. Once all descriptors
 * of the process are in use, nothing can be loaded.
 */
export function loadAdminLater(): void {
  const load = () => [
    import('../observe/judge-journal.js'),
    import('../server/admin/admin.js'),
    import('../server/admin/page.js'),
  ];
  const { performance } = process.getBuiltinModule('node:perf_hooks');
  let before = performance.eventLoopUtilization();
  const looking = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    if (utilization > BUSY) return;
    clearInterval(looking);
    void Promise.allSettled(load());
  }, LOOK_MS).unref();
}

/** The folder of the built page. It is two folders up from this source and from the bundle. */
export const PAGE_FOLDER = fileURLToPath(new URL('../../dist/dashboard', import.meta.url));
