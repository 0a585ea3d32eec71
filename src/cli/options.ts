import { type Command, Option as CommanderOption } from 'commander';
import { parseDurationMs } from '../json/duration.js';
import { InputError } from '../json/input-error.js';
import type { JsonValue } from '../json/json.js';
import type { OnForcedExit } from './process.js';
import { parseTargetUrl } from './target.js';
import type { Confirm } from './terminal.js';

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
  readonly example: string;
  /** Returns the value of a text; undefined if it is invalid. May throw an InputError that explains more. */
  readonly parse: (text: string, source: string) => unknown;
  readonly jsonType: 'string' | 'number' | 'boolean';
  readonly default: Value;
  readonly defaultText: string | undefined;
  readonly variable: string | undefined;
  /** Every occurrence adds a value; in its variable commas separate them. */
  readonly isRepeatable: boolean;
  /** A switch with a second flag that turns it off. */
  readonly isNegatable: boolean;
}

export type OptionTable = Readonly<Record<string, Option<unknown>>>;

export type Values<Table extends OptionTable> = { readonly [Name in keyof Table]: Table[Name]['default'] };

export type Flags<Table extends OptionTable> = { readonly [Name in keyof Table]?: Values<Table>[Name] | undefined };

/** What stands in the help behind `--`, such as `--port <number>`; a switch has no placeholder. */
type Flag = `--${string}`;

interface Facts {
  readonly example?: string;
  readonly default?: string;
  /** What the help says of a default that depends on something else. */
  readonly defaultNote?: string;
}

type ValueOf<Value, Given extends Facts> = Given extends { readonly default: string } ? Value : Value | undefined;

interface Kind<Value> extends Facts {
  readonly form: string;
  readonly parse: (text: string, source: string) => Value | undefined;
  readonly jsonType?: Option<Value>['jsonType'];
  readonly choices?: readonly string[];
}

/** An option with its own parser, which returns undefined for an invalid text or throws an InputError. */
export function parsed<Value, const Given extends Facts>(
  flags: Flag,
  help: string,
  given: Given & Kind<Value>,
): Option<ValueOf<Value, Given>> {
  const { form, parse, choices, jsonType = 'string' } = given;
  const [flag = '', ...placeholder] = flags.split(' ');
  return {
    flag,
    placeholder: placeholder.join(' ') || undefined,
    help,
    choices,
    form,
    example: given.example ?? given.default ?? '',
    parse,
    jsonType,
    default: (given.default === undefined ? undefined : parse(given.default, flag)) as ValueOf<Value, Given>,
    defaultText: given.defaultNote ?? given.default,
    variable: undefined,
    isRepeatable: false,
    isNegatable: false,
  };
}

/** An option whose values a pattern describes, or a function. `form` says what they are. */
export function text<const Given extends Facts & { is: RegExp | ((text: string) => boolean); form: string }>(
  flags: Flag,
  help: string,
  given: Given,
) {
  const { is } = given;
  const isValid = (value: string) => (typeof is === 'function' ? is(value) : is.test(value));
  return parsed(flags, help, { ...given, parse: (value: string) => (isValid(value) ? value : undefined) });
}

export function file<const Given extends Facts>(flags: Flag, help: string, given: Given) {
  const form = `the name of a ${flags.endsWith('<dir>') ? 'folder' : 'file'}`;
  return parsed(flags, help, { ...given, form, parse: (name: string) => name });
}

interface Range<Limit> extends Facts {
  readonly from: Limit;
  readonly to: Limit;
}

export function integer<const Given extends Range<number>>(flags: Flag, help: string, given: Given) {
  const { from, to } = given;
  const parse = (digits: string) => {
    const value = /^\d{1,15}$/.test(digits) ? Number(digits) : Number.NaN;
    return value >= from && value <= to ? value : undefined;
  };
  return parsed(flags, help, { ...given, form: `a whole number from ${from} to ${to}`, parse, jsonType: 'number' });
}

/** A duration such as `90s`; its value is in milliseconds. */
export function duration<const Given extends Range<string>>(flags: Flag, help: string, given: Given) {
  const { from, to } = given;
  const [least = 0, most = 0] = [parseDurationMs(from), parseDurationMs(to)];
  const parse = (length: string) => {
    const value = parseDurationMs(length) ?? Number.NaN;
    return value >= least && value <= most ? value : undefined;
  };
  return parsed(flags, help, { ...given, form: `a duration from ${from} to ${to}`, parse });
}

export function choice<const Name extends string, const Given extends Facts>(
  flags: Flag,
  help: string,
  choices: readonly Name[],
  given: Given,
) {
  const form = choices.length === 1 ? `${choices[0]}` : `one of ${choices.join(', ')}`;
  const parse = (name: string) => choices.find((each) => each === name);
  return parsed(flags, help, { ...given, form, choices, parse });
}

