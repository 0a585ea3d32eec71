import { type FileHandle, lstat, open, rename, rm } from 'node:fs/promises';
import { draftOf } from '../../../contract-tests/replace-files.js';
import type { Exchange } from '../../exchange/exchange.js';
import { readOwnEntry } from '../../exchange/read-own-har.js';
import { redactExchange } from '../../exchange/record-exchange.js';
import type { Redactor } from '../../exchange/redactor.js';
import { type HarFrame, harFrame, UNFINISHED, writeEntry } from '../../exchange/write-har.js';
import { whyNotWritten } from '../../spec/validation/file-problem.js';
import { Pace } from './pace.js';

/** The file operations that a recording needs. */
export type HarHandle = Pick<FileHandle, 'read' | 'write' | 'truncate' | 'stat' | 'close'>;

/**
 * `har-problem` has the reason why nothing more can be written; it is reported once. `har-unclean` has the reason why a secret that the
 * file may contain could not be removed.
 */
export interface HarReport {
  readonly kind: 'har-problem' | 'har-unclean';
  readonly problem: string;
}

export interface HarFileOptions {
  readonly creator: { readonly name: string; readonly version: string };
  /** Base URL of the recorded service. */
  readonly baseUrl: string;
  /** Path of the file, which may be replaced by a clean copy. */
  readonly file: string;
  /** Redacts the exchanges that are added, and learns more secrets meanwhile. */
  readonly redactor: Redactor;
  readonly report: (report: HarReport) => void;
}

const SHORTEST_PAUSE_MS = 1_000;
/** Entries that wait for a slow disk or a rewrite, in characters. */
const MOST_WAITING_LENGTH = 32 * 2 ** 20;
const FLUSH_LENGTH = 2 ** 20;

/**
 * A HAR file that grows while exchanges pass. Each write replaces the closing brackets along with the new entries, so the file is valid
 * after every one. Secrets that become known later are removed soon, and at the latest by `close()`. Appending, rewriting and closing run
 * one after the other.
 */
export class HarFile {
  /** Exchanges in the file, and those that are not because the disk was full or too slow. */
  readonly counts = { written: 0, missed: 0 };
  readonly #options: HarFileOptions;
  readonly #frame: HarFrame;
  /** Reading the whole file takes long if it is large. */
  readonly #pace = new Pace(SHORTEST_PAUSE_MS, () => this.#enqueue(() => this.#clean()));
  #handle: HarHandle;
  /** Where the entries end and the next one begins. */
  #end: number;
  #waiting: string[] = [];
  #waitingLength = 0;
  #tasks: Promise<void> = Promise.resolve();
  /** How many secrets were known when the last exchange was added. */
  #known: number;
  #mayShowSecret = false;
  #hasFailedToClean = false;
  #isBroken = false;

  /** Writes a recording without exchanges. Rejects if that fails. */
  static async start(handle: HarHandle, options: HarFileOptions): Promise<HarFile> {
    const har = new HarFile(handle, options);
    const { head, tail } = har.#frame;
    await writeWhole(handle, Buffer.from(head + tail), 0);
    return har;
  }

  private constructor(handle: HarHandle, options: HarFileOptions) {
    this.#options = options;
    this.#frame = harFrame(options.baseUrl, options.creator);
    this.#handle = handle;
    this.#end = Buffer.byteLength(this.#frame.head);
    this.#known = options.redactor.known;
  }

  add(exchange: Exchange): void {
    // This exchange was redacted with all secrets that are known now, the earlier ones perhaps not.
    this.#noteNewSecrets();
    const entry = JSON.stringify(writeEntry(exchange));
    if (this.#isBroken || this.#waitingLength + entry.length > MOST_WAITING_LENGTH) {
      this.counts.missed += 1;
      return;
    }
    if (this.#waiting.length === 0) this.#enqueue(() => this.#append());
    this.#waiting.push(entry);
    this.#waitingLength += entry.length;
  }

  /** Writes the remaining exchanges, removes secrets that became known, and marks the recording as finished. */
  async close(): Promise<void> {
    this.#noteNewSecrets();
    this.#pace.cancel();
    await this.#enqueue(() => this.#finish());
  }

  /** Tasks never reject. */
  #enqueue(task: () => Promise<void>): Promise<void> {
    this.#tasks = this.#tasks.then(task);
    return this.#tasks;
  }

