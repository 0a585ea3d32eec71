import { constants } from 'node:os';

interface StoppableProcess {
  on(signal: NodeJS.Signals, listener: () => void): unknown;
  exit(code: number): void;
}

/** Registers what is called right before a second signal ends the process; returns what unregisters it. */
export type OnCutShort = (report: () => void) => () => void;

/**
 * Aborts on the first SIGINT, SIGTERM or SIGHUP, so that work can finish cleanly. A further SIGINT or SIGTERM ends the process at
 * once; a further SIGHUP does not: a terminal that is closed often sends two.
 */
export function abortOnSignals(target: StoppableProcess): { signal: AbortSignal; onCutShort: OnCutShort } {
  const controller = new AbortController();
  const reports = new Set<() => void>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    target.on(signal, () => {
      if (controller.signal.aborted && signal !== 'SIGHUP') {
        for (const report of reports) report();
        target.exit(128 + constants.signals[signal]);
      }
      controller.abort();
    });
  }
  return {
    signal: controller.signal,
    onCutShort: (report) => {
      reports.add(report);
      return () => void reports.delete(report);
    },
  };
}
