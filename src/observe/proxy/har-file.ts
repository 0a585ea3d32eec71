import { type FileHandle, lstat, open, readFile, rename, rm } from 'node:fs/promises';
import type { Exchange } from '../../exchange/exchange.js';
import { readHar } from '../../exchange/read-har.js';
import { redactExchange } from '../../exchange/redact-exchange.js';
import type { Redactor } from '../../exchange/redactor.js';
import { writeEntry, writeHar } from '../../exchange/write-har.js';
import { whyNotWritten } from '../../files/file-problem.js';
import { MOST_RECORDED_BYTES } from '../../files/read-file.js';
import { replaceDurably } from '../../files/replace-files.js';
import { InputError } from '../../json/input-error.js';

interface HarFileOptions {
  readonly file: string;
  /** The path as the user wrote it, for messages. */
  readonly named: string;
  readonly isOverwriting: boolean;
  readonly creator: { readonly name: string; readonly version: string };
  readonly baseUrl: string;
  /** Has redacted the exchanges that are added, and learns more secrets meanwhile. */
  readonly redactor: Redactor;
  /** Default: {@link MOST_RECORDED_BYTES}. */
  readonly mostBytes?: number;
  /** Called when something cannot be written, with what that means. */
  readonly onProblem: (text: string) => void;
}

/** A HAR file that grows. Until `close()` its name ends in `.part`: it is valid, but may show a key that becomes known only later. */
export class HarFile {
  /** Exchanges in the file, and those that are not because they could not be written. */
  readonly counts = { written: 0, missed: 0 };
  readonly #options: HarFileOptions;
  readonly #handle: FileHandle;
  /** Follows the last entry. */
  readonly #tail: string;
  /** Where the next entry begins. */
  #end: number;
  /** How many secrets were known when the first exchange was written. */
  #knownAtFirst: number | undefined;
  #isEnded = false;

  /** Creates a recording without exchanges. Rejects with an InputError if the file exists, unless it is to be replaced, or cannot be written. */
  static async create(options: HarFileOptions): Promise<HarFile> {
    const { file, named, isOverwriting, baseUrl, creator } = options;
    const attempted = `Writing --har ${named}`;
    const found = await lstat(file).catch(() => undefined);
    // Replacing a device such as `/dev/null` would harm the machine.
    if (found !== undefined && !found.isFile() && !found.isSymbolicLink()) {
      throw new InputError(attempted, 'it is not a regular file', 'Name a file: --har traffic.har');
    }
    const empty = writeHar({ exchanges: [], baseUrl, run: undefined }, creator);
    const inList = empty.lastIndexOf('[]') + 1;
    const [head, tail] = [empty.slice(0, inList), `\n${empty.slice(inList)}`];
    try {
      if (isOverwriting) await rm(partOf(file), { force: true });
      else if (found !== undefined) throw Object.assign(new Error(), { code: 'EEXIST' });
      const handle = await open(partOf(file), 'wx', 0o600);
      await writeWhole(handle, head + tail, 0);
      return new HarFile(options, handle, Buffer.byteLength(head), tail);
    } catch (error) {
      const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST';
      const remedy = isThere ? 'Name another file, or add --overwrite' : 'Name a file on a disk with free space';
      throw new InputError(attempted, whyNotWritten(error), remedy);
    }
  }

  private constructor(options: HarFileOptions, handle: FileHandle, end: number, tail: string) {
    this.#options = options;
    this.#handle = handle;
    this.#end = end;
    this.#tail = tail;
  }

  /** Writes an exchange; call it again only when that has resolved. Never rejects: after a failure, or once the file is full, exchanges are only counted. */
  async add(exchange: Exchange): Promise<void> {
    this.#knownAtFirst ??= this.#options.redactor.known;
    const entry = `${this.counts.written === 0 ? '' : ','}\n${JSON.stringify(writeEntry(exchange))}`;
    const { named, onProblem, mostBytes = MOST_RECORDED_BYTES } = this.#options;
    if (!this.#isEnded && this.#end + Buffer.byteLength(entry) > mostBytes) {
      this.#isEnded = true;
      onProblem(`${named} has reached ${mostBytes / 2 ** 20} MiB. Nothing more is recorded; traffic goes on.`);
    }
    try {
      if (!this.#isEnded) await writeWhole(this.#handle, entry + this.#tail, this.#end);
    } catch (error) {
      this.#isEnded = true;
      onProblem(`Cannot write to ${named}: ${whyNotWritten(error)}. Nothing more is recorded; traffic goes on.`);
      // Removes the partial entry; there was room for the brackets before.
      await this.#handle.truncate(this.#end).catch(() => {});
      await writeWhole(this.#handle, this.#tail, this.#end).catch(() => {});
    }
    if (this.#isEnded) {
      this.counts.missed += 1;
      return;
    }
    this.#end += Buffer.byteLength(entry);
    this.counts.written += 1;
  }

  /** Removes secrets that became known meanwhile, and gives the recording its name. Never rejects. */
  async close(): Promise<void> {
    const { file, named, redactor, onProblem } = this.#options;
    try {
      await this.#handle.close();
      if (this.#knownAtFirst !== undefined && this.#knownAtFirst !== redactor.known) await this.#hideLateSecrets();
      await rename(partOf(file), file);
    } catch (error) {
      onProblem(
        `The recording stays in ${partOf(named)}, since it cannot be finished: ${whyNotWritten(error)}. It may contain an API key: do not share it.`,
      );
    }
  }

  async #hideLateSecrets(): Promise<void> {
    const { file, baseUrl, creator, redactor } = this.#options;
    const { exchanges } = readHar(await readFile(partOf(file), 'utf8'), file);
    const clean = exchanges.map((exchange) => redactExchange(exchange, redactor));
    await replaceDurably(partOf(file), writeHar({ exchanges: clean, baseUrl, run: undefined }, creator));
  }
}

function partOf(file: string): string {
  return `${file}.part`;
}

/** Writes all of a text, since one write may take only part of it. */
async function writeWhole(handle: FileHandle, text: string, place: number): Promise<void> {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length; ) {
    done += (await handle.write(bytes, done, bytes.length - done, place + done)).bytesWritten;
  }
}
