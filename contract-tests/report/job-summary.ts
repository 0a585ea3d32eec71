import type { Transcript } from '../../src/exchange/transcript.js';
import { oneLine } from '../../src/json/quoting.js';
import { type Markup, markup, type Part } from './html/markup.js';
import {
  conclusionOf,
  durationOf,
  quoted,
  type Report,
  type ReportedRule,
  rulesWithOutcome,
  suiteText,
  uncountedNote,
  waiverNote,
} from './report.js';
import { cut, exchangeLine } from './terminal-text.js';

/** GitHub shows no more than 1 MiB, and other commands of the step may add to it. The rest has one short line for each rule. */
const MOST_BYTES_OF_VIOLATIONS = 128 * 1024;
const LONGEST_TEXT = 400;
const LONGEST_COMMAND = 2_000;

const signs = { 0: '✅', 1: '❌', 3: '⚠️' } as const;

/**
 * Writes the summary of a job of GitHub: blocks of HTML, each in one line, so that nothing inside is read as Markdown. What a service
 * sent is code: GitHub makes no links, mentions or emoji of that.
 */
export function jobSummary(report: Report, transcript: Transcript): string {
  const { rules, summary, target, level, seed, requests } = report;
  const facts = [level ?? 'recording', `seed ${seed ?? '–'}`, `${requests.sent} requests`, durationOf(transcript)];
  const violated = rulesWithOutcome(rules, 'violation').map((rule) => lineOf(violationBlock(rule, transcript)));
  let bytes = 0;
  const shown = violated.filter((line) => {
    bytes += Buffer.byteLength(line);
    return bytes <= MOST_BYTES_OF_VIOLATIONS;
  });
  const left = violated.length - shown.length;
  const lines = [
    lineOf(markup`<h2>${signs[summary.exitCode]} Contract check of ${code(target.baseUrl)}</h2>`),
    lineOf(markup`<p><b>${code(conclusionOf(report))}</b></p>`),
    lineOf(markup`<p>${[...facts, suiteText(report)].join(' · ')}</p>`),
    ...shown,
    ...(left > 0 ? [`<p>… and ${left} more violated rules: see the report.</p>`] : []),
    ...folded('Inconclusive', rulesWithOutcome(rules, 'inconclusive'), ({ reason }) => reason),
    ...folded('Waivers', rules, waiverNote),
    ...folded('New rules, not counted', rules, uncountedNote),
  ];
  return lines.map((line) => `${line}\n\n`).join('');
}

/** A line break would end the block of HTML, and `##` begins a command in the logs of some CI systems. */
const lineOf = ({ text }: Markup) => oneLine(text).replaceAll('##', '#&#35;');

const code = (text: string) => markup`<code>${cut(oneLine(text), LONGEST_TEXT)}</code>`;

function violationBlock(rule: ReportedRule, transcript: Transcript): Markup {
  const { id, title, severity, violations, repeat } = rule;
  const open = violations.filter(({ isWaived }) => !isWaived);
  const [first] = open;
  if (first === undefined) return code(id);
  const { problem, expected, received, pointer, exchange, traceId, statement, curl } = first;
  const rows: Readonly<Record<string, Part>> = {
    Rule: [code(id), ` ${title}`, severity === 'implied' && ' (implied by the document)'],
    Expected: code(expected),
    Received: [code(received), pointer && [' at ', code(pointer)]],
    Exchange: [code(exchangeLine(exchange, transcript)), open.length > 1 && ` and ${open.length - 1} more`],
    ...(traceId !== null && { Trace: code(traceId) }),
    Document: quoted(statement),
  };
  const commands = repeat === null ? curl : [...curl, repeat];
  return markup`
    <h3>✗ ${code(problem)}</h3>
    <table>${Object.entries(rows).map(([name, value]) => markup`<tr><th align="left">${name}</th><td>${value}</td></tr>`)}</table>
    ${commands.map((command) => markup`<pre>${commandText(command)}</pre>`)}`;
}

/** A command that is cut would do something else. */
function commandText(command: string): Part {
  return command.length > LONGEST_COMMAND
    ? 'The command is too long: see report.json.'
    : markup`<code>${command}</code>`;
}

/** A table of rules, folded; nothing without rules that have something to say. */
function folded(
  title: string,
  rules: readonly ReportedRule[],
  noteOn: (rule: ReportedRule) => string | null | undefined,
): string[] {
  const notes = rules.map((rule) => [rule.id, noteOn(rule)] as const);
  const rows = notes.flatMap(([id, note]) => (note ? markup`<tr><td>${code(id)}</td><td>${code(note)}</td></tr>` : []));
  const head = `${title} (${rows.length})`;
  return rows.length === 0 ? [] : [lineOf(markup`<details><summary>${head}</summary><table>${rows}</table></details>`)];
}
