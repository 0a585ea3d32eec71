import type { JsonValue } from '../../json/json-value.js';
import { InputError } from '../../validation/input-error.js';
import { findFileViolation } from '../../validation/validate-file.js';
import type { Choice } from '../choice.js';
import { type ApiKeys, parseKeys } from './api-keys.js';
import { flagNameOf, flagsOf, type ServeOption, serveOptions } from './serve-options.js';
import { parseSettingsFile, SETTINGS_FILE } from './settings-file.js';
import type { Settings } from './settings-schema.js';

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
type Value<Name extends OptionName> = NonNullable<Settings[Name]>;

/** Everything that `serve` was told. */
export type ServeSettings = {
  readonly [Name in OptionName]: Name extends keyof typeof defaultSettings
    ? Choice<Value<Name>>
    : Choice<Value<Name>> | undefined;
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
  const choices = names.map((name) => [name, choose(name, sources, file)]);
  return { ...Object.fromEntries(choices), keys: chooseKeys(sources, file) } as ServeSettings;
}

function choose(name: OptionName, { flags, variables }: SettingSources, file: Settings): Choice<unknown> | undefined {
  const option = serveOptions[name];
  const flag = flags[flagNameOf(option)];
  if (flag !== undefined) {
    if (typeof flag === 'boolean') return { value: flag, chosenBy: flagsOf(option)[flag ? 0 : 1] ?? option.flag };
    return { value: read(name, flag, option.flag, ' '), chosenBy: option.flag };
  }
  const text = variables[option.variable];
  if (text) return { value: read(name, text, option.variable, '='), chosenBy: option.variable };
  if (file[name] !== undefined) return { value: file[name], chosenBy: SETTINGS_FILE };
  return name in defaultSettings
    ? { value: defaultSettings[name as keyof typeof defaultSettings], chosenBy: 'the default' }
    : undefined;
}

/** Reads the text of a flag or variable, or those of a flag that is repeated, and shows in its refusal how `source` would be written. */
function read(name: OptionName, given: string | readonly string[], source: string, separator: ' ' | '='): JsonValue {
  const option = serveOptions[name];
  if (option.kind === 'list')
    return readList(name, typeof given === 'string' ? splitList(given) : given, source, separator);
  const text = String(given);
  const value = fromText(option, text);
  if (isSetting(name, value)) return value;
  throw refuse(option, text, source, separator);
}

function readList(name: OptionName, texts: readonly string[], source: string, separator: ' ' | '='): JsonValue {
  const wrong = texts.find((text) => !isSetting(name, [text]));
  if (wrong === undefined) return [...texts];
  throw refuse(serveOptions[name], wrong, source, separator);
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function refuse(option: ServeOption, text: string, source: string, separator: ' ' | '='): InputError {
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
