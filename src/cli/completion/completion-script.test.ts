import { execFileSync, spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFile, temporaryFolder } from '../../../tests/temporary-file.js';
import { offFlagOf } from '../options.js';
import { commands, shells } from '../program.js';
import { completionScript } from './completion-script.js';

type Shell = (typeof shells)[number];

const IN_BASH = `source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _petstore_mock
for each in "\${COMPREPLY[@]}"; do echo "<$each>"; done`;

const IN_FISH = 'source $argv[1]; for each in (complete -C $argv[2]); echo "<"(string split -- \\t $each)[1]">"; end';

/** Zsh completes in a terminal only. What it adds is printed there. */
const IN_ZSH = `zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "stty -echo; PS1= PS2=; autoload -Uz compinit && compinit -D -u; source \${(q)1}; bindkey '^I' complete-word"
zpty -w shell 'compadd() { local -a found; builtin compadd -O found "$@"; print -rl -- "<"\${^found}">"; }; print REA""DY'
local text
zpty -r -m shell text '*READY*'
zpty -w -n shell "$2"$'\\t'
zpty -w -n shell $'\\C-e\\C-uprint DO''NE\\n'
zpty -r -m shell text '*DONE*'
print -r -- "$text"
zpty -d shell`;

/** Returns what a shell offers at the end of a line. */
async function complete(shell: Shell, line: string): Promise<string[]> {
  const script = await temporaryFile(`petstore-mock.${shell}`, completionScript(shell));
  const cwd = await temporaryFolder();
  const env = { ...process.env, HOME: cwd, XDG_CONFIG_HOME: cwd, XDG_DATA_HOME: cwd };
  const run = (...args: string[]) => execFileSync(shell, args, { cwd, env, timeout: 60_000 }).toString();
  // As bash splits it: = is a word.
  const words = line.split(/ +|(?==)|(?<==)/);
  const printed = {
    bash: () => run('--norc', '-c', IN_BASH, 'bash', script, ...words),
    fish: () => run('--no-config', '-c', IN_FISH, script, line),
    zsh: () => run('-f', '-c', IN_ZSH, 'zsh', script, line),
  }[shell]();
  return [...new Set([...printed.matchAll(/<([^<>]+)>/g)].map(([, word = '']) => word))].sort();
}

const flagsOfServe = Object.values(commands.serve.options).flatMap((option) =>
  option.isNegatable ? [option.flag, offFlagOf(option)] : [option.flag],
);

for (const shell of shells) {
  const isThere = spawnSync(shell, ['-c', 'exit']).status === 0;
  const title = isThere ? shell : `${shell}, which is not installed,`;
  const inShell = test.skipIf(!isThere);

  inShell(`${title} completes commands`, async () => {
    const names = [...Object.keys(commands), 'help'].sort();
    expect((await complete(shell, 'petstore-mock ')).filter((word) => !word.startsWith('-'))).toEqual(names);
    expect(await complete(shell, 'petstore-mock co')).toEqual(['compare', 'completion']);
  });

  inShell(`${title} completes every flag of a command, and no other`, async () => {
    expect(await complete(shell, 'petstore-mock serve --')).toEqual([...flagsOfServe, '--help'].sort());
    const most = ['--max-requests', '--max-time', '--max-wait'];
    expect(await complete(shell, 'petstore-mock check http://a.test/v1 --max-')).toEqual(most);
  });

  inShell(`${title} completes values with fixed choices`, async () => {
    expect(await complete(shell, 'petstore-mock check --level ')).toEqual(['exhaust', 'read', 'write']);
    expect(await complete(shell, 'petstore-mock check --plan b')).toEqual(['business']);
    expect(await complete(shell, 'petstore-mock completion ')).toEqual(['bash', 'fish', 'zsh']);
  });
}

test('bash completes behind an equals sign, and names of files', async () => {
  expect(await complete('bash', 'petstore-mock check --level=wr')).toEqual(['write']);
  expect(await complete('bash', 'petstore-mock compare f')).toEqual(['fake']);
  const file = await temporaryFile('a store.json', '{}');
  expect(await complete('bash', `petstore-mock serve --fixture ${dirname(file)}/`)).toEqual([file]);
});

test('rejects another shell', () => {
  expect(() => completionScript('tcsh')).toThrow(
    'Printing a completion script: there is no script for "tcsh". Try petstore-mock completion bash, or zsh, or fish',
  );
  expect(() => completionScript(undefined)).toThrow('the shell is missing');
});