/** The base URL of a service; its value has no slash at its end. */
export function url<const Given extends Facts>(flags: Flag, help: string, given: Given) {
  return parsed(flags, help, { ...given, form: 'a URL', parse: parseTargetUrl });
}

const TRUTHS: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false };

export function toggle<const Given extends Facts>(flags: Flag, help: string, given: Given) {
  const parse = (value: string) => TRUTHS[value];
  const option = parsed(flags, help, { ...given, form: 'true or false', parse, jsonType: 'boolean' });
  if (option.default === undefined) return { ...option, isNegatable: true };
  const defaultText = option.default ? 'on' : 'off';
  return { ...option, isNegatable: true, example: String(!option.default), defaultText };
}

export function flag(flags: Flag, help: string): Option<boolean> {
  return { ...toggle(flags, help, { default: 'false' }), defaultText: undefined, isNegatable: false };
}

/** Makes an option repeatable. Its value has every item, in the order given. */
export function list<Item>(item: Option<Item>): Option<readonly NonNullable<Item>[]> {
  return { ...item, default: [], isRepeatable: true };
}

/** Lets variables set these options too: `PETSTORE_BASE_PATH` sets `--base-path`. */
export function addVariableNames<Table extends OptionTable>(table: Table): Table {
  const entries = Object.entries(table).map(([name, option]) => {
    const variable = `PETSTORE_${option.flag.slice(2).toUpperCase().replaceAll('-', '_')}`;
    return [name, { ...option, variable }];
  });
  return Object.fromEntries(entries);
}

/** Reads one value of an option. Throws an InputError that shows how `source`, the flag or the variable, would be written. */
export function parseOption(option: Option<unknown>, given: string, source = option.flag): unknown {
  const { example, form } = option;
  const remedy = `Try ${source}${source === option.variable ? '=' : ' '}${example}`;
  // An unset variable of a script leaves an empty text; as a folder it would name the working directory.
  if (given.trim() === '') throw new InputError(`Reading ${source}`, 'the value is empty', remedy);
  const value = option.parse(given, source);
  if (value !== undefined) return value;
  throw new InputError(`Reading ${source}`, `${JSON.stringify(given)} is not ${form}`, remedy);
}

/** Reads the value of an option in the settings file; undefined if it is invalid. */
export function parseSetting({ jsonType, parse, isRepeatable }: Option<unknown>, value: JsonValue): unknown {
  const parseOne = (one: JsonValue) =>
    typeof one === jsonType && String(one).trim() !== '' ? parse(String(one), SETTINGS_FILE) : undefined;
  if (!isRepeatable) return parseOne(value);
  const items = Array.isArray(value) ? value.map(parseOne) : [undefined];
  return items.includes(undefined) ? undefined : items;
}

interface Sources<Table extends OptionTable> {
  readonly flags: Flags<Table>;
  readonly variables?: Readonly<Record<string, string | undefined>>;
  readonly settings?: Flags<Table>;
}

/** The value of every option, and what chose it: a flag, a variable, the settings file or `the default`. */
export type Chosen<Table extends OptionTable> = Values<Table> & {
  readonly chosenBy: Readonly<Record<keyof Table, string>>;
};

/** Chooses the value of every option: a flag wins over a variable, a variable over the settings file, and that over the default. Throws an InputError. */
export function chooseValues<Table extends OptionTable>(table: Table, sources: Sources<Table>): Chosen<Table> {
  const { flags, variables = {}, settings = {} } = sources as Sources<OptionTable>;
  const chosen = Object.entries(table).map(([name, option]) => {
    const flag = flags[name];
    const found = [
      [flag, flag === false ? offFlagOf(option) : option.flag],
      // An invalid variable does not matter where a flag is given.
      [flag === undefined ? parseVariable(option, variables) : undefined, option.variable],
      [settings[name], SETTINGS_FILE],
    ].find(([value]) => value !== undefined);
    return [name, found ?? [option.default, 'the default']] as const;
  });
  return {
    ...Object.fromEntries(chosen.map(([name, [value]]) => [name, value])),
    chosenBy: Object.fromEntries(chosen.map(([name, [, by]]) => [name, by])),
  } as Chosen<Table>;
}

/** Reads the variable of an option; undefined if it is not set or empty. Throws an InputError. */
export function parseVariable<Value>(
  option: Option<Value>,
  variables: Readonly<Record<string, string | undefined>>,
): Value | undefined {
  const { variable = '', isRepeatable } = option;
  const text = variables[variable];
  if (!text) return undefined;
  const parts = isRepeatable ? text.split(',').map((part) => part.trim()) : [text];
  const values = parts.filter((part) => part).map((part) => parseOption(option, part, variable));
  return (isRepeatable ? values : values[0]) as Value;
}

export function offFlagOf({ flag }: Option<unknown>): string {
  return flag.replace('--', '--no-');
}

