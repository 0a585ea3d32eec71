import { randomBytes } from 'node:crypto';
import { lstat, open, rename, rm } from 'node:fs/promises';
import { entryIn, firstEntryAt, type HarFrame } from './begun-har.js';
import type { GrowingHar } from './growing-har.js';
import type { HarHandle } from './har-handle.js';
import { readLines } from './har-lines.js';
import { writeWhole } from './write-whole.js';

interface CleaningOptions {
  readonly har: GrowingHar;
  readonly frame: HarFrame;
  /** Where the recording lies. */
  readonly file: string;
  /** How many entries are to be looked at: the first ones. */
  readonly count: number;
  /** Answers an entry without secrets; the same text where it shows none. */
  readonly clean: (entry: string) => string;
}

const FLUSH_BYTES = 1024 * 1024;

/**
 * Takes secrets out of the first entries of a recording. Where one shows, a clean copy is written beside it while more entries come
 * in, and put in its place; until then, and where that fails, the old file stays. Throws what was in the way.
 */
export async function cleanHar(options: CleaningOptions): Promise<void> {
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
      await refuseAnotherFile(handle, file);
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
async function refuseAnotherFile(handle: HarHandle, file: string): Promise<void> {
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
