/**
 * Writes the generated pages and tables of docs/ and README.md.
 * `--check` writes nothing: it names every file that is stale and exits with 1.
 */

import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { scenarios } from '../mocks/steering/scenario-names.js';
import type { CommandSpec, Option } from '../src/cli/options.js';
import { commands } from '../src/cli/program.js';
import { mannersRules } from '../src/judge/manners/manners.js';
import type { Rule } from '../src/judge/rule.js';
import { rules } from '../src/judge/rules/index.js';
import type { Behaviour } from '../src/service/behaviour.js';
import { type ErrorSituation, errorCatalogue, errorSituations, situationTitles } from '../src/service/errors.js';
import { operations } from '../src/service/petstore.js';
import { plans } from '../src/service/plans.js';
import type { Observable } from '../src/service/questions/choices.js';
import { openQuestions, questionIds } from '../src/service/questions/open-questions.js';
import { headingOf, sections } from '../src/service/sections.js';
import { type StatementId, statementIds, statements } from '../src/service/statements.js';
import { measureBundles } from './bundle-sizes.js';
import { headline } from './headline.js';
import { fill } from './marked-block.js';
import { unverifiable } from './unverifiable.js';

const { values: flags } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const root = new URL('../', import.meta.url);
const noticeOn = (source: string) =>
  `<!-- Made by scripts/write-docs.ts: change the data in ${source}, then run \`npm run docs\`. -->`;
const notice = noticeOn('src/service or src/judge');

const code = (text: string | number) => `\`${text}\``;
/** JSON on one line, with spaces: without them, a cell cannot break it. */
const spacedJson = (value: unknown) => JSON.stringify(value, null, 1).replaceAll(/\n */g, ' ');
const mark = (section: string) => (section === '–' ? section : `§${section}`);

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(columns), `|${'---|'.repeat(columns.length)}`, ...rows.map(line)].join('\n');
}

const example = {
  'retry-after-format': 'http-date',
  'ban-threshold': 'never',
  'enterprise-limits': { perMinute: 5_000, perDay: 1_000_000 },
} as const satisfies Partial<Behaviour>;
const exampleJson = JSON.stringify(example, null, 2);

const observers: Record<Observable, string> = {
  passive: 'any response shows it',
  write: 'a run at level write can observe it',
  exhaust: 'a run at level exhaust can observe it',
  never: 'no run can observe it, or only with harm',
};

function openQuestionsPage(): string {
  const rows = questionIds.map((id) => {
    const { section, question, choices, observable, default: response } = openQuestions[id];
    return [code(id), mark(section), question, choices, code(spacedJson(response)), code(observable)];
  });
  const errors = Object.entries(errorCatalogue).map(([name, { status, title }]) => [code(name), String(status), title]);
  const situations = Object.entries(errorSituations).map(([name, codes]) => [
    code(name),
    codes.map(code).join(', '),
    situationTitles[name as ErrorSituation],
  ]);
  return `${notice}

# What the document leaves open, and what the fake does

The fake makes a choice for each of these questions; none of the choices is a promise of the service.
A **behaviour** is an object with choices by id. Questions it omits keep their default.

## Setting a behaviour

In a file, say \`behaviour.json\`:

\`\`\`json
${exampleJson}
\`\`\`

\`\`\`sh
petstore-mock serve --behaviour behaviour.json
\`\`\`

In code, where the compiler knows the ids and their choices:

\`\`\`ts
import { createPetstore } from 'petstore-mock';

const petstore = createPetstore({
  behaviour: ${exampleJson.replaceAll('\n', '\n  ')},
});
\`\`\`

## The questions

§ is the section of the document; – if none applies. Which runs can observe the choice:

${Object.entries(observers)
  .map(([observable, meaning]) => `- ${code(observable)}: ${meaning}`)
  .join('\n')}

${table(['id', '§', 'question', 'choices', 'default', 'observable'], rows)}

## The error codes

The document shows no code. These are the names that \`error-codes\` can map to others, and \`error-messages\` to texts:

${table(['code', 'status', 'condition'], errors)}

Many errors share a code. If a deployment distinguishes them, both questions also accept these situations:

${table(['situation', 'codes', 'condition'], situations)}

A text for a situation takes precedence, then one for the code, then the fake's own. Credentials that are not a bearer token count as a wrong key if \`key-not-bearer\` has no text. In a text \`{petId}\` stands for the requested id. Errors that a fault or a \`Prefer\` header forces belong to no situation.

\`\`\`json
{
  "error-codes": { "unauthorized": "AUTH_INVALID", "key-missing": "AUTH_REQUIRED" },
  "error-messages": {
    "not_found": "Not found",
    "pet-unknown": "No pet {petId}"
  }
}
\`\`\`
`;
}

