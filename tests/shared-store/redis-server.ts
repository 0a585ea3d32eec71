import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from '../free-port.js';

const NAMES = ['redis-server', 'valkey-server'];
const INSTALL_MS = 300_000;

const advice = `The tests of shared stores need redis-server or valkey-server, and found neither.
Install one and try again:
  Debian, Ubuntu:  sudo apt-get install redis-server
  macOS:           brew install redis
  elsewhere:       REDIS_SERVER=/path/to/redis-server npm test`;

/** Returns the path of redis-server or valkey-server: an installed one, or on Debian as root that of the distribution's package. */
function ensureRedis(): string {
  if (findRedis() === undefined) installRedis();
  const found = findRedis();
  if (found === undefined) throw new Error(advice);
  return found;
}

function findRedis(): string | undefined {
  const { REDIS_SERVER, PATH = '' } = process.env;
  if (REDIS_SERVER !== undefined) return REDIS_SERVER;
  const paths = NAMES.flatMap((name) => PATH.split(delimiter).map((folder) => join(folder, name)));
  return paths.find((path) => existsSync(path));
}

function installRedis(): void {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return;
  process.stderr.write('No redis-server yet: trying apt-get install redis-server\n');
  const install =
    'command -v redis-server || { apt-get update; apt-get install --yes --no-install-recommends redis-server; }';
  // Tests run in several processes. Its package starts no service at run level 1.
  spawnSync('flock', [join(tmpdir(), 'petstore-mock-install.lock'), 'sh', '-c', install], {
    stdio: ['ignore', 2, 2],
    timeout: INSTALL_MS,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  });
}

export interface Redis {
  readonly port: number;
  /** `redis://127.0.0.1:1234`. */
  readonly url: string;
  /** Runs a command as redis-cli does; returns what it prints. */
  cli(...args: readonly string[]): string;
  signal(signal: NodeJS.Signals): void;
  /** Ends the process and starts it again on the same port, with what it kept on the disk. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a store on a free port, and waits until it responds. `args` come last: they win over the usual ones. A file comes first. */
export async function startRedis(...args: readonly string[]): Promise<Redis> {
  const program = ensureRedis();
  const folder = await mkdtemp(join(tmpdir(), 'petstore-mock-redis-'));
  const port = await freePort();
  const hasFile = args[0]?.startsWith('--') === false;
  const usual = ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder];
  const all = hasFile
    ? [args[0] ?? '', ...usual, ...args.slice(1)]
    : [...usual, '--save', '', '--appendonly', 'no', ...args];
  const cliProgram = program.replace(/-server$/, '-cli');
  const cli = (...command: readonly string[]) =>
    execFileSync(cliProgram, ['-p', String(port), ...command], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  let child: ChildProcess;
  const start = async () => {
    child = spawn(program, all, { stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    const ready = new Promise<void>((resolve) => {
      child.stdout?.on('data', (text) => {
        printed += text;
        if (/Ready to accept connections|Sentinel ID is/.test(printed)) resolve();
      });
    });
    const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${program} did not start: ${printed}`)));
    ended.catch(() => {});
    await Promise.race([ready, ended]);
  };
  const stop = async () => {
    const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
    child.kill('SIGKILL');
    await ended;
  };
  await start();
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    cli,
    signal: (signal) => void child.kill(signal),
    async restart() {
      await stop();
      await start();
    },
    async close() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