  #noteNewSecrets(): void {
    const { known } = this.#options.redactor;
    if (known === this.#known) return;
    this.#known = known;
    this.#mayShowSecret = true;
    // After a failure, only close() tries again.
    if (!this.#hasFailedToClean) this.#pace.plan();
  }

  async #append(): Promise<void> {
    const batch = this.#waiting;
    this.#waiting = [];
    this.#waitingLength = 0;
    if (batch.length === 0) return;
    const { tail } = this.#frame;
    const bytes = Buffer.from(`${this.counts.written === 0 ? '' : ','}\n${batch.join(',\n')}${tail}`);
    try {
      await writeWhole(this.#handle, bytes, this.#end);
      this.#end += bytes.length - Buffer.byteLength(tail);
      this.counts.written += batch.length;
    } catch (error) {
      this.#isBroken = true;
      this.counts.missed += batch.length + this.#waiting.length;
      this.#waiting = [];
      this.#options.report({ kind: 'har-problem', problem: whyNotWritten(error) });
      // Removes the partial entry; there was room for the brackets before.
      await closeList(this.#handle, tail, this.#end).catch(() => {});
    }
  }

  /** Replaces the file by a copy without secrets if it shows one. If that fails, the old file stays. */
  async #clean(): Promise<void> {
    await this.#append();
    this.#mayShowSecret = false;
    try {
      if (await this.#showsSecret()) await this.#rewrite();
    } catch (error) {
      this.#mayShowSecret = true;
      this.#hasFailedToClean = true;
      this.#options.report({ kind: 'har-unclean', problem: whyNotWritten(error) });
    }
  }

  async #finish(): Promise<void> {
    await this.#append();
    if (this.#mayShowSecret) await this.#clean();
    if (!this.#mayShowSecret) {
      // As many blanks replace the mark, so that the size stays. If that fails, the mark stays.
      const finished = this.#frame.tail.replace(UNFINISHED, (mark) => ' '.repeat(mark.length));
      await writeWhole(this.#handle, Buffer.from(finished), this.#end).catch(() => {});
    }
    await this.#handle.close();
  }

  async #showsSecret(): Promise<boolean> {
    for await (const entry of this.#entries()) if (this.#withoutSecrets(entry) !== entry) return true;
    return false;
  }

  async #rewrite(): Promise<void> {
    const { file } = this.#options;
    const name = draftOf(file);
    const copy = await open(name, 'wx+', 0o600);
    try {
      const end = await this.#writeCopy(copy);
      await copy.datasync();
      await rejectReplacedFile(this.#handle, file);
      await rename(name, file);
      await this.#handle.close().catch(() => {});
      this.#handle = copy;
      this.#end = end;
    } catch (error) {
      await copy.close().catch(() => {});
      await rm(name, { force: true }).catch(() => {});
      throw error;
    }
  }

  /** Writes the recording without secrets to another file; returns where the entries end. */
  async #writeCopy(copy: FileHandle): Promise<number> {
    let end = 0;
    let block = this.#frame.head;
    const flush = async () => {
      await copy.appendFile(block);
      end += Buffer.byteLength(block);
      block = '';
    };
    let separator = '';
    for await (const entry of this.#entries()) {
      block += `${separator}\n${this.#withoutSecrets(entry)}`;
      separator = ',';
      if (block.length >= FLUSH_LENGTH) await flush();
    }
    await flush();
    await copy.appendFile(this.#frame.tail);
    return end;
  }

  /** Reads the entries from the file, each of which is on its own line. */
  async *#entries(): AsyncGenerator<string> {
    const from = Buffer.byteLength(this.#frame.head) + 1;
    for await (const line of readLines(this.#handle, from, this.#end)) yield line.replace(/,$/, '');
  }

  /** Returns an entry without secrets; the same text if it shows none. */
  #withoutSecrets(entry: string): string {
    const exchange = readOwnEntry(JSON.parse(entry));
    const clean = redactExchange(exchange, this.#options.redactor);
    return clean === exchange ? entry : JSON.stringify(writeEntry(clean));
  }
}

/** Somebody may have moved the recording and put another file in its place. */
async function rejectReplacedFile(handle: HarHandle, file: string): Promise<void> {
  const [ours, there] = await Promise.all([handle.stat(), lstat(file)]);
  if (ours.ino !== there.ino || ours.dev !== there.dev) throw new Error('another file has replaced it');
}

/** Writes all bytes, since one write may take only part of them. */
async function writeWhole(handle: Pick<FileHandle, 'write'>, bytes: Uint8Array, place: number): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    done += (await handle.write(bytes, done, bytes.length - done, place + done)).bytesWritten;
  }
}

/**
 * Closes the list of a recording whose entries end at `end` and removes what follows: overwrites it in one write, then truncates, so
 * that the file is valid in between.
 */
export async function closeList(handle: HarHandle, tail: string, end: number): Promise<void> {
  const bytes = Buffer.byteLength(tail);
  const { size } = await handle.stat();
  const closing = Buffer.alloc(Math.max(bytes, size - end), ' ');
  closing.write(tail);
  await writeWhole(handle, closing, end);
  await handle.truncate(end + bytes);
}

const CHUNK_BYTES = 256 * 1024;

/** Reads the lines between two places; holds one line in memory. */
async function* readLines(handle: Pick<FileHandle, 'read'>, from: number, to: number): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let begun = '';
  for (let place = from; place < to; ) {
    const length = Math.min(CHUNK_BYTES, to - place);
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, place);
    // Otherwise a truncated file would be read for ever.
    if (bytesRead === 0) throw new Error('it is shorter than what was written to it');
    place += bytesRead;
    const lines = decoder.decode(buffer.subarray(0, bytesRead), { stream: true }).split('\n');
    lines[0] = begun + lines[0];
    begun = lines.pop() ?? '';
    yield* lines;
  }
  if (to > from) yield begun;
}
