import { isDeepStrictEqual } from 'node:util';
import type { Fixture } from '../../fixtures/parse-fixture.js';
import { handle } from '../../mocks/handle.js';
import { completeRequest } from '../../mocks/petstore.js';
import { World } from '../../mocks/world.js';
import type { Exchange } from '../../src/exchange/exchange.js';
import type { Level } from '../../src/exchange/transcript.js';
import { compareProfiles } from '../../src/fidelity/compare/compare-profiles.js';
import type { Difference } from '../../src/fidelity/compare/comparison.js';
import { learnProfile } from '../../src/fidelity/learn/learn-profile.js';
import type { Profile } from '../../src/fidelity/profile/profile.js';
import { defaultBehaviour } from '../../src/service/behaviour.js';
import type { PlanName } from '../../src/service/plans.js';
import { type QuestionId, questionIds } from '../../src/service/questions/open-questions.js';
import { checkService } from '../conformant-service/in-process.js';
import { GOOD_KEY, type Service } from '../conformant-service/service.js';
import { problemsOf } from '../faulty-services/score.js';

const BASE_URL = 'https://petstore.test/v1';
const LEARNED_AT_MS = Date.UTC(2026, 10, 21, 13);
/** Before the suite's first request, so that what has ended for the suite has ended for the fake. */
const FAKE_STARTS_MS = Date.UTC(2026, 10, 21, 12);

export interface LearningOptions {
  /** Default `exhaust`. */
  readonly level?: Level;
  /** The plan that the user names. */
  readonly plan?: PlanName | undefined;
  /** Default 11. */
  readonly seed?: number;
  /** When the run begins. */
  readonly startMs?: number;
  /** Default `good-key`. */
  readonly apiKey?: string;
  /** Default true. */
  readonly isExclusive?: boolean;
}

export interface Learned {
  readonly profile: Profile;
  readonly exchanges: ReadonlyMap<number, Exchange>;
  /** Violations, and what was not put back: empty for services that conform. */
  readonly problems: readonly string[];
}

/** Learns from a service in this process, in virtual time. */
export async function learnFrom(
  service: Service,
  { level = 'exhaust', seed = 11, ...more }: LearningOptions = {},
): Promise<Learned> {
  const run = await checkService(service, { isExclusive: true, ...more, level, isFake: true, seed, isLearning: true });
  const { transcript, evidence, verdicts } = run;
  const facts = { learnedAtMs: LEARNED_AT_MS, kind: 'run', verdicts, evidence } as const;
  const profile = learnProfile(transcript, evidence.settings, facts);
  const exchanges = new Map(transcript.exchanges.map((exchange) => [exchange.number, exchange]));
  return { profile, exchanges, problems: [...problemsOf(verdicts), ...run.left] };
}

interface FakeOptions {
  readonly fixture?: Fixture | undefined;
  /** Whether its responses list what they guess. */
  readonly showAssumptions?: boolean;
}

/** Creates the fake that imitates a profile, with the clock of the suite. */
export function fakeOf(profile: Profile, { fixture, showAssumptions = false }: FakeOptions = {}): Service {
  // At the base URL messages carry the rate-limit headers.
  const areElsewhere = profile.questions['messages-rate-limited']?.choice === false;
  const messagesBasePath = areElsewhere ? '/quickstart' : '/v1';
  let machineMs = FAKE_STARTS_MS;
  const options = {
    baseUrl: BASE_URL,
    keys: { [GOOD_KEY]: profile.limit.plan ?? 'free' },
    // As it is read from a file.
    behaviour: areElsewhere ? { 'messages-base-url': `https://petstore.test${messagesBasePath}` } : {},
    profile: JSON.parse(JSON.stringify(profile)),
    fixture,
    showAssumptions,
    latency: true,
    onBug(bug: unknown) {
      throw bug;
    },
  };
  const world = new World(options, { machineMs: () => machineMs });
  let delayMs = 0;
  return {
    messagesBasePath,
    get latencyMs() {
      return delayMs;
    },
    handle({ method, url, headers, body }, nowMs) {
      machineMs = nowMs;
      const { origin, pathname, search } = new URL(url);
      const plain = { method, origin, path: `${pathname}${search}`, headers, ...(body !== undefined && { body }) };
      const given = handle(completeRequest(plain), world);
      ({ delayMs } = given);
      return { status: given.status, headers: Object.entries(given.headers), body: given.body ?? '' };
    },
  };
}

export function differences(left: Profile, right: Profile): readonly Difference[] {
  return compareProfiles({ name: 'left', profile: left }, { name: 'right', profile: right }).differences;
}

export function compareLearned(left: Learned, right: Learned) {
  return compareProfiles({ name: 'left', ...left }, { name: 'right', ...right });
}

/** Returns the choices of a profile for the questions that were observed in another one. */
export function choicesIn(profile: Profile, observedIn = profile): Record<string, unknown> {
  const observed = questionIds.filter((id) => observedIn.questions[id]?.origin === 'observed');
  return Object.fromEntries(observed.map((id) => [id, profile.questions[id]?.choice]));
}

/** Returns the questions that could not be observed, and whether the default stands there instead. */
export function defaultsIn({ questions }: Profile): Record<string, boolean> {
  const unobserved = questionIds.filter((id) => questions[id]?.origin !== 'observed');
  const isDefault = (id: QuestionId) => isDeepStrictEqual(questions[id]?.choice, defaultBehaviour[id]);
  return Object.fromEntries(unobserved.map((id) => [id, isDefault(id)]));
}
