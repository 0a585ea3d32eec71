import type { Level, Transcript } from '../../src/exchange/transcript.js';
import type { Outcome } from '../../src/judge/judge.js';
import type { Rule } from '../../src/judge/rule.js';
import { isJsonObject, type JsonValue, writeJson } from '../../src/spec/json.js';
import type { QuestionId } from '../../src/spec/open-questions.js';
import { counted, oneLine } from '../../src/spec/quoting.js';
import { headingOf, sections } from '../../src/spec/sections.js';
import type { StatementId } from '../../src/spec/statements.js';
import { formatDuration } from '../../src/spec/times.js';

/** Everything that a check found, ready to be printed, saved or shown. Holds no secret. Its JSON is what `--json` writes. */
export interface Report {
  readonly target: {
    readonly baseUrl: string;
    readonly messagesUrl: string | null;
    /** Whether requests were sent or a recording was judged. */
    readonly source: 'run' | 'recording';
  };
  /** Null for a recording that the suite did not make. */
  readonly level: Level | null;
  readonly seed: number | null;
  /** ISO 8601; null where there is no exchange. */
  readonly startedAt: string | null;
  readonly summary: Summary;
  readonly rules: readonly ReportedRule[];
  readonly observations: readonly ReportedObservation[];
  readonly coverage: ReportedCoverage;
  readonly requests: { readonly sent: number; readonly budget: number | null };
}

export interface Summary {
  readonly pass: number;
  /** Waived ones not counted. */
  readonly violation: number;
  readonly inconclusive: number;
  readonly skipped: number;
  readonly waived: number;
  /** Why the run ended early, in one line. */
  readonly stopped: string | null;
  /** What could not be put back, and the command that does. */
  readonly leftBehind: string | null;
  readonly exitCode: 0 | 1 | 3;
}

export interface QuotedStatement {
  readonly id: StatementId;
  readonly section: string;
  readonly sentence: string;
}

export interface ReportedRule {
  readonly id: string;
  readonly title: string;
  /** Of the first statement. */
  readonly section: string;
  readonly severity: Rule['severity'];
  readonly class: Rule['class'];
  readonly outcome: Outcome;
  readonly reason: string | null;
  readonly statements: readonly QuotedStatement[];
  readonly violations: readonly ReportedViolation[];
  readonly waiver: { readonly reason: string; readonly expires: string; readonly isExpired: boolean } | null;
  readonly exchanges: readonly number[];
}

export interface ReportedViolation {
  /** The promise that was broken. */
  readonly statement: QuotedStatement;
  readonly problem: string;
  readonly expected: string;
  readonly received: string;
  /** JSON pointer into the answer's body. */
  readonly pointer: string | null;
  readonly exchange: number;
  readonly related: readonly number[];
  /** A line for each request that it takes to see it again, in order; the key stands as `$PETSTORE_API_KEY`. */
  readonly curl: readonly string[];
}

export interface ReportedObservation {
  readonly id: QuestionId;
  readonly section: string;
  readonly question: string;
  /** In the form of a behaviour; null where it was not seen. */
  readonly choice: JsonValue;
  /** Members of the choice that were not seen: they have the fake's default. */
  readonly unseen: readonly string[];
  /** What was seen, or why nothing was, in one line. */
  readonly note: string;
  readonly exchanges: readonly number[];
}

export interface ReportedCoverage {
  /** Promises of the service. */
  readonly statements: number;
  /** Of these: judged by a rule in this check. */
  readonly judged: number;
  /** Of these: judged by no rule, since no request can show them. */
  readonly cannotBeShown: number;
  readonly details: readonly {
    readonly statement: QuotedStatement;
    readonly state: 'judged' | 'not-judged' | 'cannot-be-shown';
    readonly rules: readonly string[];
    /** Why no request can show it. */
    readonly reason: string | null;
  }[];
}

/** What a reader is told of a rule: its outcome, or that it is broken and may be. */
export type ReportedOutcome = Outcome | 'waived';

export const reportedOutcomes = [
  'violation',
  'waived',
  'inconclusive',
  'skipped',
  'pass',
] as const satisfies ReportedOutcome[];

/** A violation counts unless a waiver excuses it; an expired one excuses nothing. */
export function reportedOutcomeOf({ outcome, waiver }: Pick<ReportedRule, 'outcome' | 'waiver'>): ReportedOutcome {
  return outcome === 'violation' && waiver?.isExpired === false ? 'waived' : outcome;
}

export function rulesWithOutcome(rules: readonly ReportedRule[], standing: ReportedOutcome): ReportedRule[] {
  return rules.filter((rule) => reportedOutcomeOf(rule) === standing);
}

export const outcomeSigns: Readonly<Record<ReportedOutcome, string>> = {
  pass: '✓',
  violation: '✗',
  waived: '~',
  inconclusive: '?',
  skipped: '–',
};

