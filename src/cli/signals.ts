import { constants } from 'node:os';

interface StoppableProcess {
  on(signal: NodeJS.Signals, listener: () => void): unknown;
  exit(code: number): void;
}

/** Registers what is called right before a second signal ends the process; returns what unregisters it. */
export type OnCutShort = (report: () => void) => () => void;

/** Aborts on the first SIGINT or SIGTERM, so that work can finish cleanly; ends the process at once on the second. */
export function abortOnSignals(target: StoppableProcess): { signal: AbortSignal; onCutShort: OnCutShort } {
  const controller = new AbortController();
  const reports = new Set<() => void>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    target.on(signal, () => {
      if (controller.signal.aborted) {
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
