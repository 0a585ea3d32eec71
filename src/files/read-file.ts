import { readFileSync, statSync } from 'node:fs';
import { InputError } from '../json/input-error.js';
import type { JsonValue } from '../json/json.js';
import { whyNotRead } from './file-problem.js';

/** Half of the longest string of JavaScript, since what is made from a file may be longer. */
export const MOST_FILE_BYTES = 256 * 2 ** 20;

/** Of a recording that a proxy writes. Secrets that are hidden later may lengthen it. */
export const MOST_RECORDED_BYTES = 200 * 2 ** 20;

export function readTextFile(file: string, attempted: string, remedy: string): string {
  return textOf(readBytes(file, attempted, remedy), attempted, remedy);
}

export function readBytes(file: string, attempted: string, remedy: string): Buffer {
  try {
    const { size } = statSync(file);
    if (size <= MOST_FILE_BYTES) return readFileSync(file);
    const problem = `it has ${Math.ceil(size / 2 ** 20)} MiB; at most ${MOST_FILE_BYTES / 2 ** 20} MiB can be read`;
    throw new InputError(attempted, problem, 'Name a smaller file, such as a recording of fewer requests');
  } catch (error) {
    throw error instanceof InputError ? error : new InputError(attempted, whyNotRead(error), remedy);
  }
}

/** Decodes the text of a file. Throws an InputError with `remedy` as the suggested fix. */
export function textOf(bytes: Uint8Array, attempted: string, remedy: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new InputError(attempted, 'the file is not UTF-8', remedy);
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
