import type { FromSchema } from 'json-schema-to-ts';
import type { Transcript } from '../../src/exchange/transcript.js';
import { formatChoice } from '../../src/fidelity/profile/questions.js';
import { isJsonObject, type JsonValue } from '../../src/json/json.js';
import { counted, oneLine } from '../../src/json/quoting.js';
import { formatDuration } from '../../src/json/times.js';
import type { Outcome } from '../../src/judge/judge.js';
import { headingOf, sections } from '../../src/service/sections.js';
import type { reportSchema } from './report-schema.js';

/** The result of a check, ready to be printed or saved. Contains no secret. `--json` writes it as JSON. */
export type Report = DeepReadonly<FromSchema<typeof reportSchema>>;

type DeepReadonly<Type> = Type extends object ? { readonly [Name in keyof Type]: DeepReadonly<Type[Name]> } : Type;

export type Summary = Report['summary'];
/** A rule, what became of it, and the evidence. */
export type ReportedRule = Report['rules'][number];
/** What one exchange shows against a rule. */
export type ReportedViolation = ReportedRule['violations'][number];
export type QuotedStatement = ReportedViolation['statement'];
export type ReportedObservation = Report['observations'][number];

export type ReportedOutcome = Outcome | 'waived' | 'uncounted';

/** How an outcome is shown: a sign, its name, and the tone that colours it on a page. In the order of a summary. */
export const outcomeLooks = {
  violation: { sign: '✗', name: 'violated', tone: 'failed' },
  pass: { sign: '✓', name: 'passed', tone: 'ok' },
  waived: { sign: '~', name: 'waived', tone: 'limited' },
  inconclusive: { sign: '?', name: 'inconclusive', tone: 'refused' },
  skipped: { sign: '–', name: 'skipped', tone: 'broken' },
  uncounted: { sign: '+', name: 'new (not counted)', tone: 'broken' },
} as const satisfies Readonly<Record<ReportedOutcome, { sign: string; name: string; tone: string }>>;

const reportedOutcomes = Object.keys(outcomeLooks) as ReportedOutcome[];

/** Returns the outcome of a rule; if waivers that have not expired cover every violation, it is `waived`, and a rule that is too new `uncounted`. */
export function reportedOutcomeOf(rule: Pick<ReportedRule, 'outcome' | 'violations' | 'isCounted'>): ReportedOutcome {
  const { outcome, violations, isCounted } = rule;
  if (!isCounted) return 'uncounted';
  return outcome === 'violation' && violations.every(({ isWaived }) => isWaived) ? 'waived' : outcome;
}

export function rulesWithOutcome(rules: readonly ReportedRule[], outcome: ReportedOutcome): ReportedRule[] {
  return rules.filter((rule) => reportedOutcomeOf(rule) === outcome);
}

/** Returns what is to say about the waivers of a rule, in one line; undefined if nothing is. */
export function waiverNote({ outcome, waivers }: ReportedRule): string | undefined {
  const notes = waivers.flatMap(({ operation, reason, expires, isExpired, isStale }) => {
    const whose = operation === null ? '' : `${operation}: `;
    const why = operation === null && outcome === 'pass' ? 'the rule passed' : 'it covers no violation';
    if (isStale) return `${whose}${why}, so the waiver is no longer needed (${reason})`;
    if (isExpired) return `${whose}the waiver expired on ${expires} (${reason})`;
    return outcome === 'violation' ? `${whose}waived until ${expires}: ${reason}` : [];
  });
  return notes.length === 0 ? undefined : notes.join('; ');
}

/** Returns what a rule showed that is not counted: `new since 0.3, not counted: violated: pet 7 is listed twice`. */
export function uncountedNote({ isCounted, since, outcome, violations, reason }: ReportedRule): string | undefined {
  if (isCounted) return undefined;
  const what = violations[0]?.problem ?? reason;
  return `new since ${since}, not counted: ${outcomeLooks[outcome].name}${what === null ? '' : `: ${what}`}`;
}

export function conclusionOf({ rules, summary }: Pick<Report, 'rules' | 'summary'>): string {
  const { violation, waived, stopped, leftBehind, failedBy, staleWaivers, pass } = summary;
  const also = [...(stopped === null ? [] : ['stopped early']), ...(leftBehind === null ? [] : ['stock not restored'])];
  const rest = also.length === 0 ? '' : `; ${also.join(', ')}`;
  const counts = countsText(rules, summary);
  if (violation > 0) return `Violations found: ${counts}${rest}`;
  if (failedBy === 'inconclusive') return `Failed because rules are inconclusive: ${counts}${rest}`;
  if (failedBy === 'stale waiver')
    return `Failed because waivers cover nothing, remove ${staleWaivers.join(', ')}: ${counts}${rest}`;
  if (pass === 0 && waived === 0)
    return `Nothing could be judged: ${stopped === null ? counts + rest : oneLine(stopped)}`;
  if (stopped !== null) return `Stopped early, no violations so far: ${oneLine(stopped)}; ${counts}`;
  if (leftBehind !== null) return `No violations, but the stock was not restored: ${oneLine(leftBehind)}`;
  return `${waived > 0 ? 'No violations except waived ones' : 'No violations'}: ${counts}`;
}

