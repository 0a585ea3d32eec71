import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, JsonError, type JsonObject, type JsonValue, parseJson } from '../../spec/json.js';
import { isPlanName, type PlanName, planNames } from '../../spec/plans.js';
import { InputError } from '../../spec/validation/input-error.js';
import { withoutExactNumbers } from '../../spec/validation/validate.js';
import { findFileViolation } from '../../spec/validation/validate-file.js';
import type { Choice } from '../command.js';
import { readTextFile } from '../files.js';
import { flagNameOf, flagsOf, type ServeOption, type Settings, serveOptions } from './serve-options.js';

export const defaultSettings = {
  port: 4290,
  host: '127.0.0.1',
  basePath: '/v1',
  pets: 100,
  seed: 1,
  latency: false,
  watch: false,
  log: 'pretty',
  cors: true,
  assumed: true,
  allowedHosts: [],
  journal: 10_000,
  worlds: 1_000,
  worldIdle: '1h',
} as const satisfies Settings;

type OptionName = keyof typeof serveOptions;
type SettingValue<Name extends OptionName> = NonNullable<Settings[Name]>;

/** Everything that `serve` was told. */
export type ServeSettings = {
  readonly [Name in OptionName]: Name extends keyof typeof defaultSettings
    ? Choice<SettingValue<Name>>
    : Choice<SettingValue<Name>> | undefined;
} & { readonly keys: ApiKeys };

export interface SettingSources {
  /** Flags that were given, by the name of their setting; `key` holds every `--key`. */
  readonly flags: Readonly<Record<string, string | boolean | readonly string[]>>;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The text of the settings file, where there is one. */
  readonly file: string | undefined;
}

/** Puts settings together: flag over variable over settings file over default. Throws an InputError for the first that cannot be. */
export function resolveSettings(sources: SettingSources): ServeSettings {
  const file = sources.file === undefined ? {} : parseSettingsFile(sources.file);
  const names = Object.keys(serveOptions) as OptionName[];
  const choices = names.map((name) => [name, chooseSetting(name, sources, file)]);
  return { ...Object.fromEntries(choices), keys: chooseKeys(sources, file) } as ServeSettings;
}

function chooseSetting(
  name: OptionName,
  { flags, variables }: SettingSources,
  file: Settings,
): Choice<unknown> | undefined {
  const option = serveOptions[name];
  const flag = flags[flagNameOf(option)];
  if (flag !== undefined) {
    if (typeof flag === 'boolean') return { value: flag, chosenBy: flagsOf(option)[flag ? 0 : 1] ?? option.flag };
    return { value: readText(name, flag, option.flag, ' '), chosenBy: option.flag };
  }
  const text = variables[option.variable];
  if (text) return { value: readText(name, text, option.variable, '='), chosenBy: option.variable };
  if (file[name] !== undefined) return { value: file[name], chosenBy: SETTINGS_FILE };
  return name in defaultSettings
    ? { value: defaultSettings[name as keyof typeof defaultSettings], chosenBy: 'the default' }
    : undefined;
}

/** Reads the text of a flag or variable, or those of a flag that is repeated, and shows in its refusal how `source` would be written. */
function readText(
  name: OptionName,
  given: string | readonly string[],
  source: string,
  separator: ' ' | '=',
): JsonValue {
  const option = serveOptions[name];
  if (option.kind === 'list')
    return readList(name, typeof given === 'string' ? splitList(given) : given, source, separator);
  const text = String(given);
  const value = fromText(option, text);
  if (isSetting(name, value)) return value;
  throw optionError(option, text, source, separator);
}

