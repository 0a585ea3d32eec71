import { createColors } from 'picocolors';
import type { Transcript } from '../../src/exchange/transcript.js';
import type { ShownResponse } from '../../src/fidelity/compare/comparison.js';
import { groupBy } from '../../src/spec/group-by.js';
import { oneLine } from '../../src/spec/quoting.js';
import { alikeViolations, quoted, type ReportedRule, type ReportedViolation, waiverNote } from './report.js';
import { type Colors, columns, cut, exchangeLine, titled, wrap } from './terminal-text.js';

export interface Look {
  readonly colors: Colors;
  /** Columns of the terminal. */
  readonly width: number;
}

/** For programs that lay texts out themselves. */
export const plainLook: Look = { colors: createColors(false), width: 1_000 };

const LABEL_WIDTH = 8;
/** Different violations of one rule that are shown in full. */
const MOST_SHOWN = 3;
/** Requests with the same violation that are shown; of the others only the numbers. */
const MOST_REQUESTS = 3;
const MOST_NUMBERS = 12;

const ONLY_AT_THE_LIMIT =
  'Shown only once the quota is used up: send the requests before these, too (the HAR of --report has all).';

export interface ViolationText {
  /** What is wrong, in one line. */
  readonly problem: string;
  /** The evidence, then the rule and the sentence of the document. */
  readonly details: readonly string[];
}

/** Returns what every text report shows of a violated rule: first what is wrong, last the rule and the document. */
export function violationText(rule: ReportedRule, transcript: Transcript, look: Look): ViolationText {
  const { colors, width } = look;
  const groups = alikeViolations(rule.violations);
  const shown = groups.slice(0, MOST_SHOWN);
  const hidden = groups.slice(MOST_SHOWN).flat();
  const notes = [
    ...(hidden.length === 0 ? [] : [`… and other problems in ${named(hidden)}`]),
    ...(rule.class === 'exhaust' ? [ONLY_AT_THE_LIMIT] : []),
  ];
  const evidence = shown.flatMap((group, index) => {
    const also = index === 0 ? [] : ['', ...evidenceRows({ also: group[0].problem }, look)];
    return [...also, ...evidenceLines(group, transcript, look)];
  });
  return {
    problem: oneLine(shown[0]?.[0].problem ?? rule.title),
    details: [
      ...evidence,
      ...notes.flatMap((note) => ['', ...wrap(note, width).map(colors.dim)]),
      ...(shown.length + notes.length > 1 ? [''] : []),
      ...ruleRows(rule, look),
    ],
  };
}

function ruleRows(rule: ReportedRule, look: Look): string[] {
  const title = rule.title + (rule.severity === 'implied' ? ' (implied by the document)' : '');
  const sentences = [...new Set(rule.violations.map(({ statement }) => quoted(statement)))];
  const note = waiverNote(rule);
  return [
    ...titledRow('rule', rule.id, title, look),
    ...sentences.flatMap((sentence) => evidenceRows({ document: sentence }, look)),
    ...(note === undefined ? [] : wrap(oneLine(note), look.width).map(look.colors.yellow)),
  ];
}

/** Returns a row with a name and a title: beside the name if there is room, else below it. */
function titledRow(label: string, name: string, title: string, look: Look): string[] {
  return columns(label, titled(oneLine(name), oneLine(title), roomBeside(look), String), LABEL_WIDTH, look.colors.dim);
}

function roomBeside({ width }: Look): number {
  return width - LABEL_WIDTH - 2;
}

/** Returns lines with a label for each text that is not empty. */
function evidenceRows(rows: Readonly<Record<string, string>>, look: Look): string[] {
  const shown = Object.entries(rows).filter(([, text]) => text !== '');
  return shown.flatMap(([label, text]) =>
    columns(label, wrap(oneLine(text), roomBeside(look)), LABEL_WIDTH, look.colors.dim),
  );
}

const MOST_LINES = 2;

/** Returns the lines of an exchange that shows a difference: request and status, what was sent, the headers that matter, the body. */
export function responseLines(shown: ShownResponse, width: number): string[] {
  const { exchange, request, sent, status, headers = [], body = '' } = shown;
  const got = request === undefined ? '' : `${request} → ${status ?? 'no response'}`;
  const rows = [`#${exchange} ${got}`.trimEnd(), sent === undefined ? '' : `sent ${sent}`, ...headers, body];
  return rows.filter((row) => row !== '').flatMap((row) => wrap(cut(oneLine(row), width * MOST_LINES), width));
}

type Alike = readonly [ReportedViolation, ...ReportedViolation[]];

function evidenceLines(group: Alike, transcript: Transcript, look: Look): string[] {
  const [{ expected, received, pointer, curl }] = group;
  return [
    ...evidenceRows({ expected, received, at: pointer ?? '' }, look),
    ...columns('exchange', exchangeLines(group, transcript, look), LABEL_WIDTH, look.colors.dim),
    // A command is not wrapped, so that it can be copied.
    ...curl.flatMap((command, index) =>
      columns(index === 0 ? 'try' : 'then', [oneLine(command)], LABEL_WIDTH, look.colors.dim),
    ),
  ];
}

/** The first exchange that shows a violation, others with another request, and the numbers of the rest. */
function exchangeLines(group: Alike, transcript: Transcript, look: Look): string[] {
  const lineOf = ({ exchange }: ReportedViolation) => exchangeLine(exchange, transcript);
  const byRequest = groupBy(group, (one) => lineOf(one).replace(/^#\d+/, ''));
  const shown = [...byRequest.values()].slice(0, MOST_REQUESTS).map(([one]) => one);
  const hidden = group.filter(({ exchange }) => !shown.some((one) => one.exchange === exchange));
  const lines = shown.map((one, index) => {
    const see = index > 0 || one.related.length === 0 ? '' : `; see also ${numbers(one.related)}`;
    return lineOf(one) + see;
  });
  const all = hidden.length === 0 ? lines : [...lines, `and ${named(hidden)}`];
  return all.flatMap((line) => wrap(oneLine(line), roomBeside(look)));
}

function named(violations: readonly ReportedViolation[]): string {
  const exchanges = [...new Set(violations.map(({ exchange }) => exchange))];
  const more = exchanges.length - MOST_NUMBERS;
  return numbers(exchanges.slice(0, MOST_NUMBERS)) + (more > 0 ? ` and ${more.toLocaleString('en-GB')} more` : '');
}

function numbers(exchanges: readonly number[]): string {
  return exchanges.map((number) => `#${number}`).join(', ');
}