function statementsPage(): string {
  const groups = [...sections].flatMap(([heading, title]) => {
    const ids = statementIds.filter((id) => headingOf(statements[id].section) === heading);
    const rows = ids.map((id) => [
      code(id),
      mark(statements[id].section),
      statements[id].party,
      statements[id].sentence,
    ]);
    return rows.length === 0 ? [] : [`## §${heading} ${title}\n\n${table(['id', '§', 'party', 'sentence'], rows)}`];
  });
  return `${notice}

# What the document promises

Every promise of the document, word for word, with the permanent id by which rules and reports quote it.
The party is who has to keep it. A row of a table reads \`Column: cell; Column: cell\`.

${groups.join('\n\n')}
`;
}

const classes: Record<Rule['class'], string> = {
  passive: 'any response shows it',
  read: 'a check at level read shows it',
  write: 'a check at level write shows it',
  exhaust: 'a check at level exhaust shows it',
};

function rulesPage(): string {
  const groups = [...sections].flatMap(([heading, title]) => {
    const own = rules.filter((rule) => headingOf(statements[rule.statements[0] as StatementId].section) === heading);
    const rows = own.map((rule) => [
      code(rule.id),
      rule.title,
      rule.class,
      rule.severity,
      rule.statements.map((id) => `[${code(id)}](statements.md)`).join(', '),
    ]);
    if (rows.length === 0) return [];
    return [
      `## §${heading} ${title}\n\n${table(['rule', 'a conformant service', 'class', 'severity', 'rests on'], rows)}`,
    ];
  });
  const hidden = Object.entries(unverifiable).map(([id, reason]) => [code(id), reason]);
  return `${notice}

# The rules of the contract suite

Every rule that a check judges, by the section of the document that it rests on. Ids are permanent.

The class is the level from which a check can judge the rule:

${Object.entries(classes)
  .map(([name, meaning]) => `- ${code(name)}: ${meaning}`)
  .join('\n')}

The severity is \`documented\` if the document states the rule, and \`implied\` if the rule follows from it.

${groups.join('\n\n')}

## What no request can show

${table(['statement', 'why'], hidden)}
`;
}

function mannersPage(): string {
  const rows = mannersRules.map((rule) => [
    code(rule.id),
    mark(statements[rule.statements[0] as StatementId].section),
    rule.title,
    rule.severity,
    rule.statements.map((id) => `[${code(id)}](statements.md)`).join(', '),
  ]);
  return `${notice}

# Manners

What the document asks of clients, as \`manners(transcript)\` judges it: over the journal of a fake, a recording, or a run of the suite. Ids are permanent.

${table(['rule', '§', 'a well-mannered client', 'severity', 'rests on'], rows)}

The severity is \`documented\` if the document states the rule, and \`implied\` if the rule follows from it.

A client is not blamed if it may have behaved. The requests of each key are judged by themselves. A request that was under way when a 429 came back, or that followed within a quarter of a second, proves nothing: the response may not have been read yet. While the clock of a fake stands still, all requests share one moment: move it, with \`clock.advance('1s')\`, before the request that must not be sent. A loop that retries at once is still detected. In vitest's fixture, the fake knows which responses had arrived when a request was sent, and detects the second retry. Elsewhere it detects the twentieth.
`;
}

function commandLinePage(): string {
  const sections = Object.entries<CommandSpec>(commands).map(
    ([name, { summary, argument, options, notes, examples }]) => {
      const isServe = name === 'serve';
      const rows = Object.entries(options).map(([setting, option]) => optionRow(option, isServe ? setting : undefined));
      const columns = ['option', 'value', 'default', 'variable', ...(isServe ? ['in the file'] : []), 'effect'];
      return [
        `## petstore-mock ${name}${argument === undefined ? '' : ` ${argument.name}`}`,
        `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
        ...(argument === undefined ? [] : [`\`${argument.name}\`: ${argument.help}.`]),
        ...(rows.length === 0 ? [] : [table(columns, rows)]),
        ...notes,
        `\`\`\`sh\n${examples.map((line) => line.replace(/ {2,}(?=\S)/, '   # ')).join('\n')}\n\`\`\``,
      ].join('\n\n');
    },
  );
  return `${noticeOn('src/cli')}

# Command line

Every command, with its options. \`petstore-mock <command> --help\` prints the same.

A flag wins over its variable, and a variable over the default. \`serve\` also reads \`petstore-mock.config.json\` in the working directory, which a variable wins over. An empty variable is ignored.

${sections.join('\n\n')}
`;
}

