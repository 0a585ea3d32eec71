import { randomBytes } from 'node:crypto';
import { lstat, open, rename, rm } from 'node:fs/promises';
import type { BoundedRedactor } from '../../exchange/bounded-redactor.js';
import type { Exchange } from '../../exchange/exchange.js';
import { readOwnEntry } from '../../exchange/read-own-har.js';
import { redactAgain } from '../../exchange/record-exchange.js';
import { writeEntry } from '../../exchange/write-har.js';
import { type GrowingHar, growHar } from './growing-har.js';
import {
  type Begun,
  beginHar,
  endHar,
  entryIn,
  firstEntryAt,
  type HarFrame,
  type HarHandle,
  harFrame,
  readLines,
  resumeHar,
  writeWhole,
} from './har-layout.js';
import { createPace, type PaceOptions } from './pace.js';

/** A HAR file that grows while exchanges pass, whole and valid between its writes, and without a secret at its end. */
export interface HarFile {
  /** How many exchanges stand in it. */
  readonly written: number;
  /** How many found no room: the disk was full, or too slow. */
  readonly missed: number;
  add(exchange: Exchange): void;
  /** Writes what is still to be written, and takes out what has turned out to be a secret. */
  close(): Promise<void>;
}

export interface HarFileOptions extends Pick<PaceOptions, 'now' | 'later'> {
  readonly creator: { readonly name: string; readonly version: string };
  /** Where the service is whose traffic is recorded. */
  readonly baseUrl: string;
  /** Where the file lies: it may be replaced by a clean one. */
  readonly file: string;
  /** Redacts the exchanges that are added, and gets to know more secrets meanwhile. */
  readonly redactor: BoundedRedactor;
  /** Is told once why nothing more can be written. */
  readonly onProblem: (problem: string) => void;
  /** Is told why a secret could not be taken out that may show in it. */
  readonly onUnclean: (problem: string) => void;
}

const SHORTEST_PAUSE_MS = 1_000;

/** Writes a recording without exchanges, and then one after the other. Throws what the first write throws. */
export async function startHarFile(handle: HarHandle, options: HarFileOptions): Promise<HarFile> {
  const frame = harFrame(options.baseUrl, options.creator);
  return writeOn(handle, frame, await beginHar(handle, frame), options);
}

