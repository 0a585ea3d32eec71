import { createHash } from 'node:crypto';
import { isJsonObject, type JsonValue } from '../../src/json/json-value.js';
import { JsonError, parseJson } from '../../src/json/parse-json.js';
import { isInt64Text } from '../../src/spec/int64.js';
import { parseUrl } from '../../src/spec/parse-url.js';
import { InputError } from '../../src/validation/input-error.js';
import type { PendingWrite } from './restore-journal.js';

/** Answers the name of the one file that a pet's pending write has. */
export function fileNameOf(baseUrl: string, petId: string): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([baseUrl, petId]))
    .digest('hex');
  return `${digest.slice(0, 32)}.json`;
}

export function writePendingWrite({ baseUrl, petId, original, possible }: PendingWrite): string {
  return `${JSON.stringify({ baseUrl, petId, original, possible }, null, 2)}\n`;
}

/** Reads a file of the journal. Throws an InputError that names it. */
export function readPendingWrite(text: string, file: string): PendingWrite {
  const write = pendingWriteIn(text);
  if (write !== undefined) return write;
  const remedy = 'Look whether its pet has the right stock, then remove the file.';
  throw new InputError(`Reading the pending write in ${file}`, 'the file is broken', remedy);
}

function pendingWriteIn(text: string): PendingWrite | undefined {
  const value = readJson(text);
  if (!isJsonObject(value)) return undefined;
  const { baseUrl, petId, original, possible } = value;
  if (typeof baseUrl !== 'string' || !/^https?:/.test(baseUrl) || parseUrl(baseUrl) === undefined) return undefined;
  if (typeof petId !== 'string' || !isInt64Text(petId)) return undefined;
  if (!isJsonText(original) || !Array.isArray(possible) || !possible.every(isJsonText)) return undefined;
  return { baseUrl, petId, original, possible };
}

function isJsonText(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && readJson(value) !== undefined;
}

function readJson(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}
