import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const running = new Set<ChildProcess>();

// However the benchmark ends, nothing that it started outlives it.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

/** Starts a program, of Node by default, that ends with this one at the latest. */
export function startChild(args: readonly string[], options: SpawnOptions, program = process.execPath): ChildProcess {
  const child = spawn(program, args, options);
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** Asks a child to end, insists after two seconds, and waits until it has. */
export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const insist = setTimeout(() => child.kill('SIGKILL'), 2_000);
  await ended;
  clearTimeout(insist);
}

const names = [
  'floor-server',
  'fastify-server',
  'hono-server',
  'bare-server',
  'load-generator',
  'requests-in-turn',
] as const;
type ProgramName = (typeof names)[number];

const folder = new URL('../node_modules/.cache/petstore-benchmarks/', import.meta.url);

/**
 * Compiles the benchmark's own programs to plain JavaScript: run through a loader, they would carry its memory
 * and its wrapping of every function into the numbers. The folder lies where their packages are found.
 */
export async function compilePrograms(): Promise<void> {
  await mkdir(folder, { recursive: true });
  await build({
    entryPoints: names.map((name) => fileURLToPath(new URL(`${name}.ts`, import.meta.url))),
    outdir: fileURLToPath(folder),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    target: 'node20',
    logLevel: 'error',
  });
}

/** Where a compiled program lies. */
export function programPath(name: ProgramName): string {
  return fileURLToPath(new URL(`${name}.mjs`, folder));
}

export interface RunningServer {
  /** The base URL, ending in `/v1`. */
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 60_000;

/** Starts a server and waits for the base URL that it prints. */
export async function startServer(args: readonly string[]): Promise<RunningServer> {
  const child = startChild(args, { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const url = await printedUrl(child);
    return { url, pid: child.pid ?? 0, stop: () => stopChild(child) };
  } catch (error) {
    await stopChild(child);
    throw error;
  }
}

function printedUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const timeout = setTimeout(() => reject(new Error(`No server after ${START_TIMEOUT_MS} ms`)), START_TIMEOUT_MS);
    child.once('exit', (code) => {
      clearTimeout(timeout);
      reject(new Error(`A server ended with ${code} before it listened; it had printed: ${printed}`));
    });
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk;
      const [url] = /http:\/\/[\d.]+:\d+\/v1/.exec(printed) ?? [];
      if (url === undefined) return;
      clearTimeout(timeout);
      resolve(url);
    });
  });
}

/** Linux counts CPU time in hundredths of a second on every platform that Node runs on. */
const TICK_SECONDS = 0.01;
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;

/** CPU seconds that a process has used, all threads together; NaN without /proc. */
export function cpuSeconds(pid: number): number {
  const stat = readProc(pid, 'stat');
  // The second field, the program's name, may hold blanks; counting begins behind its closing bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS])) * TICK_SECONDS;
}

/** Resident memory of a process in megabytes (10^6 bytes); NaN without /proc. */
export function residentMegabytes(pid: number): number {
  return (Number(/^VmRSS:\s+(\d+) kB/m.exec(readProc(pid, 'status'))?.[1]) * 1024) / 1e6;
}

/** Waits until a process rests: what a load leaves behind, garbage to collect above all, is not the next one's. At most five seconds. */
export async function untilAtRest(pid: number): Promise<void> {
  for (let waits = 0; waits < 50; waits += 1) {
    const before = cpuSeconds(pid);
    await sleep(100);
    if (!(cpuSeconds(pid) - before > TICK_SECONDS)) return;
  }
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