function describeOption({ help, choices, defaultText, variable, isRepeatable }: Option<unknown>): string {
  const facts = [
    ...(isRepeatable ? ['repeatable'] : []),
    ...(choices !== undefined && choices.length > 1 ? [`choices: ${choices.join(', ')}`] : []),
    ...(defaultText === undefined ? [] : [`default: ${defaultText}`]),
    ...(variable === undefined ? [] : [`env: ${variable}${isRepeatable ? ', comma-separated' : ''}`]),
  ];
  return facts.length === 0 ? help : `${help} (${facts.join('; ')})`;
}

/** One command: everything that its help, its parser and its errors need. */
export interface CommandSpec {
  readonly summary: string;
  /** What stands behind its name: `[base-url]`, or `[sides...]` for any number. */
  readonly argument?: {
    readonly name: `[${string}]`;
    readonly help: string;
    readonly default?: string;
  };
  readonly options: OptionTable;
  readonly notes: readonly string[];
  readonly examples: readonly string[];
  /** It works with deployments: it takes no keys as flags, and a bug ends it with 3, since 1 would mean a violation. */
  readonly isSuite?: true;
  /** What to do instead of giving a key as a flag. */
  readonly keyRemedy?: string;
}

type ArgumentOf<Spec> = Spec extends { argument: { name: `[${string}...]` } } ? readonly string[] : string | undefined;

/** What carries out a command. Returns the exit code, or undefined for 0. */
export type Action<Spec extends CommandSpec> = (
  argument: ArgumentOf<Spec>,
  flags: Flags<Spec['options']>,
) => Promise<number | undefined>;

export interface SuiteContext {
  readonly version: string;
  readonly confirm: Confirm;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Registers a report of unfinished writes, for when the process is ended at once. */
  readonly onForcedExit?: OnForcedExit;
  /** Until a response is complete; default 30 s. */
  readonly responseTimeoutMs?: number;
}

export interface SuiteRequest<Table extends OptionTable> extends SuiteContext {
  readonly target: string | undefined;
  readonly flags: Flags<Table>;
}

export function addCommand(
  program: Command,
  name: string,
  spec: CommandSpec,
  columns: () => number,
  act: (argument: unknown, flags: Readonly<Record<string, unknown>>) => Promise<void>,
): void {
  const { summary, argument, options, isSuite, notes, examples } = spec;
  const command = program
    .command(name)
    .description(summary)
    .configureHelp({ optionTerm: termOf(options), minWidthToWrap: 16 });
  if (argument !== undefined) command.argument(argument.name, argument.help, argument.default);
  for (const option of Object.values(options)) {
    for (const each of toCommanderOptions(option)) command.addOption(each);
  }
  if (isSuite) rejectKeyFlags(command, spec.keyRemedy);
  command
    .addHelpText('after', () => notes.map((note) => `\n${command.createHelp().boxWrap(note, columns())}`).join('\n'))
    .addHelpText('after', `\nExamples:\n${examples.map((line) => `  ${line}\n`).join('')}`)
    .action(() => act(command.processedArgs[0], givenFlags(command, options)));
}

function toCommanderOptions(option: Option<unknown>): CommanderOption[] {
  const { flag, placeholder, isRepeatable, isNegatable } = option;
  const main = new CommanderOption(placeholder === undefined ? flag : `${flag} ${placeholder}`, describeOption(option));
  if (placeholder !== undefined) {
    // A value that may be left out: standard output is meant.
    main.preset('-').argParser<unknown>((given, earlier) => {
      const value = parseOption(option, given);
      return isRepeatable ? [...((earlier as readonly unknown[] | undefined) ?? []), value] : value;
    });
  }
  return isNegatable ? [main, new CommanderOption(offFlagOf(option)).hideHelp()] : [main];
}

function givenFlags(command: Command, options: OptionTable): Readonly<Record<string, unknown>> {
  const values = Object.entries(options).flatMap(([name, { flag }]) => {
    const attribute = new CommanderOption(flag).attributeName();
    return command.getOptionValueSource(attribute) === 'cli' ? [[name, command.getOptionValue(attribute)]] : [];
  });
  return Object.fromEntries(values);
}

const KEY_REMEDY = 'Set PETSTORE_API_KEY';

/** Everybody on the machine can read a key on a command line. */
function rejectKeyFlags(command: Command, remedy = KEY_REMEDY): void {
  for (const name of ['api-key', 'key', 'token']) {
    command.addOption(new CommanderOption(`--${name} [key]`).hideHelp()).on(`option:${name}`, () => {
      const problem = 'an API key on the command line is visible to other users of this machine';
      throw new InputError('Reading the command line', problem, remedy);
    });
  }
}

function termOf(options: OptionTable): (option: CommanderOption) => string {
  const negatable = Object.values(options).flatMap(({ isNegatable, flag }) => (isNegatable ? [flag] : []));
  return ({ flags }) => (negatable.includes(flags) ? flags.replace('--', '--[no-]') : flags);
}