function readList(name: OptionName, texts: readonly string[], source: string, separator: ' ' | '='): JsonValue {
  const wrong = texts.find((text) => !isSetting(name, [text]));
  if (wrong === undefined) return [...texts];
  throw optionError(serveOptions[name], wrong, source, separator);
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function optionError(option: ServeOption, text: string, source: string, separator: ' ' | '='): InputError {
  const shown = option.isSecret ? 'the value' : JSON.stringify(text);
  return new InputError(
    `Reading ${source}`,
    `${shown} is not ${option.form}`,
    `Try ${source}${separator}${option.example}`,
  );
}

function fromText({ kind }: ServeOption, text: string): JsonValue {
  if (kind === 'integer' && /^\d{1,15}$/.test(text)) return Number(text);
  if (kind === 'boolean' && ['true', '1'].includes(text)) return true;
  if (kind === 'boolean' && ['false', '0'].includes(text)) return false;
  return text;
}

function isSetting(name: OptionName, value: JsonValue): boolean {
  return findFileViolation('Settings', { [name]: value }) === undefined;
}

function chooseKeys({ flags, variables }: SettingSources, file: Settings): ApiKeys {
  const variable = splitList(variables.PETSTORE_KEY ?? '');
  return new Map([
    ...Object.entries(file.keys ?? {}),
    ...parseKeys(variable, 'PETSTORE_KEY', 'PETSTORE_KEY=my_key:pro'),
    ...parseKeys((flags.key ?? []) as readonly string[], '--key', '--key my_key:pro'),
  ]);
}

/** The settings file; it is looked for in the working directory. */
const SETTINGS_FILE = 'petstore-mock.config.json';

const KEYS_EXAMPLE = '"keys": {"my_key": "pro"}';

/** Returns the text of the settings file of a folder, or undefined where there is none. Throws an InputError when it cannot be read. */
export function readSettingsFile(folder: string): string | undefined {
  const file = join(folder, SETTINGS_FILE);
  if (!existsSync(file)) return undefined;
  return readTextFile(file, `Reading ${SETTINGS_FILE}`, 'Try {"port": 4290}');
}

/** Reads the text of a settings file. Throws an InputError that names the member and one that works; never shows a key or token. */
export function parseSettingsFile(text: string): Settings {
  const json = parseObject(text);
  for (const [name, value] of Object.entries(json)) checkMember(name, value);
  return withoutExactNumbers(json) as Settings;
}

function checkMember(name: string, value: JsonValue): void {
  if (findFileViolation('Settings', { [name]: value }) === undefined) return;
  const option = Object.entries(serveOptions).find(([each]) => each === name)?.[1];
  if (option !== undefined) {
    throw settingsFileError(
      `/${name} is not ${option.kind === 'list' ? 'a list: each is ' : ''}${option.form}`,
      `Try "${name}": ${exampleOf(option)}`,
    );
  }
  if (name === 'keys')
    throw settingsFileError(
      '/keys is not an object of keys with their plans',
      `Try ${KEYS_EXAMPLE}. Plans: ${planNames.join(', ')}.`,
    );
  if (name === 'handlers')
    throw settingsFileError(
      '/handlers is code, and a settings file loads none',
      'Use the flag: --handlers handlers.mjs',
    );
  // The name is not repeated: a key may stand where a setting should.
  throw settingsFileError('a setting is unknown', `There are: ${[...Object.keys(serveOptions), 'keys'].join(', ')}.`);
}

/** A value that works, as JSON. */
function exampleOf({ kind, example }: ServeOption): string {
  if (kind === 'list') return JSON.stringify([example]);
  return kind === 'text' ? JSON.stringify(example) : example;
}

function parseObject(text: string): JsonObject {
  try {
    const value = parseJson(text);
    if (isJsonObject(value)) return value;
  } catch (error) {
    if (error instanceof JsonError)
      throw settingsFileError(`its JSON cannot be read: ${jsonProblem(error)}`, 'Try {"port": 4290}');
    throw error;
  }
  throw settingsFileError('it is no JSON object', 'Try {"port": 4290}');
}

/** Says what is wrong with JSON without repeating any of it. */
function jsonProblem({ rule, message }: JsonError): string {
  if (rule === 'duplicateKeys') return 'an object has one key twice';
  if (rule === 'maxDepth') return message;
  const position = / at position (\d+)$/.exec(message)?.[1];
  return position === undefined ? 'it is no JSON' : `it goes wrong at position ${position}`;
}

function settingsFileError(problem: string, remedy: string): InputError {
  return new InputError(`Reading ${SETTINGS_FILE}`, problem, remedy);
}

/** API keys with their plans, in the order in which they were given. */
export type ApiKeys = ReadonlyMap<string, PlanName>;

/** Reads texts of the form KEY:PLAN. Throws an InputError that tells which one is wrong without showing it: keys are secrets. */
export function parseKeys(texts: readonly string[], source: string, example: string): ApiKeys {
  return new Map(texts.map((text, index) => parseKey(text, `Reading key ${index + 1} of ${source}`, example)));
}

/** Reads a file with a line KEY:PLAN for each key; `#` begins a comment. Throws an InputError that names the line. */
export function parseKeyFile(text: string, name: string): ApiKeys {
  const lines = text.split(/\r?\n/).map((line, index) => ({ text: line.replace(/#.*/, '').trim(), number: index + 1 }));
  const filled = lines.filter((line) => line.text !== '');
  return new Map(filled.map((line) => parseKey(line.text, `Reading line ${line.number} of ${name}`, 'my_key:pro')));
}

function parseKey(text: string, attempted: string, example: string): [string, PlanName] {
  const separator = text.lastIndexOf(':');
  const [key, plan] = separator === -1 ? [text, ''] : [text.slice(0, separator), text.slice(separator + 1)];
  const remedy = `Try ${example}. Plans: ${planNames.join(', ')}.`;
  if (plan === '') throw new InputError(attempted, 'it names no plan', remedy);
  if (!isPlanName(plan)) throw new InputError(attempted, 'there is no such plan', remedy);
  if (findFileViolation('Settings', { keys: { [key]: plan } }) !== undefined)
    throw new InputError(attempted, 'a bearer token cannot be written so', remedy);
  return [key, plan];
}
