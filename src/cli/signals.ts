import { constants } from 'node:os';

/** What of a process is needed to stop it. */
interface StoppableProcess {
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

/**
 * Returns a signal that the first SIGINT or SIGTERM aborts, so that work ends in good order; a second one ends the process at once,
 * after `onCutShort` has said what was left undone.
 */
export function abortOnSignals(target: StoppableProcess, onCutShort: () => void = () => {}): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    target.on(signal, () => {
      if (controller.signal.aborted) {
        onCutShort();
        target.exit(128 + constants.signals[signal]);
      }
      controller.abort();
    });
  }
  return controller.signal;
}
