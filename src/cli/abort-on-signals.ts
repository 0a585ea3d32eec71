import { constants } from 'node:os';
import type { StoppableProcess } from './stop-on-signals.js';

/**
 * Answers a signal that the first SIGINT or SIGTERM aborts, so that work ends in good order; a second one ends the process at once,
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
