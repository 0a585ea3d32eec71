import type { ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startChild, stopChild } from '../benchmarks/processes.js';
import { type AdminClient, createAdminClient } from '../src/entries/admin.js';
import type { AttackResult } from './attack.js';

const cli = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const TOKEN = 'attack-admin-token-4711';
const TIMEOUT_MS = 60_000;
const KEPT_CHARACTERS = 2_000;
/** From SIGTERM to the end, with nobody connected. */
const MOST_ENDING_MS = 2_000;
/** A connection may linger for half a second once its client is gone; the proxy keeps idle ones to its upstream for four. */
const MOST_LINGERING_MS = 8_000;

/** A command of the built product that listens, as a process. */
export interface Served {
  /** Such as `http://127.0.0.1:4290`. */
  readonly origin: string;
  readonly host: string;
  readonly port: number;
  readonly isTls: boolean;
  readonly pid: number;
  readonly token: string;
  /** Returns whether the process is still running. */
  isRunning(): boolean;
  /** Returns what it holds once its garbage is gone, in megabytes. */
  heldMegabytes(): Promise<number>;
  /**
   * Ends it by SIGTERM, once all clients have left. Returns what was wrong until then: crashes and errors in its log, secrets, pauses,
   * connections that outlive their clients, and an end that comes late.
   */
  stop(): Promise<readonly string[]>;
}

/** The fake, with its control room and metrics. */
export interface ServedFake extends Served {
  readonly admin: AdminClient;
}

interface ServedOptions {
  readonly folder: string;
  readonly flags?: readonly string[];
  /** Texts that it must never print. */
  readonly secrets?: readonly string[];
}

/** Serves the fake with its default flags, the control room and metrics. */
export async function serveFake({
  behaviour,
  flags = [],
  ...options
}: ServedOptions & { readonly behaviour?: object }): Promise<ServedFake> {
  const file = join(options.folder, 'behaviour.json');
  if (behaviour !== undefined) writeFileSync(file, JSON.stringify(behaviour));
  const chosen = behaviour === undefined ? [] : ['--behaviour', file];
  const served = await serve(['--import', pauseMeter], ['serve', '--metrics', ...chosen, ...flags], options);
  return { ...served, admin: createAdminClient({ url: `${served.origin}/v1`, token: TOKEN }) };
}

/** Starts the proxy to a server. It also loads and judges, so its pauses are not measured. */
export async function serveProxy(upstream: Served, { flags = [], ...options }: ServedOptions): Promise<Served> {
  return serve([], ['proxy', '--upstream', `${upstream.origin}/v1`, ...flags], options);
}

/** Serves and attacks; what is wrong at the end are failures, too. */
export async function attackServed<Found extends Served>(
  serving: Promise<Found>,
  attack: (served: Found) => Promise<AttackResult>,
): Promise<AttackResult> {
  const served = await serving;
  try {
    const { tried, failures } = await attack(served);
    return { tried, failures: [...failures, ...(await served.stop())] };
  } finally {
    await served.stop();
  }
}

