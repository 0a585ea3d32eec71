import type { Transcript } from '../../src/exchange/transcript.js';
import { oneLine } from '../../src/json/quoting.js';
import { type Markup, markup, type Part } from './html/markup.js';
import {
  conclusionOf,
  durationOf,
  outcomeLooks,
  quoted,
  type Report,
  type ReportedOutcome,
  type ReportedRule,
  rulesWithOutcome,
  suiteText,
  uncountedNote,
  waiverNote,
} from './report.js';
import { cut, exchangeLine } from './terminal-text.js';

/** Of a file with 1 MiB, which is all that GitHub shows: other commands of the step may write to it, too. */
const MOST_BYTES = 256 * 1024;
/** A rule that is not violated has a line: a hundred of them fit beside the violations. */
const MOST_BYTES_OF_VIOLATIONS = 128 * 1024;
const LONGEST_TEXT = 400;
const LONGEST_COMMAND = 2_000;

/**
 * Writes the summary of a job of GitHub: blocks of HTML, each in one paragraph of Markdown, so that nothing inside is read as Markdown.
 * What a service sent is code: GitHub makes no links, mentions or emoji of that.
 */
export function jobSummary(report: Report, transcript: Transcript): string {
  const { rules, summary, target } = report;
  const violated = rulesWithOutcome(rules, 'violation').map((rule) => violationBlock(rule, transcript));
  const shown = within(MOST_BYTES_OF_VIOLATIONS, violated);
  const left = violated.length - shown.length;
  const blocks = [
    markup`<h2>${signs[summary.exitCode]} Contract check of ${code(target.baseUrl)}</h2>`,
    markup`<p><b>${code(conclusionOf(report))}</b></p>`,
    countsTable(report, transcript),
    ...shown,
    left > 0 && markup`<p>… and ${left} more violated rules: see the report.</p>`,
    folded('Inconclusive', rulesWithOutcome(rules, 'inconclusive'), ({ reason }) => reason),
    folded('Waivers', rules, waiverNote),
    folded('New rules, not counted', rules, uncountedNote),
  ].filter((block) => block !== false);
  return `${within(MOST_BYTES, blocks).map(paragraph).join('\n\n')}\n\n`;
}

const signs = { 0: '✅', 1: '❌', 3: '⚠️' } as const;

/** An empty line would end the block of HTML, and `##` begins a command in the logs of some CI systems. */
const paragraph = ({ text }: Markup) => oneLine(text).replaceAll('##', '#&#35;');

/** Returns the first blocks that fit. */
function within(most: number, blocks: readonly Markup[]): Markup[] {
  let bytes = 0;
  return blocks.filter((block) => {
    bytes += Buffer.byteLength(paragraph(block)) + 2;
    return bytes <= most;
  });
}

const code = (text: string, most = LONGEST_TEXT) => markup`<code>${cut(oneLine(text), most)}</code>`;

function countsTable({ summary, requests, level, seed, suite }: Report, transcript: Transcript): Markup {
  const outcomes = (Object.keys(outcomeLooks) as ReportedOutcome[]).filter((outcome) => summary[outcome] > 0);
  const facts = {
    ...Object.fromEntries(outcomes.map((outcome) => [outcomeLooks[outcome].name, summary[outcome]])),
    requests: `${requests.sent} in ${durationOf(transcript)}`,
    ...(level !== null && { level }),
    ...(seed !== null && { seed }),
    suite: suiteText({ suite }),
  };
  const [names, values] = [Object.keys(facts), Object.values(facts)];
  return markup`<table><tr>${names.map((name) => markup`<th>${name}</th>`)}</tr><tr>${values.map((value) => markup`<td>${value}</td>`)}</tr></table>`;
}

function violationBlock(rule: ReportedRule, transcript: Transcript): Markup {
  const { id, title, severity, violations, repeat } = rule;
  const open = violations.filter(({ isWaived }) => !isWaived);
  const [first] = open;
  if (first === undefined) return markup`<p>${code(id)}</p>`;
  const { problem, expected, received, pointer, exchange, traceId, statement, curl } = first;
  const more = open.length > 1 && ` and ${open.length - 1} more`;
  const rows: Readonly<Record<string, Part>> = {
    Rule: [code(id), ` ${title}`, severity === 'implied' && ' (implied by the document)'],
    Expected: code(expected),
    Received: [code(received), pointer && [' at ', code(pointer)]],
    Exchange: [code(exchangeLine(exchange, transcript)), more],
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
    : code(command, LONGEST_COMMAND);
}

/** A table of rules, folded; nothing without rules that have something to say. */
function folded(
  title: string,
  rules: readonly ReportedRule[],
  noteOn: (rule: ReportedRule) => string | null | undefined,
): Markup | false {
  const rows = rules.flatMap((rule) => {
    const note = noteOn(rule);
    return note ? [markup`<tr><td>${code(rule.id)}</td><td>${code(note)}</td></tr>`] : [];
  });
  const head = `${title} (${rows.length})`;
  return rows.length > 0 && markup`<details><summary>${head}</summary><table>${rows}</table></details>`;
}
