import { randomInt } from 'node:crypto';
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { isJsonObject, type JsonValue } from '../../src/spec/json.js';
import { dateAndTime } from '../../src/spec/times.js';

/** Who holds a lock, as its file tells. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  /** ISO 8601. */
  readonly since: string;
}

/** A lock that another process holds. */
export class LockedError extends Error {}

/** What is done under a lock takes less than a second; who holds it so long will not come back. */
const STALE_MS = 600_000;

/** Between making the file and writing into it no such time passes: whoever is that far behind was killed in between. */
const UNWRITTEN_STALE_MS = 10_000;

/** The locks of this process: a file with its number in it may be of an earlier process of the same number. */
const own = new Set<string>();

/**
 * Takes a lock, which is a file, and answers how to give it back; throws a {@link LockedError} where another process has it. That of
 * a process which is gone is taken over.
 */
export function takeLock(file: string, nowMs: number): () => void {
  const text = JSON.stringify({ pid: process.pid, host: hostname(), since: new Date(nowMs).toISOString() });
  if (!create(file, text)) {
    removeStale(file, nowMs);
    if (!create(file, text)) throw new LockedError(heldBy(holderOf(textOf(file))));
  }
  own.add(file);
  return () => {
    own.delete(file);
    // A machine that slept meanwhile may have lost it to another one.
    if (textOf(file) === text) rmSync(file, { force: true });
  };
}

function create(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Moved away first: where somebody else was faster, it is their new lock that was moved, and it goes back. */
function removeStale(file: string, nowMs: number): void {
  const text = textOf(file);
  if (text === undefined || !isStale(file, holderOf(text), nowMs)) return;
  const moved = `${file}.${randomInt(2 ** 32)}`;
  try {
    renameSync(file, moved);
  } catch {
    return;
  }
  const found = textOf(moved);
  // Whoever has the lock by now may have removed it as a draft.
  if (found === undefined || found === text) rmSync(moved, { force: true });
  else renameSync(moved, file);
}

function isStale(file: string, holder: Holder | undefined, nowMs: number): boolean {
  if (holder === undefined) {
    const sinceMs = changedMs(file);
    return sinceMs === undefined || Math.abs(nowMs - sinceMs) > UNWRITTEN_STALE_MS;
  }
  if (Math.abs(nowMs - Date.parse(holder.since)) > STALE_MS) return true;
  // Of another machine nobody knows which processes live.
  if (holder.host !== hostname()) return false;
  return holder.pid === process.pid ? !own.has(file) : !isAlive(holder.pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Undefined for what is being written at this moment, and for anybody else's file. */
function holderOf(text: string | undefined): Holder | undefined {
  let value: JsonValue;
  try {
    value = JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
  if (!isJsonObject(value)) return undefined;
  const { pid, host, since } = value;
  if (!Number.isInteger(pid) || Number(pid) <= 0 || typeof host !== 'string' || typeof since !== 'string')
    return undefined;
  return Number.isNaN(Date.parse(since)) ? undefined : { pid: Number(pid), host, since };
}

function heldBy(holder: Holder | undefined): string {
  if (holder === undefined) return 'another process is writing it';
  const { pid, host, since } = holder;
  return `process ${pid} on ${host} has been writing it since ${dateAndTime(since, 'minute')} UTC`;
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function changedMs(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}
