import type { Exchange } from '../exchange/exchange.js';
import { redactExchange } from '../exchange/redact-exchange.js';
import type { Redactor } from '../exchange/redactor.js';
import { levels, type ReceivedTranscript, type Transcript } from '../exchange/transcript.js';
import { memoize } from '../json/memoize.js';
import { rateLimitHeaderNames } from '../service/rate-limit-headers.js';
import { notOfService } from './in-front.js';
import { isOfAMinute, LONGEST_DAY_MS, limitsOf, MINUTE_MS, SKEW_MS } from './ledger.js';
import { KnownBodies, type ReadBody, type Reading, readExchange } from './reading.js';
import { withDifference } from './request-difference.js';
import { type Evidence, type Finding, type JudgeSettings, type Note, REPRODUCTIONS, type Rule } from './rule.js';
import { hasOtherWriters } from './stock/side-effects.js';

export type Outcome = 'pass' | 'violation' | 'inconclusive' | 'skipped';

/** The result of a rule. */
export interface Verdict {
  readonly rule: Rule;
  readonly outcome: Outcome;
  readonly findings: readonly Finding[];
  /** Problems that another user could have caused, seen too seldom to count as a violation. */
  readonly unconfirmed: readonly Finding[];
  /** Why it is inconclusive or skipped, in one line. */
  readonly reason: string | undefined;
  readonly exchanges: readonly number[];
}

/** What was gathered, and the verdicts on it. */
export interface Judgement {
  readonly evidence: Evidence;
  readonly verdicts: Verdict[];
}

/** Returns one verdict per rule, in the order of the catalogue. Deterministic. */
export function judge(...judged: readonly [Transcript | ReceivedTranscript, JudgeSettings]): Verdict[] {
  return gatherAndJudge(...judged).verdicts;
}

export function gatherAndJudge(transcript: Transcript | ReceivedTranscript, settings: JudgeSettings): Judgement {
  const evidence = gatherEvidence(transcript, settings);
  return { evidence, verdicts: judgeEvidence(evidence) };
}

export function judgeEvidence(evidence: Evidence): Verdict[] {
  return evidence.judged.rules.map((rule) => judgeRule(rule, evidence));
}

/** Returns the ids of the inconclusive rules that are decided if nobody else uses the key or the store. */
export function decidedIfExclusive(evidence: Evidence, verdicts: readonly Verdict[]): ReadonlySet<string> {
  const { settings } = evidence;
  if (settings.isExclusive) return new Set();
  const exclusive: Evidence = { ...evidence, settings: { ...settings, isExclusive: true } };
  const undecided = verdicts.filter(({ outcome }) => outcome === 'inconclusive').map(({ rule }) => rule);
  const isDecided = (rule: Rule) => ['pass', 'violation'].includes(judgeOver(rule, exclusive).outcome);
  return new Set(undecided.filter(isDecided).map(({ id }) => id));
}

/** Returns the verdict of a rule on what was received, in words without secrets. */
export function judgeRule(rule: Rule, evidence: Evidence): Verdict {
  const verdict = judgeOver(rule, evidence);
  const { secrets } = evidence;
  if (secrets === undefined) return verdict;
  return {
    ...verdict,
    findings: verdict.findings.map((finding) => redactFinding(finding, secrets)),
    unconfirmed: verdict.unconfirmed.map((finding) => redactFinding(finding, secrets)),
    reason: verdict.reason && secrets.redactMessage(verdict.reason),
  };
}

type Texts = { readonly [Field in 'problem' | 'expected' | 'received' | 'pointer']: string | undefined };

export function redactFinding<Found extends Texts>(finding: Found, secrets: Redactor): Found {
  const fields = ['problem', 'expected', 'received', 'pointer'] as const;
  const texts = fields.map((field) => [field, finding[field] && secrets.redactMessage(finding[field])]);
  return { ...finding, ...Object.fromEntries(texts) };
}

