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
import type { Reading } from '../../judge/reading.js';
import type { Evidence, JudgeSettings } from '../../judge/rule.js';
import { behaviourSchema, defaultBehaviour } from '../../service/behaviour.js';
import { petstore } from '../../service/petstore.js';
import type { QuestionId } from '../../service/questions/open-questions.js';
import type { Service } from '../../service/service.js';
import { conforms } from '../../service/validate.js';
import {
  type LearnedChoice,
  type LearnedLatency,
  type LearnedLimit,
  operationAt,
  type Profile,
  type ProfileSource,
  placeOf,
} from '../profile/profile.js';
import { shapeQuestions } from '../stock/record-questions.js';
import { sanitiseChoice } from './allowed-forms.js';
import { confidenceOf, evidenceOf, memberEvidence, withoutQuotes } from './confidence.js';
import { learnRecords } from './learn-records.js';
import { learnResponses } from './learn-responses.js';

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
  };
}

function learnQuestions(evidence: Evidence, service: Service): Profile['questions'] {
  const learned = observe(evidence).map((observation) => {
    const { question } = observation;
    // Of records more is learned than an observation has.
    const records = shapeQuestions[question];
    const seen =
      records === undefined ? observation : observationOf(question, learnRecords(records, evidence, service));
    return [question, learnQuestion(seen, evidence.settings.baseUrl, service)] as const;
  });
  return Object.fromEntries(learned) as Profile['questions'];
}

function learnQuestion(observation: Observation, baseUrl: string, service: Service): LearnedChoice<unknown> {
  const { question, exchanges, sightings } = observation;
  const note = withoutQuotes(observation.note);
  if (observation.choice === undefined) return unseen(question, note, exchanges);
  const { choice, removed } = sanitiseChoice(question, observation.choice, baseUrl, service);
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
