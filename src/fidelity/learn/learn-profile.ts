import type { Transcript } from '../../exchange/transcript.js';
import { groupBy } from '../../json/group-by.js';
import { gatherEvidence, judgeEvidence, redactEvidence, type Verdict } from '../../judge/judge.js';
import { openLedger } from '../../judge/ledger.js';
import {
  type LimitsShown,
  limitsIn,
  limitsShown,
  possiblePlans,
  windowOfLimit,
} from '../../judge/observations/limits.js';
import { type Observation, observationOf, observe } from '../../judge/observations/observe.js';
import { operationsAt } from '../../judge/observations/seen.js';
import type { Reading } from '../../judge/reading.js';
import type { Evidence, JudgeSettings } from '../../judge/rule.js';
import { behaviourSchema, defaultBehaviour } from '../../service/behaviour.js';
import { petstore } from '../../service/petstore.js';
import type { QuestionId } from '../../service/questions/open-questions.js';
import type { Service } from '../../service/service.js';
import { conforms } from '../../service/validate.js';
import { isHeaderLeftOut, whyNotImitated } from '../profile/not-imitated.js';
import {
  LARGEST_SKEW_SECONDS,
  type LearnedChoice,
  type LearnedLatency,
  type LearnedLimit,
  operationAt,
  type Profile,
  type ProfileSource,
  placeOf,
} from '../profile/profile.js';
import { shapeQuestions } from '../stock/record-questions.js';
import { isServedAsSeen, sanitiseChoice } from './allowed-forms.js';
import { confidenceOf, evidenceOf, memberEvidence, withoutQuotes } from './confidence.js';
import { learnRecords } from './learn-records.js';
import { learnResponses } from './learn-responses.js';
import { repeatsRecords } from './texts-of-records.js';

export interface LearningFacts {
  readonly learnedAtMs: number;
  readonly kind: ProfileSource['kind'];
  /** The verdicts on the transcript, if it was judged already. */
  readonly verdicts?: readonly Verdict[];
  /** The evidence of the transcript, if it exists already. */
  readonly evidence?: Evidence;
  readonly service?: Service;
}

export function learnProfile(transcript: Transcript, settings: JudgeSettings, facts: LearningFacts): Profile {
  const { evidence: received = gatherEvidence(transcript, settings), service = received.judged.service } = facts;
  const { verdicts = judgeEvidence(received) } = facts;
  const evidence = redactEvidence(received);
  const stopped = transcript.run?.stopped;
  const copies = evidence.readings.filter(({ isCached, status }) => isCached && status !== 304).length;
  return {
    format: 'petstore-mock-profile',
    version: 1,
    source: {
      baseUrl: settings.baseUrl,
      kind: facts.kind,
      learnedAt: new Date(facts.learnedAtMs).toISOString(),
      level: settings.level ?? null,
      exchanges: evidence.readings.length,
      ...(copies > 0 && { copies }),
      stopped: stopped === undefined ? null : withoutQuotes(stopped, settings.baseUrl),
    },
    questions: learnQuestions(evidence, service),
    limit: learnLimit(evidence),
    responses: learnResponses(evidence, service),
    latency: learnLatency(evidence, service),
    rules: Object.fromEntries(verdicts.map(({ rule, outcome }) => [rule.id, outcome])),
    ...learnOthers(evidence),
  };
}

function learnOthers(evidence: Evidence): Pick<Profile, 'allow' | 'clockAheadSeconds' | 'notImitated'> {
  const allow = learnAllow(evidence);
  const ahead = learnClock(evidence);
  const clockAheadSeconds = isClockOfLimits(evidence) ? ahead : 0;
  const ofGateway = ahead === clockAheadSeconds ? {} : { Date: 'its clock is not that of the limits' };
  const notImitated = { ...listNotImitated(evidence), ...ofGateway };
  return {
    ...(Object.keys(allow).length > 0 && { allow }),
    ...(clockAheadSeconds !== 0 && { clockAheadSeconds }),
    ...(Object.keys(notImitated).length > 0 && { notImitated }),
  };
}

/** Learns which methods a 405 names at each path of the document. */
function learnAllow(evidence: Evidence): Record<string, string> {
  const named = evidence.readings.flatMap((reading) => {
    const value = reading.status === 405 && !reading.isCached ? reading.header('allow') : undefined;
    const [operation] = operationsAt(reading, evidence);
    return value === undefined || operation === undefined ? [] : [{ path: operation.path, value }];
  });
  return Object.fromEntries(
    [...groupBy(named, ({ path }) => path)].flatMap(([path, own]) => {
      const [value = '', ...others] = new Set(own.map((one) => one.value));
      return others.length === 0 && isServedAsSeen(value) ? [[path, value] as const] : [];
    }),
  );
}

/** Gateways, whose clocks differ, and rounding. */
const LEAST_SKEW_SECONDS = 2;

/** Returns how many seconds the clock of the service is ahead of this one; 0 if it is not, or no one clock shows. */
function learnClock({ readings }: Evidence): number {
  const own = readings.filter(({ hasDate, isCached }) => hasDate && !isCached);
  // A date has whole seconds, and is written between request and response.
  const ahead = own.map(({ respondedMs, exchange }) => respondedMs + 500 - (exchange.startedMs + exchange.endedMs) / 2);
  const [least = 0, most = 0] = [Math.min(...ahead), Math.max(...ahead)].map((ms) => ms / 1_000);
  const seconds = Math.round((least + most) / 2);
  const isClear = own.length > 1 && most - least <= LEAST_SKEW_SECONDS && Math.abs(seconds) <= LARGEST_SKEW_SECONDS;
  return isClear && Math.abs(seconds) >= LEAST_SKEW_SECONDS ? seconds : 0;
}

