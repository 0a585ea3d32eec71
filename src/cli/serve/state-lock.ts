import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { InputError } from '../../spec/validation/input-error.js';

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
  const create = () => {
    const descriptor = openSync(lock, 'wx', 0o600);
    try {
      writeFileSync(descriptor, own);
    } catch (error) {
      // The disk is full.
      rmSync(lock, { force: true });
      throw error;
    } finally {
      closeSync(descriptor);
    }
  };
  try {
    create();
  } catch (error) {
    if (!isThere(error)) throw error;
    const holder = holderOf(lock);
    if (holder !== undefined && isRunning(holder, lock)) throw inUse(attempted, `process ${holder.pid}`);
    rmSync(lock, { force: true });
    try {
      create();
    } catch (second) {
      throw isThere(second) ? inUse(attempted, 'it was quicker') : second;
    }
  }
  held.add(lock);
  return () => {
    held.delete(lock);
    // Somebody may have removed it, and another server may have taken it.
    if (textOf(lock) === own) rmSync(lock, { force: true });
  };
}

function inUse(attempted: string, who: string): InputError {
  const remedy = 'Stop that one, or name another file: --state other-state.json';
  return new InputError(attempted, `another petstore-mock uses the file (${who})`, remedy);
}

function isThere(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EEXIST';
}

/** Returns undefined for a lock that was just removed, or never written to the end. */
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
