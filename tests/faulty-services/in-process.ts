import type { PendingWrite, RestoreLog } from '../../contract-tests/restore/restore-log.js';
import { runSuite } from '../../contract-tests/run-suite.js';
import type { SuiteClock } from '../../contract-tests/sending/clock.js';
import type { OutgoingRequest, Sender } from '../../contract-tests/sending/sender.js';
import type { SuiteOptions } from '../../contract-tests/suite.js';
import type { WireResponse } from '../../src/exchange/exchange.js';
import type { Level, Transcript } from '../../src/exchange/transcript.js';
import { type Evidence, gatherEvidence } from '../../src/judge/evidence.js';
import { judgeEvidence, type Verdict } from '../../src/judge/judge.js';
import type { PlanName } from '../../src/spec/plans.js';
import { GOOD_KEY, type Service } from './service.js';

const ORIGIN = 'https://petstore.test';
const BASE_URL = `${ORIGIN}/v1`;
/** A Saturday, not at the beginning of a minute. */
const START_MS = Date.UTC(2026, 10, 21, 12, 0, 23, 456);

export interface CheckOptions {
  readonly level: Level;
  readonly isExclusive: boolean;
  readonly seed: number;
  readonly plan?: PlanName | undefined;
  /** Default `standard`. */
  readonly depth?: SuiteOptions['depth'];
  readonly isLearning?: boolean;
}

export interface CheckedService {
  readonly verdicts: readonly Verdict[];
  readonly transcript: Transcript;
  /** Pets that the journal still holds open. */
  readonly leftOpen: readonly string[];
  readonly leftBehind: string | undefined;
  readonly evidence: Evidence;
}

/** Runs the suite against a service in this process, in virtual time. */
export async function checkService(service: Service, options: CheckOptions): Promise<CheckedService> {
  const clock = virtualClock();
  const journal = memoryJournal();
  const { transcript, leftBehind } = await runSuite(suiteOptions(service, options), {
    sender: senderTo(service, clock),
    clock,
    restoreLog: journal,
    progress: () => undefined,
    signal: new AbortController().signal,
  });
  const settings = transcript.run;
  if (settings === undefined) throw new Error('The suite made a transcript without the facts of its run.');
  const evidence = gatherEvidence(transcript, settings);
  return { verdicts: judgeEvidence(evidence), transcript, leftOpen: journal.openPets(), leftBehind, evidence };
}

function suiteOptions(
  service: Service,
  { level, isExclusive, seed, plan, depth = 'standard', isLearning = false }: CheckOptions,
): SuiteOptions {
  return {
    baseUrl: BASE_URL,
    messagesUrl: `${ORIGIN}${service.messagesBasePath}`,
    apiKey: GOOD_KEY,
    level,
    depth,
    isLearning,
    seed,
    petId: undefined,
    plan,
    reserve: 0.2,
    maxRequests: undefined,
    maxWaitMs: 75_000,
    isExclusive,
    isFake: isExclusive,
    headers: [],
  };
}

interface VirtualClock extends SuiteClock {
  pass(ms: number): void;
}

function virtualClock(): VirtualClock {
  let nowMs = START_MS;
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return {
    now: () => nowMs,
    pass,
    async wait(ms, signal) {
      if (!signal.aborted) pass(ms);
    },
  };
}

/** The service sees a request when half of the time that an answer takes has passed. */
function senderTo(service: Service, clock: VirtualClock): Sender {
  return {
    async send(request) {
      clock.pass(service.answerMs / 2);
      const answer = rawAnswer(service, request, clock.now());
      clock.pass(service.answerMs / 2);
      return answer;
    },
    async close() {},
  };
}

function rawAnswer(service: Service, request: OutgoingRequest, nowMs: number): WireResponse {
  const { status, headers, body } = service.answer(request, nowMs);
  const bytes = new TextEncoder().encode(body);
  return { httpVersion: '1.1', status, statusText: '', headers, body: bytes, incomplete: undefined };
}

interface MemoryJournal extends RestoreLog {
  openPets(): string[];
}

function memoryJournal(): MemoryJournal {
  const writes = new Map<string, PendingWrite>();
  return {
    openPets: () => [...writes.keys()],
    pending: async (_baseUrl, petId) => writes.get(petId),
    async open(write) {
      const earlier = writes.get(write.petId) ?? { ...write, possible: [] };
      writes.set(write.petId, { ...earlier, possible: [...earlier.possible, ...write.possible] });
    },
    async close(_baseUrl, petId) {
      writes.delete(petId);
    },
    restoreCommand: 'petstore-mock restore',
  };
}