/** `12 rules passed, 1 violated, 3 inconclusive, 9 skipped (need --level exhaust)`. Outcomes without rules are left out. */
function countsText(rules: readonly ReportedRule[], summary: Summary): string {
  const reasons = rulesWithOutcome(rules, 'skipped').flatMap(({ reason }) => reason ?? []);
  const needs = new Set(reasons.flatMap((reason) => reason.replace(/^needs /, '').split(' and ')));
  const why = needs.size === 0 ? '' : ` (need ${[...needs].join(', ')})`;
  const shown = reportedOutcomes.filter((outcome) => summary[outcome] > 0);
  const texts = shown.map((outcome, index) => {
    const count = index === 0 ? counted(summary[outcome], 'rule') : summary[outcome];
    return `${count} ${outcomeLooks[outcome].name}${outcome === 'skipped' ? why : ''}`;
  });
  return texts.join(', ');
}

export function partialPlanText({ requests: { partialPlan } }: Pick<Report, 'requests'>): string | undefined {
  if (partialPlan === null) return undefined;
  const { sent, planned, maxRequests } = partialPlan;
  return `Sent ${sent} of ${planned} planned requests; --max-requests ${maxRequests} sends all.`;
}

/** `petstore-mock 0.2.0, rules up to 0.2`. */
export function suiteText({ suite: { version, rulesUpTo } }: Pick<Report, 'suite'>): string {
  return `petstore-mock ${version}${rulesUpTo === null ? '' : `, rules up to ${rulesUpTo}`}`;
}

/** `Petstore Inventory Service Specification (sha256 1a2b3c4d5e6f)`. */
export function documentText({ document: { title, hash } }: Pick<Report, 'document'>): string {
  return `${title} (sha256 ${hash})`;
}

/** Returns a line that names the requests at which the service was not reached; undefined if it always was. */
export function outageText({ requests: { outages } }: Pick<Report, 'requests'>): string | undefined {
  return outages.length === 0
    ? undefined
    : `The service was not reached at ${outages.map((one) => `#${one}`).join(', ')}.`;
}

/** Returns when the first request began and the last response ended, in whole milliseconds, 0 without any; `msOf` is the sum of exchanges. */
export function timingOf({ exchanges }: Transcript) {
  const took = new Map(exchanges.map(({ number, startedMs, endedMs }) => [number, endedMs - startedMs]));
  const startMs = Math.round(exchanges[0]?.startedMs ?? 0);
  return {
    startMs,
    endMs: Math.round(exchanges.reduce((latest, { endedMs }) => Math.max(latest, endedMs), startMs)),
    msOf: (numbers: readonly number[]) =>
      Math.round([...new Set(numbers)].reduce((sum, number) => sum + (took.get(number) ?? 0), 0)),
  };
}

/** Returns the time from the first request to the last response: `2.5 s`, `1m 15s`. */
export function durationOf(transcript: Transcript): string {
  if (transcript.exchanges.length === 0) return 'no time';
  const { startMs, endMs } = timingOf(transcript);
  const ms = endMs - startMs;
  return ms < 60_000 ? `${(ms / 1_000).toFixed(1)} s` : formatDuration(ms);
}

/** Returns what was observed for an open question, without members that only have the fake's default. `–` if nothing was. */
export function choiceText({ choice: value, unseen }: Pick<ReportedObservation, 'choice' | 'unseen'>): string {
  const choice = value as JsonValue;
  if (!isJsonObject(choice)) return choice === null ? '–' : oneLine(formatChoice(choice));
  const seen = Object.entries(choice).filter(([name]) => !unseen.includes(name));
  return oneLine(formatChoice(Object.fromEntries(seen)));
}

export type RuleSection = ReturnType<typeof rulesBySection>[number];

/** Groups rules by the sections of the document, in its order. Within a section the order stays. */
export function rulesBySection(rules: readonly ReportedRule[]) {
  return [...sections].flatMap(([number, title]) => {
    const own = rules.filter(({ section }) => headingOf(section) === number);
    return own.length === 0 ? [] : [{ heading: `§${number} ${title.replace(/ \(.*/, '')}`, rules: own }];
  });
}

/** `§8.1 “Every response carries …”`. */
export function quoted({ section, sentence }: QuotedStatement): string {
  return `§${section} “${sentence}”`;
}

/** Returns whether a JSON value looks like the report of a check, of any version. */
export function isReport(value: JsonValue | undefined): boolean {
  return (
    isJsonObject(value) &&
    isJsonObject(value.summary) &&
    ['target', 'rules', 'observations'].every((name) => name in value)
  );
}
