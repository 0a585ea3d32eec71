import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, resolve } from 'node:path';
import { parseState, type SavedState } from '../../mocks/state/saved-state.js';
import type { World } from '../../mocks/world.js';
import { explainFailedWrite, whyNotWritten } from '../files/file-problem.js';
import { isRunning } from '../files/is-running.js';
import { readTextFile } from '../files/read-file.js';
import { removeDrafts, replaceDurably, throughLink } from '../files/replace-files.js';
import { InputError } from '../json/input-error.js';
import type { Worlds } from './worlds/worlds.js';

const SHORTEST_PAUSE_MS = 250;
/** Writing a state as JSON takes at most a tenth of the time. */
const PAUSE_PER_RUN = 9;

const REMEDY = 'Name a file in a folder that you can write to: --state petstore-state.json';

/** Reads a state file. Throws an InputError with the place of a problem. */
export function readStateFile(name: string, flag: '--state' | '--from-state'): SavedState {
  const remedy = `Name a state file: ${flag} petstore-state.json`;
  return parseState(readTextFile(name, `Reading the state ${name}`, remedy), name);
}

interface StateLog {
  note(text: string): void;
  problem(text: string): void;
}

/** A file that follows the state of a server: soon after each change, and at the end. It is replaced as a whole, so a crash leaves a valid one. */
export class StateFile {
  /** When the existing state was taken, by the clock of the fake; undefined for a new file. */
  readonly takenAtMs: number | undefined;
  readonly #name: string;
  readonly #log: StateLog;
  readonly #path: string;
  readonly #release: () => void;
  #saved: SavedState | undefined;
  #worlds: Worlds | undefined;
  #hasChanged = false;
  #pauseMs = SHORTEST_PAUSE_MS;
  /** Set from a change until it is written. */
  #timer: NodeJS.Timeout | undefined;
  /** One write ends before the next begins. */
  #writing: Promise<void> = Promise.resolve();
  #isFailing = false;

  /** Locks the file and reads it if it exists. Throws an InputError, and changes nothing, if it is invalid or cannot be used. */
  constructor(name: string, log: StateLog) {
    this.#name = name;
    this.#log = log;
    const attempted = `Preparing --state ${name}`;
    const path = resolve(name);
    const isThere = existsSync(path);
    this.#path = throughLink(path);
    if (isThere && !statSync(path).isFile()) throw new InputError(attempted, 'it is not a regular file', REMEDY);
    this.#release = explainFailedWrite(attempted, REMEDY, () => takeLock(this.#path, attempted));
    try {
      // Those of the last process: nobody else writes to it.
      removeDrafts(dirname(this.#path), { of: basename(this.#path), unchangedForMs: 0 });
      // As `mktemp` creates one.
      if (isThere && statSync(path).size > 0) this.#saved = readStateFile(name, '--state');
      this.takenAtMs = this.#saved?.takenAtMs;
    } catch (error) {
      this.#release();
      throw error;
    }
  }

  restoreTo(world: World): void {
    if (this.#saved !== undefined) world.restore(this.#saved);
    this.#saved = undefined;
  }

  /** Writes the state of a server now and after each change. Rejects with an InputError if the first time fails. */
  async follow(worlds: Worlds): Promise<void> {
    worlds.onChange(() => this.#noteChange());
    await this.#write(worlds).catch((error: unknown) => {
      throw new InputError(`Writing the state ${this.#name}`, whyNotWritten(error), REMEDY);
    });
    this.#worlds = worlds;
    if (this.#hasChanged) this.#noteChange();
  }

  /** Writes what has changed, and gives the file up. Never rejects. */
  async close(): Promise<void> {
    await this.#writing;
    clearTimeout(this.#timer);
    if (this.#hasChanged) await this.#writeAndReport('The last changes are lost.');
    this.#release();
  }

  #noteChange(): void {
    this.#hasChanged = true;
    this.#timer ??= setTimeout(() => {
      this.#writing = this.#writeAndReport().then(() => {
        this.#timer = undefined;
        if (this.#hasChanged) this.#noteChange();
      });
    }, this.#pauseMs).unref();
  }

  async #writeAndReport(ending?: string): Promise<void> {
    const name = this.#name;
    if (this.#worlds === undefined) return;
    try {
      await this.#write(this.#worlds);
      if (this.#isFailing) this.#log.note(`Writing the state ${name} works again.`);
      this.#isFailing = false;
    } catch (error) {
      this.#hasChanged = true;
      this.#pauseMs = Math.max(this.#pauseMs, 1_000);
      if (this.#isFailing && ending === undefined) return;
      this.#isFailing = true;
      const effect = ending ?? 'Requests go on, but changes are not saved. The server keeps trying.';
      this.#log.problem(`Writing the state ${name}: ${whyNotWritten(error)}. ${effect}`);
    }
  }

  async #write(worlds: Worlds): Promise<void> {
    this.#hasChanged = false;
    const startMs = performance.now();
    const text = `${JSON.stringify(worlds.shared.world.state())}\n`;
    this.#pauseMs = Math.max(SHORTEST_PAUSE_MS, PAUSE_PER_RUN * (performance.now() - startMs));
    await replaceDurably(this.#path, text);
  }
}

const held = new Set<string>();

/** Returns what removes the lock; one that a crash has left is replaced. Throws an InputError while another process of this machine has it. */
export function takeLock(file: string, attempted: string): () => void {
  const lock = `${file}.lock`;
  const own = JSON.stringify({ pid: process.pid, host: hostname() });
  const holder = runningHolder(lock);
  if (holder !== undefined) {
    const remedy = 'Stop that one, or name another file: --state other-state.json';
    throw new InputError(attempted, `another petstore-mock uses the file (process ${holder})`, remedy);
  }
  rmSync(lock, { force: true });
  writeFileSync(lock, own, { flag: 'wx', mode: 0o600 });
  held.add(lock);
  return () => {
    held.delete(lock);
    // Somebody may have removed it, and another server may have taken it.
    if (existsSync(lock) && readFileSync(lock, 'utf8') === own) rmSync(lock, { force: true });
  };
}

/** Of another machine or container nothing is known: its lock, and an unfinished one, may be what a crash has left. */
function runningHolder(lock: string): number | undefined {
  try {
    const { pid, host } = JSON.parse(readFileSync(lock, 'utf8'));
    if (!Number.isInteger(pid) || pid <= 0 || host !== hostname()) return undefined;
    // In a container that was restarted, the new process has the number of the old one.
    if (pid === process.pid) return held.has(lock) ? pid : undefined;
    return isRunning(pid) ? pid : undefined;
  } catch {
    return undefined;
  }
}
