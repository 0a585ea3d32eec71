import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { InputError } from '../../json/input-error.js';

/** The process that has a lock. */
interface Holder {
  readonly pid: number;
  readonly host: string;
}

/** The locks of this process. */
const held = new Set<string>();

/**
 * Creates a lock beside a file; returns what removes it. A lock that a crash has left behind is replaced. Throws an InputError while
 * another process of this machine has it, and the system's error if it cannot be created.
 */
export function takeLock(file: string, attempted: string): () => void {
  const lock = `${file}.lock`;
  const own = JSON.stringify({ pid: process.pid, host: hostname() } satisfies Holder);
  const holder = holderOf(lock);
  if (holder !== undefined && isRunning(holder, lock)) {
    const remedy = 'Stop that one, or name another file: --state other-state.json';
    throw new InputError(attempted, `another petstore-mock uses the file (process ${holder.pid})`, remedy);
  }
  rmSync(lock, { force: true });
  writeFileSync(lock, own, { flag: 'wx', mode: 0o600 });
  held.add(lock);
  return () => {
    held.delete(lock);
    // Somebody may have removed it, and another server may have taken it.
    if (textOf(lock) === own) rmSync(lock, { force: true });
  };
}

/** Returns undefined without a lock, and for one that was never written to the end. */
function holderOf(lock: string): Holder | undefined {
  try {
    const { pid, host } = JSON.parse(textOf(lock) ?? '') as Holder;
    return Number.isInteger(pid) && pid > 0 ? { pid, host } : undefined;
  } catch {
    return undefined;
  }
}

function textOf(lock: string): string | undefined {
  try {
    return readFileSync(lock, 'utf8');
  } catch {
    return undefined;
  }
}

/** Of another machine or container nothing is known: its lock may be one that a crash has left. */
function isRunning({ pid, host }: Holder, lock: string): boolean {
  if (host !== hostname()) return false;
  // In a container that was restarted, the new process has the number of the old one.
  if (pid === process.pid) return held.has(lock);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
