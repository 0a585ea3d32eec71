import { createHash } from 'node:crypto';
import { curlLine } from '../../src/exchange/curl-line.js';
import type { Exchange, RecordedRequest } from '../../src/exchange/exchange.js';
import type { Transcript } from '../../src/exchange/transcript.js';
import type { Verdict } from '../../src/judge/judge.js';
import type { Observation } from '../../src/judge/observations/observe.js';
import { isOfGateway } from '../../src/judge/outages.js';
import type { Finding, JudgeSettings } from '../../src/judge/rule.js';
import { openQuestions } from '../../src/service/questions/open-questions.js';
import { documentTitle, sections } from '../../src/service/sections.js';
import { type StatementId, statements } from '../../src/service/statements.js';
import { STOPPED } from '../sending/sender.js';
import { traceIdOf } from '../sending/trace.js';
import type { PartialPlan } from '../suite.js';
import { applyWaivers } from '../waivers/apply-waivers.js';
import type { Waiver } from '../waivers/waivers.js';
import {
  type QuotedStatement,
  type Report,
  type ReportedObservation,
  type ReportedOutcome,
  type ReportedRule,
  type ReportedViolation,
  rulesWithOutcome,
  type Summary,
} from './report.js';

export interface ReportParts {
  readonly transcript: Transcript;
  readonly settings: JudgeSettings;
  readonly verdicts: readonly Verdict[];
  readonly decidedIfExclusive: ReadonlySet<string>;
  readonly observations: readonly Observation[];
  readonly waivers: readonly Waiver[];
  readonly failOnInconclusive: boolean;
  /** The version of the suite. */
  readonly version: string;
  /** Rules of later versions do not count; undefined: all do. */
  readonly rulesUpTo: string | undefined;
  readonly failOnStaleWaivers: boolean;
  readonly leftBehind: string | undefined;
  readonly budget: number | undefined;
  readonly partialPlan?: PartialPlan | undefined;
  readonly nowMs: number;
  /** The ids or patterns of the rules that were judged; none: all. */
  readonly chosenRules?: readonly string[];
  /** Returns the command that repeats a violated rule alone. `exchanges`: those that show it. */
  readonly repeat?: (rule: string, exchanges: readonly number[]) => string;
}

export function buildReport(parts: ReportParts): Report {
  const { transcript, settings, observations, budget, version, rulesUpTo = null, partialPlan = null } = parts;
  const { run, exchanges } = transcript;
  const first = exchanges[0];
  const rules = parts.verdicts.map((verdict) => reportRule(verdict, parts));
  return {
    target: {
      baseUrl: settings.baseUrl,
      messagesUrl: settings.messagesUrl ?? null,
      source: run === undefined || budget === undefined ? 'recording' : 'run',
    },
    suite: { version, rulesUpTo },
    document: { title: documentTitle, hash: hashOfDocument() },
    level: settings.level ?? null,
    seed: run?.seed ?? null,
    chosenRules: parts.chosenRules ?? [],
    startedAt: first === undefined ? null : new Date(first.startedMs).toISOString(),
    summary: summarise(rules, parts),
    rules,
    observations: observations.map(reportObservation),
    requests: { sent: exchanges.length, budget: budget ?? null, outages: outagesIn(transcript), partialPlan },
  };
}

