import { createColors } from 'picocolors';
import type { Transcript } from '../../src/exchange/transcript.js';
import type { ShownResponse } from '../../src/fidelity/compare/comparison.js';
import { oneLine } from '../../src/json/quoting.js';
import { quoted, type ReportedRule, type ReportedViolation, waiverNote } from './report.js';
import { cut, exchangeLine, type Look, labelled, titled, withLabel, wrap } from './terminal-text.js';

/** For programs that lay texts out themselves. */
export const plainLook: Look = { colors: createColors(false), width: 1_000 };

const LABEL_WIDTH = 8;
/** Other exchanges of a rule that are named. */
const MOST_NUMBERS = 12;

const ONLY_AT_THE_LIMIT =
  'Shown only once the quota is used up: send the requests before these, too (the HAR of --report has all).';

/** Returns what is wrong with a violated rule, in one line, and the evidence, the rule and the document as `details`. */
export function violationText(
  { violations, ...rest }: ReportedRule,
  transcript: Transcript,
  look: Look,
): { readonly problem: string; readonly details: readonly string[] } {
  const { colors, width } = look;
  const rule = { ...rest, violations: violations.filter(({ isWaived }) => !isWaived) };
  const [first, ...others] = rule.violations;
  const note = rule.class === 'exhaust' ? ['', ...wrap(ONLY_AT_THE_LIMIT, width).map(colors.dim), ''] : [];
  const evidence = first === undefined ? [] : evidenceLines(first, others, transcript, look);
  return { problem: oneLine(first?.problem ?? rule.title), details: [...evidence, ...note, ...ruleLines(rule, look)] };
}

function ruleLines(rule: ReportedRule, look: Look): string[] {
  const { colors, width } = look;
  const title = rule.title + (rule.severity === 'implied' ? ' (implied by the document)' : '');
  const titleLines = titled(oneLine(rule.id), oneLine(title), width - LABEL_WIDTH - 2, String);
  const sentences = new Set(rule.violations.map(({ statement }) => quoted(statement)));
  const note = waiverNote(rule);
  return [
    ...withLabel('rule', titleLines, LABEL_WIDTH, colors.dim),
    ...[...sentences].flatMap((sentence) => labelled('document', sentence, { ...look, labelWidth: LABEL_WIDTH })),
    ...(note === undefined ? [] : wrap(oneLine(note), width).map(colors.yellow)),
    ...labelled('repeat', rule.repeat, { ...look, labelWidth: LABEL_WIDTH, width: Number.POSITIVE_INFINITY }),
  ];
}

const MOST_LINES = 2;

export function responseLines(shown: ShownResponse, width: number): string[] {
  const { exchange, request, sent, status, headers = [], body = '' } = shown;
  const got = request === undefined ? '' : `${request} → ${status ?? 'no response'}`;
  const rows = [`#${exchange} ${got}`.trimEnd(), sent === undefined ? '' : `sent ${sent}`, ...headers, body];
  return rows.filter((row) => row !== '').flatMap((row) => wrap(cut(oneLine(row), width * MOST_LINES), width));
}

function evidenceLines(
  { expected, received, pointer, curl, exchange, traceId, related }: ReportedViolation,
  others: readonly ReportedViolation[],
  transcript: Transcript,
  look: Look,
): string[] {
  const see = related.length === 0 ? '' : `; see also ${numbers(related)}`;
  const also = [...new Set(others.map((other) => other.exchange))].filter((number) => number !== exchange);
  const beside = { ...look, labelWidth: LABEL_WIDTH };
  const toCopy = { ...beside, width: Number.POSITIVE_INFINITY };
  return [
    ...labelled('expected', expected, beside),
    ...labelled('received', received, beside),
    ...labelled('at', pointer, beside),
    ...labelled('exchange', exchangeLine(exchange, transcript) + see, beside),
    ...labelled('', also.length > 0 && `and ${numbers(also)}`, beside),
    ...labelled('trace', traceId, beside),
    ...curl.flatMap((command, index) => labelled(index === 0 ? 'try' : 'then', command, toCopy)),
  ];
}

function numbers(exchanges: readonly number[]): string {
  const shown = exchanges.slice(0, MOST_NUMBERS).map((number) => `#${number}`);
  const more = exchanges.length - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${more.toLocaleString('en-GB')} more` : '');
}
