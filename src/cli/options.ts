import { parseDurationMs } from '../../mocks/clock.js';
import type { JsonValue } from '../spec/json.js';
import { InputError } from '../spec/validation/input-error.js';
import { parseTargetUrl } from './target.js';

/** The settings file; it is read from the working directory. */
export const SETTINGS_FILE = 'petstore-mock.config.json';

/** One option of a command. Its help, its parser, its errors and its documentation are all made from it. Created by the builders below. */
export interface Option<Value> {
  readonly flag: string;
  /** Stands behind the flag in the help; undefined for a switch. */
  readonly placeholder: string | undefined;
  readonly help: string;
  readonly choices: readonly string[] | undefined;
  /** What a value must be: the end of “… is not …”. */
  readonly form: string;
  /** A valid value, as text. */
  readonly example: string;
  /** Returns the value of a text; undefined if it is invalid. May throw an InputError that explains more. */
  readonly parse: (text: string, source: string) => unknown;
  /** The type of its value in the settings file. */
  readonly jsonType: 'string' | 'number' | 'boolean';
  readonly default: Value;
  /** The default as the help shows it. */
  readonly defaultText: string | undefined;
  readonly variable: string | undefined;
  /** Its value must never be shown. */
  readonly isSecret: boolean;
  /** Every occurrence adds a value; in its variable commas separate them. */
  readonly isRepeatable: boolean;
  /** A switch with a second flag that turns it off. */
  readonly isNegatable: boolean;
}

/** The options of a command by the names of their values. */
export type OptionTable = Readonly<Record<string, Option<unknown>>>;

export type Values<Table extends OptionTable> = { readonly [Name in keyof Table]: Table[Name]['default'] };

/** The values that the command line gives. */
export type Flags<Table extends OptionTable> = { readonly [Name in keyof Table]?: Values<Table>[Name] | undefined };

interface Facts {
  readonly flag: `--${string}`;
  readonly help: string;
  readonly placeholder?: string;
  readonly example?: string;
  /** The default, as text. */
  readonly default?: string;
  /** What the help says of a default that depends on something else. */
  readonly defaultNote?: string;
  readonly variable?: string;
  readonly isSecret?: true;
}

/** An option without a default may have no value. */
type ValueOf<Value, Given extends Facts> = Given extends { readonly default: string } ? Value : Value | undefined;

interface Kind<Value> {
  readonly form: string;
  readonly placeholder?: string;
  readonly parse: (text: string, source: string) => Value | undefined;
  readonly jsonType?: 'number' | 'boolean';
  readonly choices?: readonly string[];
  readonly isNegatable?: boolean;
}

function optionOf<Value, Given extends Facts>(given: Given, kind: Kind<Value>): Option<ValueOf<Value, Given>> {
  const { flag, help, variable, default: defaultText } = given;
  return {
    flag,
    placeholder: given.placeholder ?? kind.placeholder,
    help,
    choices: kind.choices,
    form: kind.form,
    example: given.example ?? defaultText ?? '',
    parse: kind.parse,
    jsonType: kind.jsonType ?? 'string',
    default: (defaultText === undefined ? undefined : kind.parse(defaultText, flag)) as ValueOf<Value, Given>,
    defaultText: given.defaultNote ?? defaultText,
    variable,
    isSecret: given.isSecret ?? false,
    isRepeatable: false,
    isNegatable: kind.isNegatable ?? false,
  };
}

/** An option whose values a pattern describes, or a function reads. */
export function text<const Given extends Facts, Value extends string = string>(
  given: Given & { readonly form: string; readonly is?: RegExp | ((text: string) => boolean) },
): Option<ValueOf<Value, Given>> {
  const { form, is = () => true } = given;
  const isValid = (value: string) => (typeof is === 'function' ? is(value) : is.test(value));
  const parse = (value: string) => (isValid(value) ? (value as Value) : undefined);
  return optionOf<Value, Given>(given, { form, placeholder: '<text>', parse });
}