function optionRow(option: Option<unknown>, setting: string | undefined): string[] {
  const { flag, help, form, placeholder, defaultText = '', variable, isNegatable, isRepeatable } = option;
  const value = placeholder === undefined ? '' : `${form}${isRepeatable ? '; repeatable' : ''}`;
  const inFile = setting === 'handlers' ? '' : code(setting ?? '');
  return [
    code(isNegatable ? flag.replace('--', '--[no-]') : flag),
    value,
    defaultText,
    variable === undefined ? '' : code(variable),
    ...(setting === undefined ? [] : [inFile]),
    help,
  ];
}

function operationsTable(): string {
  const rows = Object.values(operations).map(({ id, method, path, section, stability, deprecated, responses }) => [
    code(id),
    code(`${method} ${path}`),
    mark(section),
    deprecated ? 'deprecated' : stability,
    Object.keys(responses).join(', '),
  ]);
  return table(['operation', 'method and path', '§', 'stability', 'statuses'], rows);
}

function plansTable(): string {
  const rows = Object.entries(plans).map(([name, limits]) =>
    limits === 'custom'
      ? [code(name), 'custom', 'custom']
      : [code(name), String(limits.perMinute), String(limits.perDay)],
  );
  return table(['plan', 'requests a minute', 'requests a day'], rows);
}

function scenariosTable(): string {
  return table(
    ['scenario', 'what it brings about'],
    Object.entries(scenarios).map(([name, effect]) => [code(name), effect]),
  );
}

async function bundleSizesTable(): Promise<string> {
  // To two digits: not every line of code is to make the page stale.
  const kilobytes = (bytes: number) => String(Number((bytes / 1000).toPrecision(2)));
  const rows = (await measureBundles()).map(({ code: line, bytes, gzipBytes, parts }) => {
    const heavy = parts.filter(([, size]) => size > bytes / 20).map(([name, size]) => `${name} ${kilobytes(size)}`);
    return [code(line), kilobytes(bytes), kilobytes(gzipBytes), heavy.join(', ')];
  });
  return table(['import', 'kB', 'kB gzipped', 'of which, in kB'], rows);
}

const readOr = async (file: string, otherwise: string) =>
  existsSync(new URL(file, root)) ? await readFile(new URL(file, root), 'utf8') : otherwise;

const wanted: Record<string, string> = {
  'docs/open-questions.md': openQuestionsPage(),
  'docs/statements.md': statementsPage(),
  'docs/contract-rules.md': rulesPage(),
  'docs/manners.md': mannersPage(),
  'docs/command-line.md': commandLinePage(),
};

const readPage = (file: string) => readFile(new URL(file, root), 'utf8');
const numbers = headline({
  scores: await readPage('docs/how-good-is-it.md'),
  performance: await readPage('docs/performance.md'),
});

/** Pages that are written by hand, and the parts of them that are not. */
const tables: Record<string, Record<string, string>> = {
  'README.md': { headline: numbers },
  'docs/service.md': { operations: operationsTable(), plans: plansTable() },
  'docs/library.md': { scenarios: scenariosTable() },
  'docs/frontend-tests.md': { 'bundle-sizes': await bundleSizesTable() },
};
for (const [file, parts] of Object.entries(tables)) {
  const page = await readPage(file);
  wanted[file] = Object.entries(parts).reduce((text, [name, content]) => fill(text, name, content), page);
}

for (const [file, content] of Object.entries(wanted)) {
  if ((await readOr(file, '')) === content) continue;
  if (flags.check) {
    console.error(`${file} is stale. Run: npm run docs`);
    process.exitCode = 1;
  } else {
    await mkdir(new URL('.', new URL(file, root)), { recursive: true });
    await writeFile(new URL(file, root), content);
    console.log(`${file} written`);
  }
}
