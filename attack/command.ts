import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { startChild } from '../benchmarks/processes.js';
import { readHar } from '../src/exchange/read-har.js';

const cli = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

/** No command needs more for the services of the attacks: a heap beyond it ends the process. */
const HEAP_MB = 400;
const KEPT_CHARACTERS = 5e6;

export interface Command {
  readonly args: readonly string[];
  /** Where it works and keeps its state. */
  readonly folder: string;
  readonly key: string;
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly tookMs: number;
}

export interface Started {
  readonly child: ChildProcess;
  /** Grows until the command has ended. */
  readonly printed: { stdout: string; stderr: string };
  readonly ended: Promise<Ended>;
}

/** Starts the built command line. */
export function startCommand({ args, folder, key }: Command): Started {
  mkdirSync(folder, { recursive: true });
  const startedMs = Date.now();
  const env = { PATH: process.env.PATH, PETSTORE_API_KEY: key, XDG_STATE_HOME: folder };
  const program = [`--max-old-space-size=${HEAP_MB}`, cli, ...args];
  const child = startChild(program, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      if (printed[name].length < KEPT_CHARACTERS) printed[name] += text;
    });
  }
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, ...printed, tookMs: Date.now() - startedMs }));
  });
  return { child, printed, ended };
}

/** Runs a command to its end, or kills it when it takes longer than its bound. */
export async function runCommand(command: Command, boundMs: number): Promise<Ended> {
  const { child, ended } = startCommand(command);
  const timeout = setTimeout(() => child.kill('SIGKILL'), boundMs);
  try {
    return await ended;
  } finally {
    clearTimeout(timeout);
  }
}

/** Returns all files below a folder with their contents. */
export function filesIn(folder: string): { readonly name: string; readonly text: string }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
}

const CRASHES =
  /^ {4}at .+:\d+|\b(?:Unhandled|Uncaught|TypeError|RangeError|ReferenceError)\b|heap limit|heap out of memory/m;
// biome-ignore lint/suspicious/noControlCharactersInRegex: what steers a terminal
const STEERING = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

/** A character in JSON, or in JSON within JSON. */
const ESCAPE = /\\+u([0-9a-f]{4})/gi;

/** Returns what is wrong with what a command printed and wrote: traces of a crash, secrets, and what steers a terminal. */
export function misprintsOf(
  { stdout, stderr }: Pick<Ended, 'stdout' | 'stderr'>,
  folder: string,
  secrets: readonly string[],
): string[] {
  const printed = [
    { name: 'stdout', text: stdout },
    { name: 'stderr', text: stderr },
  ];
  const shown = printed.flatMap(({ name, text }) => [
    ...excerpts(name, 'shows a crash', text, CRASHES),
    ...excerpts(name, 'steers the terminal', text, STEERING),
  ]);
  const leaked = [...printed, ...filesIn(folder)].flatMap(({ name, text }) => {
    const decoded = text.replace(ESCAPE, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
    const secret = secrets.find((each) => decoded.includes(each));
    return secret === undefined ? [] : [`${name} contains the key${around(decoded, decoded.indexOf(secret))}`];
  });
  return [...shown, ...leaked];
}

function excerpts(name: string, problem: string, text: string, form: RegExp): string[] {
  const at = text.search(form);
  return at === -1 ? [] : [`${name} ${problem}${around(text, at)}`];
}

function around(text: string, at: number): string {
  return `: ${JSON.stringify(text.slice(Math.max(0, at - 100), at + 200))}`;
}

/** Calls a function for each item, a few at a time. */
export async function forEachAtOnce<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  const left = items.entries();
  const worker = async () => {
    for (const [index, item] of left) await work(item, index);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** Returns the URL that a server prints when it listens. */
export async function urlOf({ child, printed, ended }: Started): Promise<string> {
  let isRunning = true;
  void ended.then(() => {
    isRunning = false;
  });
  for (;;) {
    const [, url] = /URL\s+(http:[^\s"]+)/.exec(printed.stdout) ?? [];
    if (url !== undefined) return url;
    if (!isRunning) throw new Error(`It ended before it listened: ${printed.stderr}`);
    await Promise.race([once(child.stdout as Readable, 'data'), ended]);
  }
}

/** Returns why a recording cannot be read again, if so. */
export function whyUnreadable(file: string): string[] {
  try {
    readHar(readFileSync(file, 'utf8'), file);
    return [];
  } catch (error) {
    return [`the recording cannot be read again: ${(error as Error).message}`];
  }
}