/** The name of a file or, with another placeholder, of a folder. */
export function file<const Given extends Facts>(given: Given): Option<ValueOf<string, Given>> {
  const form = `the name of a ${given.placeholder === '<dir>' ? 'folder' : 'file'}`;
  return optionOf<string, Given>(given, { form, placeholder: '<file>', parse: (name) => name });
}

export function integer<const Given extends Facts & { readonly from: number; readonly to: number }>(
  given: Given,
): Option<ValueOf<number, Given>> {
  const { from, to } = given;
  const parse = (digits: string) => {
    const value = /^\d{1,15}$/.test(digits) ? Number(digits) : Number.NaN;
    return value >= from && value <= to ? value : undefined;
  };
  const form = `a whole number from ${from} to ${to}`;
  return optionOf<number, Given>(given, { form, placeholder: '<number>', parse, jsonType: 'number' });
}

/** One of a few names. */
export function choice<const Name extends string, const Given extends Facts>(
  given: Given & { readonly choices: readonly Name[] },
): Option<ValueOf<Name, Given>> {
  const { choices } = given;
  return optionOf<Name, Given>(given, {
    form: choices.length === 1 ? `${choices[0]}` : `one of ${choices.join(', ')}`,
    placeholder: '<name>',
    parse: (name) => choices.find((each) => each === name),
    choices,
  });
}

/** A duration such as `90s`; its value is in milliseconds. */
export function duration<const Given extends Facts & { readonly from?: string; readonly to?: string }>(
  given: Given,
): Option<ValueOf<number, Given>> {
  const { from, to } = given;
  const fromMs = parseDurationMs(from ?? '0s') ?? 0;
  const toMs = to === undefined ? Number.POSITIVE_INFINITY : (parseDurationMs(to) ?? 0);
  const parse = (length: string) => {
    const lengthMs = parseDurationMs(length) ?? Number.NaN;
    return lengthMs >= fromMs && lengthMs <= toMs ? lengthMs : undefined;
  };
  const form = from === undefined ? 'a duration such as 90s, 15m or 2h' : `a duration from ${from} to ${to}`;
  return optionOf<number, Given>(given, { form, placeholder: '<duration>', parse });
}

/** A share such as `20%`; its value is between 0 and 1. */
export function percent<const Given extends Facts & { readonly to: number }>(
  given: Given,
): Option<ValueOf<number, Given>> {
  const parse = (share: string) => {
    const value = Number(/^(\d{1,2})%?$/.exec(share)?.[1] ?? Number.NaN);
    return value <= given.to ? value / 100 : undefined;
  };
  return optionOf<number, Given>(given, { form: `a share from 0% to ${given.to}%`, placeholder: '<percent>', parse });
}

/** The base URL of a service; its value has no slash at its end. */
export function url<const Given extends Facts>(given: Given): Option<ValueOf<string, Given>> {
  return optionOf<string, Given>(given, { form: 'a URL', placeholder: '<url>', parse: parseTargetUrl });
}

/** A switch with two flags, such as `--cors` and `--no-cors`. */
export function toggle<const Given extends Facts>(given: Given): Option<ValueOf<boolean, Given>> {
  const values: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false };
  const parse = (given: string) => values[given];
  const option = optionOf<boolean, Given>(given, {
    form: 'true or false',
    parse,
    jsonType: 'boolean',
    isNegatable: true,
  });
  if (option.default === undefined) return option;
  return { ...option, example: String(!option.default), defaultText: option.default ? 'on' : 'off' };
}

/** A switch that is off unless it is given. */
export function flag(given: Pick<Facts, 'flag' | 'help'>): Option<boolean> {
  return { ...toggle({ ...given, default: 'false' }), defaultText: undefined, isNegatable: false };
}

/** Makes an option repeatable. Its value has every item, in the order given. */
export function list<Item>(item: Option<Item>): Option<readonly NonNullable<Item>[]> {
  return { ...item, default: [], isRepeatable: true };
}

/** An option with a parser of its own, which throws InputErrors. */
export function parsed<Value, const Given extends Facts>(
  given: Given,
  parse: (text: string, source: string) => Value,
): Option<ValueOf<Value, Given>> {
  return optionOf<Value, Given>(given, { form: 'valid', placeholder: '<text>', parse });
}

