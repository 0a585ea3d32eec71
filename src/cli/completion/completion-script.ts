import { quote } from '../../spec/quoting.js';
import { InputError } from '../../spec/validation/input-error.js';
import type { CommandSpec } from '../command.js';
import { type Option, offFlagOf } from '../options.js';
import { commands, shells } from '../program.js';

type Shell = (typeof shells)[number];

/** What a shell offers behind a flag or a command: these words, or names of files or folders. */
interface Offer {
  readonly words: readonly string[];
  readonly names: 'files' | 'folders' | undefined;
}

interface CompletedFlag {
  readonly flag: string;
  readonly help: string;
  readonly isRepeatable: boolean;
  /** Of its value; undefined for a switch. */
  readonly offer: Offer | undefined;
}

interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly CompletedFlag[];
  /** Of what stands behind the command. */
  readonly offer: Offer;
}

/** Returns the completion script for a shell, made from the commands and their options: it cannot offer what does not exist. Throws an InputError. */
export function completionScript(name: string | undefined): string {
  const shell = requireShell(name);
  const completed = Object.entries<CommandSpec>(commands).map(([name, spec]) => completedCommand(name, spec));
  const help = { words: completed.map(({ name }) => name), names: undefined };
  const all = [...completed, { name: 'help', summary: 'print the help of a command', flags: [], offer: help }];
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](all);
}

function requireShell(name: string | undefined): Shell {
  const shell = shells.find((each) => each === name);
  if (shell !== undefined) return shell;
  const problem = name === undefined ? 'the shell is missing' : `there is no script for ${quote(name)}`;
  throw new InputError('Printing a completion script', problem, `Try petstore-mock completion ${shells.join(', or ')}`);
}

const nothing: Offer = { words: [], names: undefined };
const helpFlag: CompletedFlag = { flag: '--help', help: 'print this help', isRepeatable: false, offer: undefined };

function completedCommand(name: string, { summary, argument, options }: CommandSpec): CompletedCommand {
  const flags = [...Object.values(options).flatMap(completedFlags), helpFlag];
  return { name, summary, flags, offer: { ...nothing, ...argument?.offers } };
}

function completedFlags(option: Option<unknown>): CompletedFlag[] {
  const { flag, help, placeholder, choices, isRepeatable, isNegatable } = option;
  const names = placeholder?.includes('dir>')
    ? 'folders'
    : /file|\.har|\.json/.test(placeholder ?? '')
      ? 'files'
      : undefined;
  const offer = placeholder === undefined ? undefined : ({ words: choices ?? [], names } as const);
  const main = { flag, help, isRepeatable, offer };
  return isNegatable ? [main, { ...main, flag: offFlagOf(option), help: `not: ${help}` }] : [main];
}