async function serve(
  nodeFlags: readonly string[],
  args: readonly string[],
  { folder, secrets = [] }: Omit<ServedOptions, 'flags'>,
): Promise<Served> {
  const child = startChild(
    [
      ...['--expose-gc', '--import', heapMeter, ...nodeFlags],
      ...[cli, ...args, '--port', '0', '--log', 'json', '--admin-token', TOKEN],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'], cwd: folder },
  );
  const output = new Output(child, [TOKEN, ...secrets]);
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  try {
    const origin = await output.find(/"url":"(https?:\/\/[\d.]+:\d+)\/v1"/);
    const { host, port: written, protocol } = new URL(origin);
    const port = Number(written);
    const { pid = 0 } = child;
    const socketsBefore = socketsOf(pid);
    return {
      origin,
      host,
      port,
      isTls: protocol === 'https:',
      pid,
      token: TOKEN,
      isRunning,
      async heldMegabytes() {
        const bytes = output.find(/held (\d+) bytes\n/);
        child.kill('SIGUSR2');
        return Number(await bytes) / 1e6;
      },
      async stop() {
        if (!isRunning()) return [`${args[0]} has ended`, ...output.misprints];
        const left = await socketsBeyond(socketsBefore, pid, port);
        const termMs = performance.now();
        await stopChild(child);
        const endingMs = performance.now() - termMs;
        return [
          ...output.misprints,
          ...(left <= 0 ? [] : [`${args[0]} keeps ${left} connections whose clients have left`]),
          ...(endingMs < MOST_ENDING_MS ? [] : [`${args[0]} needs ${endingMs.toFixed(0)} ms to end after SIGTERM`]),
          ...(child.exitCode === 0 ? [] : [`${args[0]} ends with ${child.exitCode ?? child.signalCode} after SIGTERM`]),
        ];
      },
    };
  } catch (error) {
    await stopChild(child);
    throw error;
  }
}

/**
 * Waits until a process has no more sockets than before, and returns how many too many it has. The list of connections would not show
 * one whose client has reset it; a system without `/proc` shows nothing.
 */
async function socketsBeyond(before: number, pid: number, port: number): Promise<number> {
  const startMs = performance.now();
  for (;;) {
    const count = socketsOf(pid) - before - clientsOn(port);
    if (count <= 0 || performance.now() - startMs > MOST_LINGERING_MS) return count;
    await sleep(50);
  }
}

/** Counts connections to a port that are open on both sides: clients of the admin API keep theirs. */
function clientsOn(port: number): number {
  const connections = attempt(() => readFileSync('/proc/net/tcp', 'utf8')) ?? '';
  // State 01 is ESTABLISHED.
  const form = new RegExp(`^ *\\d+: \\w+:${port.toString(16).padStart(4, '0')} \\w+:\\w+ 01 `, 'gim');
  return connections.match(form)?.length ?? 0;
}

function socketsOf(pid: number): number {
  const folder = `/proc/${pid}/fd`;
  if (!existsSync(folder)) return 0;
  // One may close meanwhile.
  const targetOf = (name: string) => attempt(() => readlinkSync(join(folder, name))) ?? '';
  return readdirSync(folder).filter((name) => targetOf(name).startsWith('socket:')).length;
}

function attempt<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** At SIGUSR2, collects the garbage and prints what is held then: resident memory grows with garbage that nobody has collected yet. */
const heapMeter = `data:text/javascript,${encodeURIComponent(`
  process.on('SIGUSR2', () => {
    gc();
    const { heapUsed, external } = process.memoryUsage();
    process.stdout.write('held ' + (heapUsed + external) + ' bytes\\n');
  });
`)}`;

/**
 * Prints how long the event loop stood still, if that is too long. Only what its thread computed in that time counts: on a busy machine
 * it waits for others.
 */
const pauseMeter = `data:text/javascript,${encodeURIComponent(`
  import { subscribe, unsubscribe } from 'node:diagnostics_channel';
  import { readFileSync } from 'node:fs';
  const [EVERY_MS, MOST_MS] = [20, 200];
  const computedMs = () => {
    if (process.platform !== 'linux') return process.cpuUsage().user / 1000;
    return Number(readFileSync('/proc/self/task/' + process.pid + '/schedstat', 'utf8').split(' ')[0]) / 1e6;
  };
  let wall, computed;
  const begin = () => void ([wall, computed] = [performance.now(), computedMs()]);
  // Starting is no pause: its first client comes afterwards.
  subscribe('net.server.socket', function connected() {
    unsubscribe('net.server.socket', connected);
    begin();
    setInterval(() => {
      const pauseMs = Math.min(performance.now() - wall - EVERY_MS, computedMs() - computed);
      if (pauseMs > MOST_MS) process.stdout.write('The event loop stood still for ' + pauseMs.toFixed(0) + ' ms\\n');
      begin();
    }, EVERY_MS).unref();
    // The garbage collection that the heap meter has just forced does not count.
    process.on('SIGUSR2', begin);
  });
`)}`;

const MISPRINTS = [
  /^The event loop stood still.*/m,
  // A line at level error, or fatal.
  /^{"level":[56]0,.*/m,
  /^ {4}at .+:\d+/m,
  /\b(?:Unhandled|Uncaught|TypeError|RangeError|ReferenceError)\b/,
];

/** What a process prints: looked through as it comes, and not kept. */
class Output {
  readonly misprints: string[] = [];
  readonly #child: ChildProcess;
  readonly #secrets: readonly string[];
  readonly #listeners = new Set<(text: string) => void>();
  #latest = '';

  constructor(child: ChildProcess, secrets: readonly string[]) {
    this.#child = child;
    this.#secrets = secrets;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk: string) => this.#take(chunk));
    }
  }

  /** Returns the group of the next match. Rejects if the process ends, or prints none in a minute. */
  find(form: RegExp): Promise<string> {
    return new Promise((resolve, reject) => {
      const end = (conclude: () => void) => {
        clearTimeout(timeout);
        this.#listeners.delete(look);
        this.#child.off('exit', gone);
        conclude();
      };
      const fail = (problem: string) => end(() => reject(new Error(`${problem}: ${this.#latest}`)));
      const gone = () => fail('The server has ended');
      const look = (text: string) => {
        const [, value] = form.exec(text) ?? [];
        if (value === undefined) return;
        this.#latest = '';
        end(() => resolve(value));
      };
      const timeout = setTimeout(() => fail(`The server printed no ${form}`), TIMEOUT_MS);
      this.#listeners.add(look);
      this.#child.once('exit', gone);
    });
  }

  #take(chunk: string): void {
    // What came before again: a line may come in pieces.
    const text = this.#latest + chunk;
    const found =
      MISPRINTS.map((form) => form.exec(text)?.[0]).find((match) => match !== undefined) ??
      this.#secrets.find((secret) => text.includes(secret));
    if (found !== undefined) this.misprints.push(`printed ${JSON.stringify(found)} in ${text.slice(-KEPT_CHARACTERS)}`);
    this.#latest = found === undefined ? text.slice(-KEPT_CHARACTERS) : '';
    for (const listener of this.#listeners) listener(text);
  }
}