/** Reads one value of an option. Throws an InputError that shows how `source`, the flag or the variable, would be written. */
export function parseOption(option: Option<unknown>, given: string, source = option.flag): unknown {
  const { example, form, isSecret } = option;
  const remedy = `Try ${source}${source === option.variable ? '=' : ' '}${example}`;
  // An unset variable of a script leaves an empty text; as a folder it would name the working directory.
  if (given.trim() === '') throw new InputError(`Reading ${source}`, 'the value is empty', remedy);
  const value = option.parse(given, source);
  if (value !== undefined) return value;
  throw new InputError(`Reading ${source}`, `${isSecret ? 'the value' : JSON.stringify(given)} is not ${form}`, remedy);
}

/** Reads the value of an option in the settings file; undefined if it is invalid. */
export function parseSetting(option: Option<unknown>, value: JsonValue): unknown {
  if (!option.isRepeatable) return parseMember(option, value);
  const items = Array.isArray(value) ? value.map((item) => parseMember(option, item)) : [undefined];
  return items.includes(undefined) ? undefined : items;
}

function parseMember({ jsonType, parse }: Option<unknown>, value: JsonValue): unknown {
  const isValid = typeof value === jsonType && String(value).trim() !== '';
  return isValid ? parse(String(value), SETTINGS_FILE) : undefined;
}

/** Splits what a variable holds for a repeatable option. */
export function splitList(given: string): string[] {
  const parts = given.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '');
}

interface Sources<Table extends OptionTable> {
  readonly flags: Flags<Table>;
  readonly variables?: Readonly<Record<string, string | undefined>>;
  /** The values of the settings file. */
  readonly settings?: Flags<Table>;
}

/** The value of every option, and what chose it: a flag, a variable, the settings file or `the default`. */
export type Chosen<Table extends OptionTable> = Values<Table> & {
  readonly chosenBy: Readonly<Record<keyof Table, string>>;
};

/** Chooses the value of every option: a flag wins over a variable, a variable over the settings file, and that over the default. Throws an InputError. */
export function chooseValues<Table extends OptionTable>(table: Table, sources: Sources<Table>): Chosen<Table> {
  const chosen = Object.entries(table).map(([name, option]) => [name, chooseValue(name, option, sources)] as const);
  return {
    ...Object.fromEntries(chosen.map(([name, { value }]) => [name, value])),
    chosenBy: Object.fromEntries(chosen.map(([name, { by }]) => [name, by])),
  } as Chosen<Table>;
}

function chooseValue(
  name: string,
  option: Option<unknown>,
  { flags, variables = {}, settings = {} }: Sources<OptionTable>,
): { readonly value: unknown; readonly by: string } {
  const given = flags[name];
  if (given !== undefined) return { value: given, by: given === false ? offFlagOf(option) : option.flag };
  const { variable = '', isRepeatable } = option;
  const text = variables[variable];
  if (text) {
    const value = isRepeatable
      ? splitList(text).map((each) => parseOption(option, each, variable))
      : parseOption(option, text, variable);
    return { value, by: variable };
  }
  if (settings[name] !== undefined) return { value: settings[name], by: SETTINGS_FILE };
  return { value: option.default, by: 'the default' };
}

/** Returns the flag that turns a switch off. */
export function offFlagOf({ flag }: Option<unknown>): string {
  return flag.replace('--', '--no-');
}

/** Describes an option for its help: choices, default and variable included. */
export function describeOption({ help, choices, defaultText, variable, isRepeatable }: Option<unknown>): string {
  const facts = [
    ...(isRepeatable ? ['repeatable'] : []),
    ...(choices !== undefined && choices.length > 1 ? [`choices: ${choices.join(', ')}`] : []),
    ...(defaultText === undefined ? [] : [`default: ${defaultText}`]),
    ...(variable === undefined ? [] : [`env: ${variable}${isRepeatable ? ', comma-separated' : ''}`]),
  ];
  return facts.length === 0 ? help : `${help} (${facts.join('; ')})`;
}
