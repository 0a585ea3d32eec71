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
import { oneLine } from '../spec/quoting.js';
import { whyNotRead, whyNotWritten } from '../spec/validation/file-problem.js';
import { InputError } from '../spec/validation/input-error.js';
import type { Terminal } from './terminal.js';

/** Reads a file that a user named. Throws an InputError; `remedy` says what would work. */
export function readTextFile(file: string, attempted: string, remedy: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    throw new InputError(attempted, error instanceof TypeError ? 'it is not UTF-8' : whyNotRead(error), remedy);
  }
}

/** Reads a file's text as JSON, to see what kind of file it is; undefined where it is none. */
export function parseAnyJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

/** What a file may be replaced by, and so what may stand in it. */
interface FileKind {
  /** Such as `report`. */
  readonly name: string;
  readonly is: (value: JsonValue | undefined) => boolean;
}

/**
 * Creates sure that nothing is replaced but a file of the same kind, whose JSON it answers, or an empty one such as `mktemp` makes.
 * Throws an InputError.
 */
export function requireReplaceable(
  path: string,
  { name, is }: FileKind,
  attempted: string,
  remedy: string,
): JsonValue | undefined {
  const found = statOf(path);
  // Of a device or a pipe nothing is replaced; a folder is refused where it is tried to be written.
  if (!found?.isFile() || found.size === 0) return undefined;
  const value = parseAnyJson(readTextFile(path, attempted, remedy));
  if (is(value)) return value;
  throw new InputError(attempted, `a file is there that is no ${name}, and it is kept`, remedy);
}

/** What cannot be looked at is told where it is tried to be written. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

const JSON_REMEDY = 'Name a file that can be written: --json report.json';

/**
 * Creates sure, before anything is sent, that the file of `--json` can be written and that no other kind of file is replaced, and changes
 * nothing. `name` is as the user wrote it. Throws an InputError.
 */
export function requireJsonFile(path: string, name: string, kind: FileKind): void {
  const attempted = `Preparing --json ${name}`;
  requireReplaceable(path, kind, attempted, `Name a file of its own: --json ${kind.name}.json`);
  try {
    const isNew = !existsSync(path);
    // Opening it for appending changes nothing of what it holds.
    closeSync(openSync(path, 'a'));
    // Of a link to nowhere only what it led to is new.
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

/** The exit code of a command that sent requests and came to no good end. */
export const INCOMPLETE = 3;

/** Writes what was found; returns the exit code. By then requests were sent: that a file cannot be written is told, and is no matter of usage any more. */
export function deliver(exitCode: number, { stderr }: Pick<Terminal, 'stderr'>, write: () => void): number {
  try {
    write();
    return exitCode;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    stderr.write(`petstore-mock: ${oneLine(error.message)}\n`);
    return exitCode === 0 ? INCOMPLETE : exitCode;
  }
}