function judgeOver(rule: Rule, evidence: Evidence): Verdict {
  const notes = [...rule.judge(evidence)];
  const { isExclusive, level } = evidence.settings;
  const passed = notes.flatMap((note) => (note.kind === 'pass' ? note.exchange : []));
  const all = notes.flatMap((note) =>
    note.kind === 'violation' ? [withDifference(note.finding, passed, evidence)] : [],
  );
  const passing = all.filter(({ mayPass }) => mayPass);
  const doubtful = isExclusive ? [] : all.filter(({ isExplainable, mayPass }) => isExplainable && !mayPass);
  // In a recording no value is the suite's own: several writers sometimes set the same values.
  const isRepeated = level !== undefined && timesSeen(doubtful) >= REPRODUCTIONS;
  // Somebody who writes all the time repeats the coincidence that something changes after an update, too.
  const isConfirmed = isRepeated && (rule.class !== 'write' || !hasOtherWriters(evidence));
  const unconfirmed = [...passing, ...(isConfirmed ? [] : doubtful)];
  const findings = all.filter((finding) => !unconfirmed.includes(finding));
  const verdict = { rule, findings, unconfirmed, exchanges: exchangesOf(notes) };
  if (findings.length > 0) return { ...verdict, outcome: 'violation', reason: undefined };
  if (unconfirmed.length > 0) return { ...verdict, outcome: 'inconclusive', reason: describeUnconfirmed(unconfirmed) };
  const doubt = notes.find(({ kind }) => kind === 'suspicious');
  if (doubt?.kind === 'suspicious') return { ...verdict, outcome: 'inconclusive', reason: doubt.why };
  if (notes.some(({ kind }) => kind === 'pass')) {
    const unread = unreadFor(rule, notes, evidence);
    if (unread?.kind === 'unknown') return { ...verdict, outcome: 'inconclusive', reason: unread.why };
    return { ...verdict, outcome: 'pass', reason: undefined };
  }
  const why = notes.find((note) => note.kind === 'inconclusive')?.why;
  if (why !== undefined) return { ...verdict, outcome: 'inconclusive', reason: why };
  const isBeyond = level && rule.class !== 'passive' && levels.indexOf(rule.class) > levels.indexOf(level);
  const needed = [
    ...(isBeyond ? [`--level ${rule.class}`] : []),
    ...(needsMessages(rule, evidence) ? ['--messages-url'] : []),
  ];
  if (needed.length > 0) return { ...verdict, outcome: 'skipped', reason: `needs ${needed.join(' and ')}` };
  return { ...verdict, outcome: 'inconclusive', reason: rule.whyUnexercised?.(evidence) ?? 'no request exercised it' };
}

/** Returns a body that the rule would judge, had memory room for it: what follows from the others is no pass. */
function unreadFor({ operations }: Rule, notes: readonly Note[], evidence: Evidence): ReadBody | undefined {
  const isConcerned = ({ operation, number }: Reading) =>
    (operation !== undefined && operations?.includes(operation.id)) ||
    notes.some((note) => note.kind === 'inconclusive' && note.exchange === number);
  return unreadIn(evidence).find(isConcerned)?.received;
}

function describeUnconfirmed(unconfirmed: readonly Finding[]): string {
  const seen = timesSeen(unconfirmed);
  const times = seen === 1 ? 'once' : `${seen} times`;
  const cause = unconfirmed[0]?.mayPass ? 'an outage that passes' : 'another user of the key or the store';
  return `${unconfirmed[0]?.problem}: seen ${times}; ${cause} could explain it`;
}

/** One response that shows ten changed pets counts once. */
function timesSeen(findings: readonly Finding[]): number {
  return new Set(findings.map(({ exchange }) => exchange)).size;
}

/** A run sends no message without --messages-url. */
function needsMessages({ operations: ids }: Rule, { settings, judged }: Evidence): boolean {
  if (settings.messagesUrl !== undefined || settings.level === undefined) return false;
  return ids?.every((id) => judged.service.operations[id]?.address === 'messages') === true;
}

function exchangesOf(notes: readonly Note[]): number[] {
  const numbers = notes.map((note) => (note.kind === 'violation' ? note.finding.exchange : note.exchange));
  return [...new Set(numbers.filter((number) => number !== undefined))].sort((a, b) => a - b);
}

type JudgedPart = (exchange: Exchange, secrets: Redactor | undefined) => Exchange;

