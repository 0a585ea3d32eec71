import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json-value.js';
import { JsonError, parseJson } from '../../json/parse-json.js';
import { planNames } from '../../spec/plans.js';
import { InputError } from '../../validation/input-error.js';
import { withoutExactNumbers } from '../../validation/validate.js';
import { findFileViolation } from '../../validation/validate-file.js';
import { readTextFile } from '../read-text-file.js';
import { type ServeOption, serveOptions } from './serve-options.js';
import type { Settings } from './settings-schema.js';

/** The settings file; it is looked for in the working directory. */
export const SETTINGS_FILE = 'petstore-mock.config.json';

const KEYS_EXAMPLE = '"keys": {"my_key": "pro"}';

/** Answers the text of the settings file of a folder, or undefined where there is none. Throws an InputError when it cannot be read. */
export function readSettingsFile(folder: string): string | undefined {
  const file = join(folder, SETTINGS_FILE);
  if (!existsSync(file)) return undefined;
  return readTextFile(file, `Reading ${SETTINGS_FILE}`, 'Try {"port": 4290}');
}

/** Reads the text of a settings file. Throws an InputError that names the member and one that works; never shows a key or token. */
export function parseSettingsFile(text: string): Settings {
  const json = parse(text);
  for (const [name, value] of Object.entries(json)) checkMember(name, value);
  return withoutExactNumbers(json) as Settings;
}

function checkMember(name: string, value: JsonValue): void {
  if (findFileViolation('Settings', { [name]: value }) === undefined) return;
  const option = Object.entries(serveOptions).find(([each]) => each === name)?.[1];
  if (option !== undefined) {
    throw refuse(
      `/${name} is not ${option.kind === 'list' ? 'a list: each is ' : ''}${option.form}`,
      `Try "${name}": ${exampleOf(option)}`,
    );
  }
  if (name === 'keys')
    throw refuse(
      '/keys is not an object of keys with their plans',
      `Try ${KEYS_EXAMPLE}. Plans: ${planNames.join(', ')}.`,
    );
  if (name === 'handlers')
    throw refuse('/handlers is code, and a settings file loads none', 'Use the flag: --handlers handlers.mjs');
  // The name is not repeated: a key may stand where a setting should.
  throw refuse('a setting is unknown', `There are: ${[...Object.keys(serveOptions), 'keys'].join(', ')}.`);
}

/** A value that works, as JSON. */
function exampleOf({ kind, example }: ServeOption): string {
  if (kind === 'list') return JSON.stringify([example]);
  return kind === 'text' ? JSON.stringify(example) : example;
}

function parse(text: string): JsonObject {
  try {
    const value = parseJson(text);
    if (isJsonObject(value)) return value;
  } catch (error) {
    if (error instanceof JsonError) throw refuse(`its JSON cannot be read: ${describe(error)}`, 'Try {"port": 4290}');
    throw error;
  }
  throw refuse('it is no JSON object', 'Try {"port": 4290}');
}

/** Says what is wrong with JSON without repeating any of it. */
function describe({ rule, message }: JsonError): string {
  if (rule === 'duplicateKeys') return 'an object has one key twice';
  if (rule === 'maxDepth') return message;
  const position = / at position (\d+)$/.exec(message)?.[1];
  return position === undefined ? 'it is no JSON' : `it goes wrong at position ${position}`;
}

function refuse(problem: string, remedy: string): InputError {
  return new InputError(`Reading ${SETTINGS_FILE}`, problem, remedy);
}