/** What is to be said of a rule's waiver, in one line; undefined where it has none. */
export function waiverNote({ outcome, waiver }: ReportedRule): string | undefined {
  if (waiver === null) return undefined;
  const { reason, expires, isExpired } = waiver;
  if (outcome === 'pass') return `the waiver is no longer needed: the rule is kept (${reason})`;
  if (isExpired) return `the waiver expired at the end of ${expires} and excuses nothing (${reason})`;
  return outcome === 'violation' ? `waived until ${expires}: ${reason}` : undefined;
}

/** How the check ended, in one line. */
export function conclusionOf({ summary }: Pick<Report, 'summary'>): string {
  const { pass, violation, inconclusive, waived, stopped, leftBehind, exitCode } = summary;
  const also = [
    ...(stopped === null ? [] : ['the run stopped early']),
    ...(leftBehind === null ? [] : ['something was left behind']),
  ];
  const rest = also.length === 0 ? '' : ` (${also.join('; ')})`;
  const others = otherCounts(summary);
  if (violation > 0) return `VIOLATES the document: ${counted(violation, 'rule')}${others}${rest}`;
  if (exitCode === 1) return `FAILS: ${counted(inconclusive, 'rule')} could not be told${rest}`;
  if (pass === 0 && waived === 0) return `NOTHING COULD BE JUDGED${stopped === null ? rest : `: ${oneLine(stopped)}`}`;
  if (stopped !== null) return `STOPPED EARLY, no violation until then: ${oneLine(stopped)}${others}`;
  if (leftBehind !== null) return `LEFT SOMETHING BEHIND, no violation seen: ${oneLine(leftBehind)}`;
  if (waived > 0) return `conforms but for what is waived: ${counted(waived, 'rule')}${others}`;
  return `conforms as far as could be seen${others.replace(/^;/, ':')}`;
}

/** What became of the rules that were not broken. */
function otherCounts({ pass, inconclusive, skipped, waived, violation }: Summary): string {
  const counts = [
    ...(violation > 0 && waived > 0 ? [`${waived} waived`] : []),
    ...(pass > 0 ? [`${counted(pass, 'rule')} kept`] : []),
    ...(inconclusive > 0 ? [`${inconclusive} could not be told`] : []),
    ...(skipped > 0 ? [`${skipped} not run`] : []),
  ];
  return counts.length === 0 ? '' : `; ${counts.join(', ')}`;
}

/** Returns the time from the first request to the last response: `2.5 s`, `1m 15s`. */
export function durationOf({ exchanges }: Transcript): string {
  const [first] = exchanges;
  if (first === undefined) return 'no time';
  const endedMs = exchanges.reduce((latest, one) => Math.max(latest, one.endedMs), first.endedMs);
  const ms = endedMs - first.startedMs;
  return ms < 60_000 ? `${(ms / 1_000).toFixed(1)} s` : formatDuration(ms);
}

/** Returns what was observed for an open question, without members that only have the fake's default. `–` if nothing was. */
export function choiceText({ choice, unseen }: Pick<ReportedObservation, 'choice' | 'unseen'>): string {
  if (choice === null) return '–';
  if (typeof choice === 'string') return oneLine(choice);
  if (!isJsonObject(choice)) return oneLine(writeJson(choice));
  const seen = Object.entries(choice).filter(([name]) => !unseen.includes(name));
  return oneLine(writeJson(Object.fromEntries(seen)));
}

export interface RuleSection {
  /** `§8 Limits`. */
  readonly heading: string;
  readonly rules: readonly ReportedRule[];
}

/** Puts rules under the headings of the document, in its order; inside a section the catalogue's order stays. */
export function rulesBySection(rules: readonly ReportedRule[]): RuleSection[] {
  return [...sections].flatMap(([number, title]) => {
    const own = rules.filter(({ section }) => headingOf(section) === number);
    return own.length === 0 ? [] : [{ heading: `§${number} ${title.replace(/ \(.*/, '')}`, rules: own }];
  });
}

/** Returns the promises that a rule's violations break, each once. */
export function violatedStatements({ violations }: Pick<ReportedRule, 'violations'>): QuotedStatement[] {
  return [...new Map(violations.map(({ statement }) => [statement.id, statement])).values()];
}

/** Returns the violations of a rule without those that tell the same again: the same problem, seen with the same request. */
export function distinctViolations(violations: readonly ReportedViolation[]): ReportedViolation[] {
  const seen = new Set<string>();
  return violations.filter(({ problem, expected, received, curl }) => {
    const told = JSON.stringify([problem, expected, received, curl.at(-1)]);
    const isNew = !seen.has(told);
    seen.add(told);
    return isNew;
  });
}

/** Returns whether a JSON value looks like the report of a check, of whatever version. */
export function isReport(value: JsonValue | undefined): boolean {
  return (
    isJsonObject(value) && isJsonObject(value.summary) && ['target', 'rules', 'coverage'].every((name) => name in value)
  );
}
