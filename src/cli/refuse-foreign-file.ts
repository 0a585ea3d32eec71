import { type Stats, statSync } from 'node:fs';
import type { JsonValue } from '../json/json-value.js';
import { InputError } from '../validation/input-error.js';
import { parseAnyJson } from './parse-any-json.js';
import { readTextFile } from './read-text-file.js';

/** What a file may be replaced by, and so what may stand in it. */
export interface OwnKind {
  /** Such as `report`. */
  readonly name: string;
  readonly is: (value: JsonValue | undefined) => boolean;
}

/**
 * Makes sure that nothing is replaced but a file of the same kind, whose JSON it answers, or an empty one such as `mktemp` makes.
 * Throws an InputError.
 */
export function refuseForeignFile(
  path: string,
  { name, is }: OwnKind,
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
