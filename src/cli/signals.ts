import { constants } from 'node:os';

/** The part of a process that is needed to stop it. */
interface StoppableProcess {
  on(signal: NodeJS.Signals, listener: () => void): unknown;
  exit(code: number): void;
}

/** Closes on the first SIGINT or SIGTERM and then exits; exits at once on the second. */
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
 * Returns a signal that the first SIGINT or SIGTERM aborts, so that work can finish cleanly. The second one ends the process at
 * once, after `onCutShort`.
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
