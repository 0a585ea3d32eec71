import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { ensureProgram } from '../ensure-program.js';
import { freePort } from '../free-port.js';

/** Returns the program to test with: REDIS_SERVER, valkey-server if there is only that, or redis-server, which is installed if it can be. */
function ensureRedis(): string {
  const { REDIS_SERVER, PATH = '' } = process.env;
  if (REDIS_SERVER !== undefined) return REDIS_SERVER;
  const isThere = (name: string) => PATH.split(delimiter).some((folder) => existsSync(join(folder, name)));
  if (!isThere('redis-server') && isThere('valkey-server')) return 'valkey-server';
  ensureProgram('redis-server');
  return 'redis-server';
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

/** Starts a store on a free port, and waits until it responds. `args` win over the usual ones. */
export async function startRedis(...args: readonly string[]): Promise<Redis> {
  const program = ensureRedis();
  const folder = await mkdtemp(join(tmpdir(), 'petstore-mock-redis-'));
  const port = await freePort();
  const usual = ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder];
  const all = [...usual, '--save', '', '--appendonly', 'no', ...args];
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
        if (printed.includes('Ready to accept connections')) resolve();
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
