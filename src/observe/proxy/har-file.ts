import { open } from 'node:fs/promises';
import type { Exchange } from '../../transcript/exchange.js';
import { writeEntry } from '../../transcript/har-out.js';
import { readOwnEntry } from '../../transcript/read-own-transcript.js';
import type { BoundedRedactor } from '../bounded-redactor.js';
import { redactAgain } from '../record-live.js';
import { type Begun, beginHar, endHar, type HarFrame, harFrame, resumeHar } from './begun-har.js';
import { cleanHar } from './clean-har.js';
import { growHar } from './growing-har.js';
import type { HarHandle } from './har-handle.js';
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
