import { existsSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { SavedState } from '../../../mocks/state/saved-state.js';
import type { World } from '../../../mocks/world.js';
import { whyNotWritten } from '../../files/file-problem.js';
import { removeDrafts, replaceDurably, throughLink } from '../../files/replace-files.js';
import { InputError } from '../../json/input-error.js';
import type { Worlds } from '../../server/worlds/worlds.js';
import { readStateFile } from './read-state-file.js';
import type { ServeLog } from './serve-log.js';
import { takeLock } from './state-lock.js';

const SHORTEST_PAUSE_MS = 250;
/** Writing a state as JSON takes at most a tenth of the time. */
const PAUSE_PER_RUN = 9;

const REMEDY = 'Name a file in a folder that you can write to: --state petstore-state.json';

/** A file that follows the state of a server: soon after each change, and at the end. It is replaced as a whole, so a crash leaves a valid one. */
export class StateFile {
  /** When the existing state was taken, by the clock of the fake; undefined for a new file. */
  readonly takenAtMs: number | undefined;
  /** As the user wrote it. */
  readonly #name: string;
  readonly #log: Pick<ServeLog, 'note' | 'problem'>;
  readonly #path: string;
  readonly #release: () => void;
  /** Until it is restored. */
  #saved: SavedState | undefined;
  /** Set once they were written for the first time. */
  #worlds: Worlds | undefined;
  #hasChanged = false;
  #pauseMs = SHORTEST_PAUSE_MS;
  /** Set from a change until it is written. */
  #planned: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #isFailing = false;

  /** Locks the file and reads it if it exists. Throws an InputError, and changes nothing, if it is invalid or cannot be used. */
  constructor(name: string, log: Pick<ServeLog, 'note' | 'problem'>) {
    this.#name = name;
    this.#log = log;
    const attempted = `Preparing --state ${name}`;
    const path = resolve(name);
    const isThere = existsSync(path);
    this.#path = throughLink(path);
    if (isThere && !statSync(path).isFile()) throw new InputError(attempted, 'it is not a regular file', REMEDY);
    this.#release = this.#orExplain(attempted, () => takeLock(this.#path, attempted));
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

  /** Continues from the existing state. */
  restoreTo(world: World): void {
    if (this.#saved !== undefined) world.restore(this.#saved);
    this.#saved = undefined;
  }

  /** Writes the state of a server now and after each change. Rejects with an InputError if the first time fails. */
  async follow(worlds: Worlds): Promise<void> {
    worlds.onChange(() => {
      this.#hasChanged = true;
      if (this.#worlds !== undefined) this.#planned ??= this.#plan();
    });
    await this.#write(worlds).catch((error: unknown) => {
      throw new InputError(`Writing the state ${this.#name}`, whyNotWritten(error), REMEDY);
    });
    this.#worlds = worlds;
    if (this.#hasChanged) this.#planned ??= this.#plan();
  }

  /** Writes what has changed, and gives the file up. Never rejects. */
  async close(): Promise<void> {
    clearTimeout(this.#planned);
    await this.#writing;
    clearTimeout(this.#planned);
    if (this.#hasChanged) await this.#writeAndReport('The last changes are lost.');
    this.#release();
  }

  #plan(): NodeJS.Timeout {
    return setTimeout(() => {
      this.#writing = this.#writeAndReport().then(() => {
        this.#planned = this.#hasChanged ? this.#plan() : undefined;
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

  #orExplain<Result>(attempted: string, act: () => Result): Result {
    try {
      return act();
    } catch (error) {
      if (error instanceof InputError) throw error;
      throw new InputError(attempted, whyNotWritten(error), REMEDY);
    }
  }
}
