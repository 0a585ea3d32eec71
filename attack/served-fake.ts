import type { ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startChild, stopChild } from '../benchmarks/children.js';
import { compilePrograms, programPath } from '../benchmarks/programs.js';
import { type AdminClient, createAdminClient } from '../src/entries/admin.js';

const cli = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const TOKEN = 'attack-admin-token-4711';
const TIMEOUT_MS = 60_000;
const KEPT_CHARACTERS = 2_000;

/** The built product as a process, with its control room and metrics. */
export interface ServedFake {
  /** Such as `http://127.0.0.1:4290`. */
  readonly origin: string;
  readonly port: number;
  readonly pid: number;
  readonly token: string;
  readonly admin: AdminClient;
  /** Returns whether the process is still running. */
  isRunning(): boolean;
  /** Returns what it holds once its garbage is gone, in megabytes. */
  heldMegabytes(): Promise<number>;
  /** Returns what it has printed of crashes, of secrets and of pauses. */
  misprints(): readonly string[];
  stop(): Promise<void>;
}

interface FakeOptions {
  readonly folder: string;
  readonly flags?: readonly string[];
  readonly behaviour?: object;
  /** Texts that it must never print. */
  readonly secrets?: readonly string[];
}

/** Serves the built product with its default flags, the control room and metrics. */
export async function serveFake({ folder, flags = [], behaviour, secrets = [] }: FakeOptions): Promise<ServedFake> {
  await compilePrograms();
  const file = join(folder, 'behaviour.json');
  if (behaviour !== undefined) writeFileSync(file, JSON.stringify(behaviour));
  const child = startChild(
    [
      ...['--expose-gc', '--import', programPath('heap-on-signal'), '--import', pauseMeter],
      ...[cli, 'serve', '--port', '0', '--metrics'],
      ...['--admin-token', TOKEN, ...(behaviour === undefined ? [] : ['--behaviour', file]), ...flags],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'], cwd: folder },
  );
  const output = new Output(child, [TOKEN, ...secrets]);
  try {
    const origin = await output.find(/URL +(http:\/\/[\d.]+:\d+)\/v1/);
    return {
      origin,
      port: Number(new URL(origin).port),
      pid: child.pid ?? 0,
      token: TOKEN,
      admin: createAdminClient({ url: `${origin}/v1`, token: TOKEN }),
      isRunning: () => child.exitCode === null && child.signalCode === null,
      async heldMegabytes() {
        const bytes = output.find(/held (\d+) bytes\n/);
        child.kill('SIGUSR2');
        return Number(await bytes) / 1e6;
      },
      misprints: () => output.misprints,
      stop: () => stopChild(child),
    };
  } catch (error) {
    await stopChild(child);
    throw error;
  }
}

/**
 * Prints how long the event loop stood still, if that is too long. Only what its thread computed in that time counts: on a busy machine
 * it waits for others.
 */
const pauseMeter = `data:text/javascript,${encodeURIComponent(`
  import { readFileSync } from 'node:fs';
  const [EVERY_MS, MOST_MS] = [20, 200];
  const computedMs = () => {
    if (process.platform !== 'linux') return process.cpuUsage().user / 1000;
    return Number(readFileSync('/proc/self/task/' + process.pid + '/schedstat', 'utf8').split(' ')[0]) / 1e6;
  };
  let [wall, computed] = [performance.now(), computedMs()];
  setInterval(() => {
    const pauseMs = Math.min(performance.now() - wall - EVERY_MS, computedMs() - computed);
    if (pauseMs > MOST_MS) process.stdout.write('The event loop stood still for ' + pauseMs.toFixed(0) + ' ms\\n');
    [wall, computed] = [performance.now(), computedMs()];
  }, EVERY_MS).unref();
`)}`;

const MISPRINTS = [
  /^The event loop stood still.*/m,
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