/** Goes on in a recording that another one has begun and does not write any more. Throws where it cannot. */
export async function resumeHarFile(options: HarFileOptions): Promise<HarFile> {
  const frame = harFrame(options.baseUrl, options.creator);
  const handle = await open(options.file, 'r+');
  try {
    return writeOn(handle, frame, await resumeHar(handle, frame), options);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function writeOn(handle: HarHandle, frame: HarFrame, begun: Begun, options: HarFileOptions): HarFile {
  const { file, redactor, onProblem, onUnclean, now, later } = options;
  const har = growHar(handle, begun, frame, onProblem);
  /** Looking through what was written takes long where there is much of it. */
  const pace = createPace({ shortestPauseMs: SHORTEST_PAUSE_MS, now, later });
  let taken = begun.written;
  let known = redactor.known;
  /** So many entries, the first ones, were made before all secrets were known. Of those that others wrote, nobody can tell. */
  let doubtful = begun.written;
  let hasFailed = false;
  let cleaning: Promise<void> | undefined;

  const clean = async () => {
    const count = doubtful;
    doubtful = 0;
    const end = pace.measure();
    try {
      await har.settled();
      await cleanHar({ har, frame, file, count, clean: (entry) => cleanEntry(entry, redactor) });
      end();
    } catch (error) {
      doubtful = Math.max(doubtful, count);
      hasFailed = true;
      onUnclean((error as Error).message);
    }
    cleaning = undefined;
    planCleaning();
  };
  const planCleaning = () => {
    if (doubtful === 0 || hasFailed || cleaning !== undefined) return;
    pace.plan(() => {
      cleaning ??= clean();
    });
  };
  const lookForSecrets = () => {
    if (redactor.known === known) return;
    known = redactor.known;
    doubtful = taken;
    planCleaning();
  };

  planCleaning();
  return {
    get written() {
      return har.written;
    },
    get missed() {
      return har.missed;
    },
    add(exchange) {
      // This exchange was made with all secrets that are known by now.
      lookForSecrets();
      if (har.add(JSON.stringify(writeEntry(exchange)))) taken += 1;
    },
    async close() {
      lookForSecrets();
      await cleaning;
      pace.cancel();
      if (doubtful > 0) await clean();
      pace.cancel();
      await har.settled();
      const { handle: last, to } = har.lines;
      if (doubtful === 0) await endHar(last, frame, to);
      await last.close();
    },
  };
}

function cleanEntry(entry: string, redactor: BoundedRedactor): string {
  const exchange = readOwnEntry(JSON.parse(entry));
  const clean = redactAgain(exchange, redactor);
  return clean === exchange ? entry : JSON.stringify(writeEntry(clean));
}

interface CleaningOptions {
  readonly har: GrowingHar;
  readonly frame: HarFrame;
  /** Where the recording lies. */
  readonly file: string;
  /** How many entries are to be looked at: the first ones. */
  readonly count: number;
  /** Returns an entry without secrets; the same text where it shows none. */
  readonly clean: (entry: string) => string;
}

const FLUSH_BYTES = 1024 * 1024;

/**
 * Takes secrets out of the first entries of a recording. Where one shows, a clean copy is written beside it while more entries come
 * in, and put in its place; until then, and where that fails, the old file stays. Throws what was in the way.
 */
async function cleanHar(options: CleaningOptions): Promise<void> {
  const { har, file } = options;
  if (!(await showsSecret(options))) return;
  const name = `${file}.${randomBytes(6).toString('hex')}.part`;
  const copy = await open(name, 'wx+', 0o600);
  try {
    const writer = createCopyWriter(copy, options.frame);
    const copied = await copyEntries(options, writer);
    await har.moveTo(async () => {
      const { handle, to } = har.lines;
      await copyRest(handle, copied, to, writer);
      const end = await writer.finish();
      await copy.datasync();
      await rejectReplacedFile(handle, file);
      await rename(name, file);
      await handle.close().catch(() => {});
      return { handle: copy, to: end };
    });
  } catch (error) {
    await copy.close().catch(() => {});
    await rm(name, { force: true }).catch(() => {});
    throw error;
  }
}

async function showsSecret({ har, count, clean }: CleaningOptions): Promise<boolean> {
  let seen = 0;
  for await (const line of readLines(har.lines)) {
    if (seen === count) return false;
    seen += 1;
    const entry = entryIn(line);
    if (clean(entry) !== entry) return true;
  }
  return false;
}

/** Writes the entries as they are without secrets; answers where in the recording the next one begins, be it still to come. */
async function copyEntries({ har, count, clean }: CleaningOptions, writer: CopyWriter): Promise<number> {
  const { lines } = har;
  let { from } = lines;
  let seen = 0;
  for await (const line of readLines(lines)) {
    if (seen === count) break;
    await writer.write(Buffer.from(`${seen === 0 ? '' : ','}\n${clean(entryIn(line))}`));
    seen += 1;
    from += line.length + 1;
  }
  // Behind what was the last one there will be a comma before its line ends.
  return from > lines.to ? lines.to + 2 : from;
}

/** What was written with all secrets known is copied byte for byte. */
async function copyRest(handle: HarHandle, from: number, to: number, writer: CopyWriter): Promise<void> {
  if (from >= to) return;
  await writer.write(Buffer.from(','));
  for await (const line of readLines({ handle, from, to })) await writer.write(Buffer.concat([NEWLINE, line]));
}

const NEWLINE = Buffer.from('\n');

/** Somebody may have moved the recording away and put another file there. */
async function rejectReplacedFile(handle: HarHandle, file: string): Promise<void> {
  const [ours, there] = await Promise.all([handle.stat(), lstat(file)]);
  if (ours.ino !== there.ino || ours.dev !== there.dev) throw new Error('another file lies there now');
}

interface CopyWriter {
  write(bytes: Buffer): Promise<void>;
  /** Closes the list; answers where the entries end. */
  finish(): Promise<number>;
}

function createCopyWriter(copy: Pick<HarHandle, 'write'>, frame: HarFrame): CopyWriter {
  let waiting: Buffer[] = [Buffer.from(frame.head)];
  let bytes = firstEntryAt(frame) - 1;
  let place = 0;
  const flush = async () => {
    const block = Buffer.concat(waiting);
    waiting = [];
    await writeWhole(copy, block, place);
    place += block.length;
  };
  const write = async (more: Buffer) => {
    waiting.push(more);
    bytes += more.length;
    if (bytes - place >= FLUSH_BYTES) await flush();
  };
  return {
    write,
    async finish() {
      const end = bytes;
      await write(Buffer.from(frame.tail));
      await flush();
      return end;
    },
  };
}
