import { closeSync, fstatSync, readFileSync, writeFileSync } from 'node:fs';
import { isatty } from 'node:tty';
import { whyNotWritten } from '../files/file-problem.js';
import type { TextSink } from './terminal.js';

/** Returns the version of this package, from its package.json. */
export function readVersion(): string {
  const description = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return description.version;
}

interface StoppableProcess {
  on(signal: NodeJS.Signals, listener: () => void): unknown;
  exit(code: number): void;
}

export type OnForcedExit = (report: () => void) => void;

const signals = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 };

/** Aborts on the first SIGINT, SIGTERM or SIGHUP. A further SIGINT or SIGTERM ends the process; SIGHUP does not: a closed terminal often sends two. */
export function abortOnSignals(target: StoppableProcess): { signal: AbortSignal; onForcedExit: OnForcedExit } {
  const controller = new AbortController();
  let reportCut = () => {};
  for (const [signal, number] of Object.entries(signals)) {
    target.on(signal as NodeJS.Signals, () => {
      if (controller.signal.aborted && signal !== 'SIGHUP') {
        reportCut();
        target.exit(128 + number);
      }
      controller.abort();
    });
  }
  const onForcedExit = (report: () => void) => {
    reportCut = report;
  };
  return { signal: controller.signal, onForcedExit };
}

type OutputStream = Pick<NodeJS.WriteStream, 'on' | 'write'> & { readonly fd: number };

const GONE = ['EPIPE', 'EIO'];

/** Returns where a standard stream is written to, without errors. Calls `onLost` at the first one that loses what somebody may read later. */
export function openOutput(stream: OutputStream, onLost: (problem: string) => void): TextSink {
  let isLost = false;
  const lose = (error: NodeJS.ErrnoException) => {
    if (isLost || GONE.includes(error.code ?? '')) return;
    isLost = true;
    onLost(whyNotWritten(error));
  };
  stream.on('error', lose);
  // As bigints: Node looks at the last other result, one of a pipe, and then no longer resolves the links of a package to be loaded.
  if (!fstatSync(stream.fd, { bigint: true }).isFile()) return stream;
  // Node's own stream does not notice that a disk had room for a part only.
  return {
    write(text) {
      try {
        writeFileSync(stream.fd, text);
      } catch (error) {
        lose(error as NodeJS.ErrnoException);
      }
    },
  };
}

const STANDARD_STREAMS = [0, 1, 2];

/** Lets the process outlive its terminal: Node aborts with a core dump at its end if it cannot reset one that is gone. */
export function closeLostTerminals(): void {
  const terminals = STANDARD_STREAMS.filter((descriptor) => isatty(descriptor));
  process.on('exit', () => {
    for (const descriptor of terminals) if (!isatty(descriptor)) closeSync(descriptor);
  });
}
