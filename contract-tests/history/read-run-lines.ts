import { InputError } from '../../src/validation/input-error.js';
import type { RunLine } from './run-line.js';

/**
 * Reads `runs.jsonl`. A last line that is cut off is left out: a machine may go down while it is written. Throws an InputError
 * for any other line that is no run.
 */
export function parseRunLines(text: string, name: string): RunLine[] {
  const lines = text.split('\n');
  // What stands behind the last line break was never finished.
  return lines.slice(0, -1).flatMap((line, index) => (line.trim() === '' ? [] : [parseLine(line, index + 1, name)]));
}

function parseLine(line: string, number: number, name: string): RunLine {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    value = undefined;
  }
  if (isRunLine(value)) return value;
  throw new InputError(
    `Reading ${name}`,
    `line ${number} is no run of petstore-mock check --history`,
    'Remove that line, or name another folder',
  );
}

function isRunLine(value: unknown): value is RunLine {
  if (typeof value !== 'object' || value === null) return false;
  const { version, baseUrl, startedAt, endedAt, counts, broken, requests, latency, changes } =
    value as Partial<RunLine>;
  return (
    version === 1 &&
    typeof baseUrl === 'string' &&
    [startedAt, endedAt].every((time) => typeof time === 'string' && !Number.isNaN(Date.parse(time))) &&
    typeof counts === 'object' &&
    counts !== null &&
    Array.isArray(broken) &&
    typeof requests === 'number' &&
    typeof latency === 'object' &&
    latency !== null &&
    Array.isArray(changes)
  );
}
