import { readFileSync } from 'node:fs';
import { InputError } from '../json/input-error.js';
import type { JsonValue } from '../json/json.js';
import { whyNotRead } from './file-problem.js';

/** Reads a text file. Throws an InputError with `remedy` as the suggested fix. */
export function readTextFile(file: string, attempted: string, remedy: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    throw new InputError(attempted, error instanceof TypeError ? 'the file is not UTF-8' : whyNotRead(error), remedy);
  }
}

/** Parses JSON to find out what kind of file it is; undefined if it is not JSON. */
export function parseJsonIfValid(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}