/** Quotes a text for bash and zsh. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function bashScript(commands: readonly CompletedCommand[]): string {
  const values = commands.flatMap(({ name, flags }) =>
    flags.flatMap(({ flag, offer }) =>
      offer === undefined ? [] : [`    ${quoted(`${name} ${flag}`)}) ${bashOffer(offer)};;`],
    ),
  );
  const rest = commands.map(
    ({ name, flags, offer }) =>
      `    ${name}) flags=${quoted(flags.map(({ flag }) => flag).join(' '))}; ${bashOffer(offer)};;`,
  );
  return `# Completion of petstore-mock for bash. Add to ~/.bashrc: eval "$(petstore-mock completion bash)"
_petstore_mock() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command='' flags='' words='' names='' each
  # bash makes three words of --flag=value.
  if [[ $word == '=' ]]; then word=''; elif [[ $before == '=' ]]; then before="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  for each in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    if [[ $each != -* ]]; then command="$each"; break; fi
  done
  case "$command $before" in
${values.join('\n')}
    *) case "$command" in
${rest.map((line) => `  ${line}`).join('\n')}
      '') words=${quoted(commands.map(({ name }) => name).join(' '))} flags='--help --version';;
    esac;;
  esac
  COMPREPLY=()
  if [[ $word == -* ]]; then words="$flags" names=''; fi
  local IFS=$'\\n'
  case "$names" in
    files) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$word"));;
    folders) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$word"));;
  esac
  IFS=$' \\t\\n'
  COMPREPLY+=($(compgen -W "$words" -- "$word"))
}
complete -F _petstore_mock petstore-mock
`;
}

function bashOffer({ words, names }: Offer): string {
  return `words=${quoted(words.join(' '))} names=${names ?? "''"}`;
}

function zshScript(commands: readonly CompletedCommand[]): string {
  const described = commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`);
  const cases = commands.map(({ name, flags, offer }) => {
    const specs = [...flags.map(zshFlag), quoted(`*:${zshOffer('argument', offer)}`)];
    return `        ${name}) _arguments ${specs.join(' \\\n          ')};;`;
  });
  return `#compdef petstore-mock
# Completion of petstore-mock for zsh. Add to ~/.zshrc, after compinit: eval "$(petstore-mock completion zsh)"
_petstore-mock() {
  local state
  local -a commands
  commands=(
${described.join('\n')}
  )
  _arguments -C '(- *)--help[print this help]' '(- *)--version[print the version]' '1:command:->command' '*::argument:->rest'
  case $state in
    command) _describe command commands;;
    rest)
      case $words[1] in
${cases.join('\n')}
      esac;;
  esac
}
if [[ $funcstack[1] == _petstore-mock ]]; then _petstore-mock "$@"; else compdef _petstore-mock petstore-mock; fi
`;
}

function zshFlag({ flag, help, isRepeatable, offer }: CompletedFlag): string {
  const text = `[${help.replace(/[[\]\\]/g, '\\$&')}]`;
  const many = isRepeatable ? '*' : '';
  return quoted(offer === undefined ? `${many}${flag}${text}` : `${many}${flag}=${text}:${zshOffer('value', offer)}`);
}

function zshOffer(what: string, { words, names }: Offer): string {
  const found = { files: '_files', folders: '_files -/' };
  const offered = words.length > 0 ? `(${words.join(' ')})` : ' ';
  if (names === undefined) return `${what}:${offered}`;
  return words.length === 0 ? `${what}:${found[names]}` : `${what}:{compadd ${words.join(' ')}; ${found[names]}}`;
}

function fishScript(commands: readonly CompletedCommand[]): string {
  const lines = commands.flatMap(({ name, summary, flags, offer }) => {
    const behind = `complete -c petstore-mock -n ${fishQuoted(`__fish_seen_subcommand_from ${name}`)}`;
    return [
      `complete -c petstore-mock -n __fish_use_subcommand -a ${name} -d ${fishQuoted(summary)}`,
      ...(offer.names === undefined && offer.words.length === 0 ? [] : [`${behind} ${fishOffer(offer)}`]),
      ...flags.map(({ flag, help, offer: value }) => {
        const takes = value === undefined ? '' : ` -r ${fishOffer(value)}`;
        return `${behind} -l ${flag.slice(2)}${takes} -d ${fishQuoted(help)}`;
      }),
    ];
  });
  return `# Completion of petstore-mock for fish. Save it: petstore-mock completion fish > ~/.config/fish/completions/petstore-mock.fish
complete -c petstore-mock -f
complete -c petstore-mock -n __fish_use_subcommand -l help -d 'print this help'
complete -c petstore-mock -n __fish_use_subcommand -l version -d 'print the version'
${lines.join('\n')}
`;
}

function fishOffer({ words, names }: Offer): string {
  const found = { files: '-F', folders: "-f -a '(__fish_complete_directories)'" };
  const offered = words.length === 0 ? '' : ` -a ${fishQuoted(words.join(' '))}`;
  return `${names === undefined ? '-f' : found[names]}${offered}`;
}

function fishQuoted(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`;
}