/** Returns whether `Date` and the limits may have one clock: the first window does not end a minute from now by the clock here. */
function isClockOfLimits({ readings }: Evidence): boolean {
  const [first] = readings.filter(({ isAccepted, limits }) => isAccepted && limits !== undefined);
  if (first?.limits === undefined) return true;
  return Math.abs(first.limits.resetSeconds - first.exchange.endedMs / 1_000 - 60) >= LEAST_SKEW_SECONDS;
}

/** Returns what was seen and no fake imitates, with the reasons. */
function listNotImitated({ readings }: Evidence): Record<string, string> {
  const headers = readings.flatMap(({ exchange }) => exchange.response?.headers ?? []);
  const found = headers.flatMap(([name, value]) => {
    if (name.toLowerCase() === 'content-encoding')
      return [[`Content-Encoding: ${value}`, 'the fake encodes no body'] as const];
    const why = isHeaderLeftOut(name.toLowerCase()) ? undefined : whyNotImitated(name.toLowerCase());
    return why === undefined ? [] : [[name, why] as const];
  });
  return Object.fromEntries(found);
}

function learnQuestions(evidence: Evidence, service: Service): Profile['questions'] {
  const repeats = repeatsRecords(evidence.readings);
  const learned = observe(evidence).map((observation) => {
    const { question } = observation;
    // Of records more is learned than an observation has.
    const records = shapeQuestions[question];
    const seen =
      records === undefined ? observation : observationOf(question, learnRecords(records, evidence, service));
    return [question, learnQuestion(seen, repeats)] as const;
  });
  return Object.fromEntries(learned) as Profile['questions'];
}

function learnQuestion(observation: Observation, repeats: (text: string) => boolean): LearnedChoice<unknown> {
  const { question, exchanges, sightings } = observation;
  const note = withoutQuotes(observation.note);
  if (observation.choice === undefined) return unseen(question, note, exchanges);
  const { choice, removed } = sanitiseChoice(question, observation.choice, repeats);
  if (choice === undefined || !conforms(behaviourSchema, { [question]: choice }))
    return unseen(question, NOT_ALLOWED, exchanges);
  const notSeen = [...new Set([...observation.unseen, ...removed])];
  const unknown = { ...observation.unknown, ...Object.fromEntries(removed.map((name) => [name, NOT_ALLOWED])) };
  return {
    choice,
    origin: 'observed',
    confidence: confidenceOf(sightings),
    ...(notSeen.length > 0 && { unseen: notSeen }),
    ...(Object.keys(unknown).length > 0 && { unknown }),
    ...memberEvidence(observation, notSeen),
    note,
    exchanges,
  };
}

const NOT_ALLOWED = 'not an allowed form';

function unseen(question: QuestionId, note: string, exchanges: readonly number[]): LearnedChoice<unknown> {
  return { choice: defaultBehaviour[question], origin: 'default', confidence: 'none', note, exchanges };
}

/** Learns the limits of the key that was used most, and the plan where only one can have them (§8). */
export function learnLimit(evidence: Evidence): LearnedLimit {
  const accounts = openLedger(evidence).map(({ tracks }) => tracks.flatMap(({ entries }) => entries));
  const entries = accounts.reduce((one, other) => (other.length > one.length ? other : one), []);
  const readings = [...entries].sort((a, b) => a.number - b.number);
  const shown = limitsShown(readings);
  const { plan: named } = evidence.settings;
  const possible = possiblePlans(shown, named);
  const windows = new Map(limitsIn(shown).map((limit) => [limit, windowOfLimit(limit, shown, possible)]));
  const of = (window: 'minute' | 'day') =>
    mostFrequent(shown.filter(({ limits }) => windows.get(limits.limit) === window));
  const [plan = null, ...others] = named === 'enterprise' && shown.length > 0 ? [named] : possible;
  return {
    plan: others.length === 0 && shown.length > 0 ? plan : null,
    perMinute: of('minute'),
    perDay: of('day'),
    ...evidenceOf(readings),
  };
}

function mostFrequent(shown: readonly LimitsShown[]): number | null {
  const byLimit = groupBy(shown, ({ limits }) => limits.limit);
  const [most] = [...byLimit].filter(([limit]) => limit > 0).sort(([, one], [, other]) => other.length - one.length);
  return most === undefined ? null : most[0];
}

/** The schema of a profile allows no more. */
const LONGEST_MS = 600_000;

/** Learns how long responses take, by operation. Copies of a cache are left out. */
export function learnLatency({ readings }: Evidence, service: Service = petstore): Profile['latency'] {
  const responded = readings.filter(({ status, isCached }) => status !== undefined && !isCached);
  const byOperation = groupBy(responded, (reading) => operationAt(placeOf(reading)));
  const inOrder = [...Object.keys(service.operations), 'other'].filter((id) => byOperation.has(id));
  return Object.fromEntries(inOrder.map((id) => [id, latencyOf(byOperation.get(id) ?? [])]));
}

function latencyOf(readings: readonly Reading[]): LearnedLatency {
  const lengths = readings.map(({ exchange }) => exchange.endedMs - exchange.startedMs).sort((a, b) => a - b);
  // Of an even number the lower one in the middle: one that was seen.
  const median = Math.min(Math.max(lengths[Math.ceil(lengths.length / 2) - 1] ?? 0, 0), LONGEST_MS);
  return { count: lengths.length, median: Math.round(median * 10) / 10, ...evidenceOf(readings) };
}
