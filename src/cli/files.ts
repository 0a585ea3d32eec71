import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import type { JsonValue } from '../spec/json.js';
import { whyNotRead, whyNotWritten } from '../spec/validation/file-problem.js';
import { InputError } from '../spec/validation/input-error.js';
import { type Terminal, warn } from './terminal.js';

/** Reads a text file. Throws an InputError with `remedy` as the suggested fix. */
export function readTextFile(file: string, attempted: string, remedy: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    throw new InputError(attempted, error instanceof TypeError ? 'the file is not UTF-8' : whyNotRead(error), remedy);
  }
}

/** Parses JSON to find out what kind of file it is; undefined if it is not JSON. */
export function parseAnyJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

/** A kind of file that a command writes. */
interface FileKind {
  /** Such as `report`. */
  readonly name: string;
  readonly is: (value: JsonValue | undefined) => boolean;
}

/**
 * Ensures that only a file of the same kind is replaced, or an empty one such as `mktemp` creates; returns the JSON of that file.
 * Throws an InputError.
 */
export function requireReplaceable(
  path: string,
  { name, is }: FileKind,
  attempted: string,
  remedy: string,
): JsonValue | undefined {
  const found = statOf(path);
  // A device or a pipe is not replaced; a folder fails when it is written to.
  if (!found?.isFile() || found.size === 0) return undefined;
  const value = parseAnyJson(readTextFile(path, attempted, remedy));
  if (is(value)) return value;
  throw new InputError(attempted, `the existing file is not a ${name}, so it is not replaced`, remedy);
}

/** Returns undefined for an error: writing to the file then reports it. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

const JSON_REMEDY = 'Name a file that can be written: --json report.json';

/**
 * Ensures, before anything is sent, that the file of `--json` can be written and that no other kind of file is replaced. Changes
 * nothing. `name` is the file as the user wrote it. Throws an InputError.
 */
export function requireJsonFile(path: string, name: string, kind: FileKind): void {
  const attempted = `Preparing --json ${name}`;
  requireReplaceable(path, kind, attempted, `Name another file: --json ${kind.name}.json`);
  try {
    const isNew = !existsSync(path);
    // Opening a file for appending does not change it.
    closeSync(openSync(path, 'a'));
    // Of a dangling link only its target is new.
    if (isNew) rmSync(realpathSync(path));
  } catch (error) {
    throw new InputError(attempted, whyNotWritten(error), JSON_REMEDY);
  }
}

/** Writes the file of `--json`. Throws an InputError. */
export function writeJsonFile(path: string, name: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new InputError(`Writing --json ${name}`, whyNotWritten(error), JSON_REMEDY);
  }
}

/** The exit code of a command that stopped early or could not finish. */
export const INCOMPLETE = 3;

/** Runs `write`; returns the message of its InputError, if it throws one. Requests were sent by then, so that the results are still printed. */
export function problemOfWriting(write: () => void): string | undefined {
  try {
    write();
    return undefined;
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
}

/** Writes the results; returns the exit code, which a file that cannot be written turns from 0 into 3. */
export function deliver(exitCode: number, terminal: Pick<Terminal, 'stderr'>, write: () => void): number {
  const problem = problemOfWriting(write);
  if (problem === undefined) return exitCode;
  warn(terminal, problem);
  return exitCode === 0 ? INCOMPLETE : exitCode;
}