/** Changes whenever the text of the document does, as far as rules quote it. */
function hashOfDocument(): string {
  const promises = Object.values(statements).map(({ section, sentence }) => [section, sentence]);
  const text = JSON.stringify([documentTitle, ...sections, ...promises]);
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

function outagesIn({ run, exchanges }: Transcript): number[] {
  const isOutage = ({ response, failure }: Exchange) =>
    isOfGateway(response?.status) || (failure !== undefined && failure !== STOPPED.cause);
  return run === undefined ? [] : exchanges.filter(isOutage).map(({ number }) => number);
}

function quoteStatement(id: string): QuotedStatement {
  const { section, sentence } = statements[id as StatementId];
  return { id, section, sentence };
}

function reportRule(verdict: Verdict, parts: ReportParts): ReportedRule {
  const { rule, outcome, reason, findings, exchanges } = verdict;
  const { applied, isWaived } = applyWaivers(verdict, parts);
  // What fails the check comes first.
  const inOrder = findings.toSorted((one, other) => Number(isWaived(one)) - Number(isWaived(other)));
  const [first] = inOrder;
  return {
    id: rule.id,
    title: rule.title,
    section: quoteStatement(rule.statements[0]).section,
    since: rule.since,
    isCounted: parts.rulesUpTo === undefined || rule.since.localeCompare(parts.rulesUpTo, 'en', NUMERIC) <= 0,
    severity: rule.severity,
    class: rule.class,
    outcome,
    reason: reason ?? null,
    decidedBy: parts.decidedIfExclusive.has(rule.id) ? 'exclusive' : null,
    statements: rule.statements.map(quoteStatement),
    violations: inOrder.map((finding) => ({
      ...reportViolation(finding, rule.statements[0], parts.transcript),
      isWaived: isWaived(finding),
    })),
    repeat: (first && parts.repeat?.(rule.id, [...first.related, first.exchange])) ?? null,
    waivers: applied,
    exchanges,
  };
}

/** 0.10 comes after 0.9. */
const NUMERIC = { numeric: true };

function reportViolation(
  finding: Finding,
  first: string,
  { exchanges }: Transcript,
): Omit<ReportedViolation, 'isWaived'> {
  const { problem, expected, received, pointer, exchange, related } = finding;
  const usual = exchanges[0]?.request.headers;
  const curl = requestsToRepeat(finding, exchanges).map((request) => curlLine(request, undefined, usual));
  const statement = quoteStatement(finding.statement ?? first);
  const shown = exchanges.find(({ number }) => number === exchange);
  const traceId = (shown && traceIdOf(shown.request)) ?? null;
  return { statement, problem, expected, received, pointer: pointer ?? null, exchange, traceId, related, curl };
}

/** Commands per violation: if many writes led to it, the last are shown. */
const MOST_REPEATED = 3;

function requestsToRepeat({ exchange, related }: Finding, exchanges: Transcript['exchanges']): RecordedRequest[] {
  const numbers = [...new Set([...related, exchange])].sort((a, b) => a - b).slice(-MOST_REPEATED);
  const shown = exchanges.filter(({ number }) => numbers.includes(number) || number === exchange);
  if (shown.length === 0) throw new Error(`A finding names exchange ${exchange}, which does not exist.`);
  return shown.map(({ request }) => request);
}

function reportObservation({ question, choice, unseen, note, exchanges }: Observation): ReportedObservation {
  const { section, question: text } = openQuestions[question];
  return { id: question, section, question: text, choice: choice ?? null, unseen, note, exchanges };
}

function summarise(rules: readonly ReportedRule[], parts: ReportParts): Summary {
  const count = (outcome: ReportedOutcome) => rulesWithOutcome(rules, outcome).length;
  const [pass, violation, inconclusive] = [count('pass'), count('violation'), count('inconclusive')];
  const stopped = parts.transcript.run?.stopped ?? null;
  const leftBehind = parts.leftBehind ?? null;
  const staleWaivers = rules.flatMap(({ id, isCounted, waivers }) =>
    waivers
      .filter(({ isStale }) => isCounted && isStale)
      .map(({ operation }) => (operation === null ? id : `${id} (${operation})`)),
  );
  const isInconclusive = parts.failOnInconclusive && inconclusive > 0;
  const isStale = parts.failOnStaleWaivers && staleWaivers.length > 0;
  const failedBy = violation > 0 ? 'violation' : isInconclusive ? 'inconclusive' : isStale ? 'stale waiver' : null;
  const isWhole = stopped === null && leftBehind === null && pass > 0;
  const exitCode = failedBy !== null ? 1 : isWhole ? 0 : 3;
  const [skipped, waived, uncounted] = [count('skipped'), count('waived'), count('uncounted')];
  const counts = { pass, violation, inconclusive, skipped, waived, uncounted };
  return { ...counts, stopped, staleWaivers, leftBehind, failedBy, exitCode };
}
