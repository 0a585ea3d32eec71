import type { RunLine } from './history-folder.js';

/** A run in which all was well, but for what a test says. */
export function runLine(changes: Partial<RunLine> = {}): RunLine {
  return {
    startedAt: '2026-11-21T12:00:00.000Z',
    endedAt: '2026-11-21T12:00:02.500Z',
    level: 'read',
    exitCode: 0,
    counts: { pass: 30, violation: 0, waived: 0, inconclusive: 2, skipped: 29 },
    violated: [],
    stopped: null,
    requests: 14,
    changes: [],
    ...changes,
  };
}
