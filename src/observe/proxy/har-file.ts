import { type FileHandle, lstat, open, rename, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { draftOf, removeDrafts } from '../../../contract-tests/replace-files.js';
import type { Exchange } from '../../exchange/exchange.js';
import { readOwnEntry } from '../../exchange/read-own-har.js';
import { redactExchange } from '../../exchange/record-exchange.js';
import type { Redactor } from '../../exchange/redactor.js';
import { harFrame, UNFINISHED, writeEntry } from '../../exchange/write-har.js';
import { whyNotWritten } from '../../spec/validation/file-problem.js';
import { InputError } from '../../spec/validation/input-error.js';

interface HarFileOptions {
  readonly file: string;
  /** The path as the user wrote it, for messages. */
  readonly named: string;
  /** Replaces an existing file. */
  readonly isOverwriting: boolean;
  readonly creator: { readonly name: string; readonly version: string };
  /** Base URL of the recorded service. */
  readonly baseUrl: string;
  /** Has redacted the exchanges that are added, and learns more secrets meanwhile. */
  readonly redactor: Redactor;
  /** Called when something cannot be written, with what that means. */
  readonly onProblem: (text: string) => void;
}

/**
 * A HAR file that grows while exchanges pass, and that only its owner can read. Each write replaces the closing brackets along with the
 * new entry, so the file is valid after every one. It is marked as unfinished until `close()`, which also removes the secrets that became
 * known after an exchange was written.
 */
export class HarFile {
  /** Exchanges in the file, and those that are not because they could not be written. */
  readonly counts = { written: 0, missed: 0 };
  readonly #options: HarFileOptions;
  readonly #frame: ReturnType<typeof harFrame>;
  readonly #handle: FileHandle;
  /** Where the next entry begins. */
  #end: number;
  /** The lengths of the entries in bytes, each with its separator. */
  readonly #lengths: number[] = [];
  /** How many secrets were known when the first exchange was written. */
  #knownAtFirst: number | undefined;
  #isBroken = false;

  /** Creates a recording without exchanges. Rejects with an InputError if the file exists, unless it is to be replaced, or cannot be written. */
  static async create(options: HarFileOptions): Promise<HarFile> {
    const { file, named, isOverwriting, baseUrl, creator } = options;
    const attempted = `Writing --har ${named}`;
    const found = await lstat(file).catch(() => undefined);
    // Replacing a device such as `/dev/null` would harm the machine.
    if (found !== undefined && !found.isFile() && !found.isSymbolicLink()) {
      throw new InputError(attempted, 'it is not a regular file', 'Name a file: --har traffic.har');
    }
    removeDrafts(dirname(file), { of: basename(file) });
    // Always a new file: an existing one may be a link, or readable by others.
    const name = isOverwriting ? draftOf(file) : file;
    let handle: FileHandle | undefined;
    try {
      handle = await open(name, 'wx+', 0o600);
      const frame = harFrame(baseUrl, creator);
      await writeWhole(handle, frame.head + frame.tail, 0);
      if (isOverwriting) await rename(name, file);
      return new HarFile(handle, frame, options);
    } catch (error) {
      if (handle !== undefined) await handle.close().then(() => rm(name, { force: true }));
      const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST';
      const remedy = isThere ? 'Name another file, or add --overwrite' : 'Name a file on a disk with free space';
      throw new InputError(attempted, whyNotWritten(error), remedy);
    }
  }

  private constructor(handle: FileHandle, frame: ReturnType<typeof harFrame>, options: HarFileOptions) {
    this.#handle = handle;
    this.#frame = frame;
    this.#options = options;
    this.#end = Buffer.byteLength(frame.head);
  }

  /** Writes an exchange; call it again only when that has resolved. Never rejects: after a failure, exchanges are only counted. */
  async add(exchange: Exchange): Promise<void> {
    this.#knownAtFirst ??= this.#options.redactor.known;
    const entry = `${this.counts.written === 0 ? '' : ','}\n${JSON.stringify(writeEntry(exchange))}`;
    try {
      if (!this.#isBroken) await writeWhole(this.#handle, entry + this.#frame.tail, this.#end);
    } catch (error) {
      this.#isBroken = true;
      const { named, onProblem } = this.#options;
      onProblem(`Cannot write to ${named}: ${whyNotWritten(error)}. Nothing more is recorded; traffic goes on.`);
      // Removes the partial entry; there was room for the brackets before.
      await this.#handle.truncate(this.#end).catch(() => {});
      await writeWhole(this.#handle, this.#frame.tail, this.#end).catch(() => {});
    }
    if (this.#isBroken) {
      this.counts.missed += 1;
      return;
    }
    const bytes = Buffer.byteLength(entry);
    this.#lengths.push(bytes);
    this.#end += bytes;
    this.counts.written += 1;
  }

  /** Removes secrets that became known, and marks the recording as finished. If that fails, the mark stays. */
  async close(): Promise<void> {
    // As many blanks replace the mark, so that the size stays.
    const finished = this.#frame.tail.replace(UNFINISHED, (mark) => ' '.repeat(mark.length));
    const { named, redactor, onProblem } = this.#options;
    try {
      const isClean = this.#knownAtFirst === undefined || this.#knownAtFirst === redactor.known;
      if (isClean) await writeWhole(this.#handle, finished, this.#end);
      else await this.#replaceByCleanCopy(finished);
    } catch (error) {
      onProblem(
        `${named} may contain a key that was not recognised at first, and it could not be removed: ${whyNotWritten(error)}. Do not share the file.`,
      );
    } finally {
      await this.#handle.close();
    }
  }

  async #replaceByCleanCopy(finished: string): Promise<void> {
    const { file, redactor } = this.#options;
    const name = draftOf(file);
    const copy = await open(name, 'wx', 0o600);
    try {
      await copy.appendFile(this.#frame.head);
      let place = Buffer.byteLength(this.#frame.head);
      for (const [at, length] of this.#lengths.entries()) {
        const { buffer } = await this.#handle.read(Buffer.alloc(length), 0, length, place);
        const entry = JSON.parse(buffer.toString().replace(/^,/, ''));
        const clean = redactExchange(readOwnEntry(entry), redactor);
        await copy.appendFile(`${at === 0 ? '' : ','}\n${JSON.stringify(writeEntry(clean))}`);
        place += length;
      }
      await copy.appendFile(finished);
      await copy.datasync();
      await rename(name, file);
    } catch (error) {
      await rm(name, { force: true });
      throw error;
    } finally {
      await copy.close();
    }
  }
}

/** Writes all of a text, since one write may take only part of it. */
async function writeWhole(handle: FileHandle, text: string, place: number): Promise<void> {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length; ) {
    done += (await handle.write(bytes, done, bytes.length - done, place + done)).bytesWritten;
  }
}
