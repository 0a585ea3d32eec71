import type { JsonValue } from '../../src/json/json-value.js';
import { InputError } from '../../src/validation/input-error.js';
import { findFileViolation } from '../../src/validation/validate-file.js';
import type { RunLine } from './run-line.js';

/** What a `runs.jsonl` holds. */
export interface RunLines {
  readonly runs: readonly RunLine[];
  /** For people: which lines were left out, and why; undefined where none was. */
  readonly problem: string | undefined;
}

/**
 * Reads `runs.jsonl`. A last line that is cut off is left out: a machine may go down while it is written. So is a line that is no
 * run, as somebody may have edited it. Throws an InputError where no line is one: the file is another's.
 */
export function parseRunLines(text: string, name: string): RunLines {
  // What stands behind the last line break was never finished.
  const lines = text.split('\n').slice(0, -1);
  const read = lines.flatMap((line, index) => (line.trim() === '' ? [] : [{ number: index + 1, ...parseLine(line) }]));
  const runs = read.flatMap(({ run }) => run ?? []);
  const bad = read.filter(({ run }) => run === undefined);
  const [first] = bad;
  if (first === undefined) return { runs, problem: undefined };
  const others = bad.length > 1 ? `, and ${bad.length - 1} more` : '';
  const problem = `line ${first.number} is no run of petstore-mock check --history (${first.problem})${others}`;
  if (runs.length > 0) return { runs, problem: `Reading ${name}: ${problem}. What is no run is left out` };
  throw new InputError(`Reading ${name}`, problem, 'Name another folder, or remove that file');
}

function parseLine(line: string): { readonly run?: RunLine; readonly problem?: string } {
  let value: JsonValue;
  try {
    value = JSON.parse(line);
  } catch {
    return { problem: 'it is no JSON' };
  }
  const violation = findFileViolation('RunLine', value);
  if (violation !== undefined) return { problem: `${violation.pointer || 'it'} ${violation.problem}` };
  const run = value as unknown as RunLine;
  const isDay = [run.startedAt, run.endedAt].every((time) => !Number.isNaN(Date.parse(time)));
  return isDay ? { run } : { problem: 'there is no such day' };
}