export function gatherEvidence(
  transcript: Transcript | ReceivedTranscript,
  settings: JudgeSettings,
  part?: JudgedPart,
): Evidence {
  const steps = gatherInSteps(transcript, settings, part);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Gathers the same evidence, an exchange at a step: for who has other things to do meanwhile. */
export function* gatherInSteps(
  transcript: Transcript | ReceivedTranscript,
  settings: JudgeSettings,
  part: JudgedPart = (exchange) => exchange,
): Generator<void, Evidence> {
  const secrets = 'secrets' in transcript ? transcript.secrets : undefined;
  const known = new KnownBodies();
  const { judged } = settings;
  const readings: (Reading | undefined)[] = [];
  const others = notOfService(transcript);
  // Where there is no room for all, the newest are read.
  for (const exchange of transcript.exchanges.toReversed()) {
    const failure = others.get(exchange.number);
    const shown = part(exchange, secrets);
    const own = failure === undefined ? shown : { ...shown, response: undefined, failure };
    readings.push(readExchange(own, settings, judged.service, known));
    yield;
  }
  readings.reverse();
  // A path that is spelled unusually may be another one to the service, which need not decode or normalise.
  const found = markCopies(readings.filter((reading) => reading !== undefined)).map((reading) =>
    reading.isUsualPath ? reading : { ...reading, operation: undefined, pathId: undefined },
  );
  return { settings, judged, readings: markUnclearClocks(found, settings), secrets };
}

/** Returns the evidence without secrets, for those who repeat what they read: observers of open questions, and learning. */
export const redactEvidence = memoize((evidence: Evidence): Evidence => {
  const { settings, judged, readings, secrets } = evidence;
  if (secrets === undefined) return evidence;
  const received = readings.map(({ exchange }) => exchange);
  const exchanges = received.map((exchange) => redactExchange(exchange, secrets));
  if (exchanges.every((exchange, index) => exchange === received[index])) return { settings, judged, readings };
  return gatherEvidence({ exchanges, run: undefined }, settings);
});

/** Marks repeated responses of a cache within one second: their `Age` is 0, but they repeat the `Date` of the original. */
function markCopies(readings: readonly Reading[]): Reading[] {
  const originals = new Set<string>();
  return readings.map((reading) => {
    const { exchange, header, isCached } = reading;
    if (isCached || exchange.request.method !== 'GET' || header('age') === undefined) return reading;
    const mark = [exchange.request.url, ...['Date', ...rateLimitHeaderNames].map(header)].join(' ');
    const isCopy = originals.has(mark);
    originals.add(mark);
    return isCopy ? { ...reading, isCached: true } : reading;
  });
}

/** Returns the exchanges whose bodies are not judged, since memory has no room for them. */
const unreadIn = memoize(({ readings }: Evidence): readonly Reading[] =>
  readings.filter(({ received }) => received.kind === 'unknown' && received.isUnread),
);

/** A clock that is set wrong, or in another time zone, differs by hours. A Reset that is further off has another cause. */
const CLOCKS_DIFFER_MS = 2 * LONGEST_DAY_MS;

/** Without `Date`, an impossible Reset may come from a wrong clock of the sender: then the moment of each response is unknown. */
function markUnclearClocks(readings: readonly Reading[], settings: JudgeSettings): readonly Reading[] {
  if (!readings.some((reading) => isOff(reading, settings))) return readings;
  return readings.map((reading) => {
    if (reading.hasDate) return reading;
    const [earliestMs, latestMs] = [reading.earliestMs - CLOCKS_DIFFER_MS, reading.latestMs + CLOCKS_DIFFER_MS];
    return { ...reading, earliestMs, latestMs, isClockUnclear: true };
  });
}

function isOff(reading: Reading, { plan }: JudgeSettings): boolean {
  const limits = limitsOf(reading);
  if (limits === undefined || reading.hasDate || reading.isCached || !reading.isAccepted) return false;
  const aheadMs = limits.resetSeconds * 1000 - reading.respondedMs;
  const mostMs = isOfAMinute(limits.limit, plan) ? MINUTE_MS : LONGEST_DAY_MS;
  return (aheadMs < -SKEW_MS || aheadMs > mostMs + SKEW_MS) && Math.abs(aheadMs) < CLOCKS_DIFFER_MS;
}
