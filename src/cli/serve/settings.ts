import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readTextFile } from '../../files/read-file.js';
import { InputError, nameHint } from '../../json/input-error.js';
import { isJsonObject, JsonError, type JsonObject, type JsonValue, parseJson, withoutSchema } from '../../json/json.js';
import { API_KEY } from '../../service/headers.js';
import { isPlanName, type PlanName, planNames } from '../../service/plans.js';
import { withoutExactNumbers } from '../../service/validate.js';
import {
  type Chosen,
  chooseValues,
  type Flags,
  type Option,
  parseSetting,
  parseVariable,
  SETTINGS_FILE,
} from '../options.js';
import { serveOptions } from './serve-options.js';

export type ApiKeys = ReadonlyMap<string, PlanName>;

export type ServeSettings = Omit<Chosen<typeof serveOptions>, 'keys'> & { readonly keys: ApiKeys };

/** The options that the settings file may set, by their names in it. Only a flag loads code. */
const { handlers: _, ...fileOptions } = serveOptions;

type FileSettings = Omit<Flags<typeof fileOptions>, 'keys'> & {
  readonly keys?: Readonly<Record<string, PlanName>>;
};

export interface SettingSources {
  readonly flags: Flags<typeof serveOptions>;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly file: string | undefined;
}

/** Resolves the settings: a flag wins over a variable, a variable over the settings file, and that over the default. Throws an InputError. */
export function resolveSettings({ flags, variables, file }: SettingSources): ServeSettings {
  const { keys = {}, ...settings } = file === undefined ? {} : parseSettingsFile(file);
  return {
    ...chooseValues(serveOptions, { flags, variables, settings }),
    // All of them count: where two give the same key a plan, the stronger source wins.
    keys: new Map([
      ...(Object.entries(keys) as [string, PlanName][]),
      ...(parseVariable(serveOptions.keys, variables) ?? []),
      ...(flags.keys ?? []),
    ]),
  };
}

/** Returns the text of the settings file in a folder; undefined if there is none. Throws an InputError if it cannot be read. */
export function readSettingsFile(folder: string): string | undefined {
  const file = join(folder, SETTINGS_FILE);
  if (!existsSync(file)) return undefined;
  return readTextFile(file, `Reading ${SETTINGS_FILE}`, 'Try {"port": 4290}');
}

/** Parses a settings file. Throws an InputError that names the invalid member and a valid value; never shows a key or token. */
export function parseSettingsFile(text: string): FileSettings {
  const members = Object.entries(withoutExactNumbers(parseObject(text)) as JsonObject);
  return Object.fromEntries(members.map(([name, value]) => [name, readMember(name, value)]));
}

function readMember(name: string, value: JsonValue): unknown {
  if (name === 'keys') return readKeys(value);
  const option: Option<unknown> | undefined = new Map(Object.entries(fileOptions)).get(name);
  if (option === undefined) {
    const hint = nameHint(name, Object.keys(fileOptions), 'Settings');
    throw fileError(mayBeKey(name, value) ? 'unknown setting' : `/${name} is not a setting`, hint);
  }
  const read = parseSetting(option, value);
  if (read !== undefined) return read;
  const form = `${option.isRepeatable ? 'a list: each item is ' : ''}${option.form}`;
  throw fileError(`/${name} is not ${form}`, `Try "${name}": ${exampleOf(option)}`);
}

/** A key that was written beside `keys` is not repeated. */
function mayBeKey(name: string, value: JsonValue): boolean {
  return !/^[a-z][a-zA-Z]{0,30}$/.test(name) || (typeof value === 'string' && isPlanName(value));
}

function readKeys(value: JsonValue): Readonly<Record<string, PlanName>> {
  const entries = isJsonObject(value) ? Object.entries(value) : [];
  const isValid = isJsonObject(value) && entries.every(([key, plan]) => API_KEY.test(key) && isPlanName(plan));
  if (isValid) return Object.fromEntries(entries) as Record<string, PlanName>;
  const remedy = `Try "keys": {"my_key": "pro"}. Plans: ${planNames.join(', ')}.`;
  throw fileError('/keys is not an object of keys with their plans', remedy);
}

function exampleOf({ isRepeatable, jsonType, example }: Option<unknown>): string {
  const item = jsonType === 'string' ? JSON.stringify(example) : example;
  return isRepeatable ? `[${item}]` : item;
}

/** Nothing of invalid JSON is repeated: it may hold a key. */
function parseObject(text: string): JsonObject {
  let problem = 'not a JSON object';
  try {
    const value = withoutSchema(parseJson(text));
    if (isJsonObject(value)) return value;
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const [position = ''] = / at position \d+/.exec(error.message) ?? [];
    problem = `invalid JSON${error.rule === 'duplicateKeys' ? ': an object has the same key twice' : position}`;
  }
  throw fileError(problem, 'Try {"port": 4290}');
}

function fileError(problem: string, remedy: string): InputError {
  return new InputError(`Reading ${SETTINGS_FILE}`, problem, remedy);
}
