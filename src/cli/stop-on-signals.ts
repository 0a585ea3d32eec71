import { constants } from 'node:os';

/** What of a process is needed to stop it. */
export interface StoppableProcess {
  on(signal: NodeJS.Signals, listener: () => void): unknown;
  exit(code: number): void;
}

/** Lets the first SIGINT or SIGTERM end the process in good order, and a second one at once. */
export function stopOnSignals(target: StoppableProcess, close: () => Promise<void>): void {
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    target.on(signal, () => {
      if (isStopping) {
        target.exit(128 + constants.signals[signal]);
        return;
      }
      isStopping = true;
      void close().finally(() => target.exit(0));
    });
  }
}
