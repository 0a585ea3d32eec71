import type { Suite } from '../../contract-tests/probes/index.js';
import type { PendingWrite, RestoreLog } from '../../contract-tests/restore/restore-log.js';
import { runSuite } from '../../contract-tests/run-suite.js';
import { createRealClock, type SuiteClock } from '../../contract-tests/sending/clock.js';
import { type OutgoingRequest, type Sender, UndiciSender } from '../../contract-tests/sending/sender.js';
import { newTraceHeaders } from '../../contract-tests/sending/trace.js';
import type { Session } from '../../contract-tests/session.js';
import type { SuiteDependencies, SuiteOptions } from '../../contract-tests/suite.js';
import type { WireResponse } from '../../src/exchange/exchange.js';
import type { Transcript } from '../../src/exchange/transcript.js';
import { gatherEvidence, judgeEvidence, type Verdict } from '../../src/judge/judge.js';
import type { Evidence, JudgedService } from '../../src/judge/rule.js';
import { petstoreJudge } from '../../src/judge/rules/index.js';
import { serveService } from './serve-service.js';
import { GOOD_KEY, headerIn, type Service, type ServiceResponse } from './service.js';

const ORIGIN = 'https://petstore.test';
/** A Saturday, not at the beginning of a minute. */
const START_MS = Date.UTC(2026, 10, 21, 12, 0, 23, 456);

export type CheckOptions = Pick<SuiteOptions, 'level' | 'isExclusive' | 'seed'> & {
  /** What the run sends after the first list instead of the probes. */
  readonly instead?: (session: Session) => Promise<void>;
  readonly endsOnceViolated?: boolean;
  /** Another service than that of the document. */
  readonly suite?: Suite;
  readonly judged?: JudgedService;
  /** When the run begins. */
  readonly startMs?: number;
} & Partial<
    Pick<
      SuiteOptions,
      'apiKey' | 'petId' | 'plan' | 'isExhausting' | 'isLearning' | 'isFake' | 'maxRequests' | 'maxTimeMs'
    >
  >;

export interface CheckedService {
  readonly verdicts: readonly Verdict[];
  readonly transcript: Transcript;
  /** What was not put back. */
  readonly left: readonly string[];
  readonly evidence: Evidence;
}

/** How the suite reaches a service. */
interface Reached extends Pick<SuiteDependencies, 'sender' | 'clock' | 'realMs'> {
  readonly origin: string;
}

/** Runs the suite against a service in this process, in virtual time. */
export function checkService(service: Service, options: CheckOptions): Promise<CheckedService> {
  const clock = virtualClock(options.startMs ?? START_MS);
  const sender = senderOf(service, clock);
  const realMs = options.isFake === true ? clock.unmovedMs : clock.now;
  return check(service, options, { origin: ORIGIN, sender, clock, realMs });
}

/** Runs the suite against a service on a port of this machine, in real time. */
export async function checkServed(service: Service, options: CheckOptions): Promise<CheckedService> {
  const { origin, close } = await serveService(service, 0);
  const sender = new UndiciSender({ variables: {} });
  const clock = createRealClock();
  try {
    return await check(service, options, { origin, sender, clock, realMs: clock.now });
  } finally {
    await sender.close();
    await close();
  }
}

async function check(
  service: Service,
  options: CheckOptions,
  { origin, ...reached }: Reached,
): Promise<CheckedService> {
  const restoreLog = memoryRestoreLog();
  const { instead, suite, judged = petstoreJudge, endsOnceViolated, startMs: _start, ...own } = options;
  const dependencies: SuiteDependencies = {
    ...reached,
    restoreLog,
    progress: () => undefined,
    traceHeaders: numberedTraces(),
    signal: new AbortController().signal,
  };
  const { transcript, leftBehind } = await runSuite(suiteOptions(service, origin, own), dependencies, {
    instead,
    judged,
    endsOnceViolated,
    ...(suite && { suite }),
  });
  const settings = transcript.run;
  if (settings === undefined) throw new Error('The suite made a transcript without the facts of its run.');
  const left = [leftBehind, ...restoreLog.entries.keys()].filter((each) => each !== undefined);
  const evidence = gatherEvidence(transcript, { ...settings, judged });
  return { verdicts: judgeEvidence(evidence), transcript, left, evidence };
}

/** Other ids each time, and the same ones in every run. */
export function numberedTraces() {
  let count = 0;
  return () => newTraceHeaders((bytes) => Buffer.from(String(++count).padStart(2 * bytes, '0'), 'hex'));
}

function suiteOptions(service: Service, origin: string, options: CheckOptions): SuiteOptions {
  return {
    baseUrl: `${origin}/v1`,
    messagesUrl: `${origin}${service.messagesBasePath}`,
    apiKey: GOOD_KEY,
    petId: undefined,
    plan: undefined,
    reserve: 0.2,
    maxRequests: undefined,
    maxTimeMs: undefined,
    isFake: false,
    headers: [['User-Agent', 'petstore-mock/0.0.0']],
    ...options,
  };
}

export interface VirtualClock extends SuiteClock {
  pass(ms: number): void;
  /** The time without waits, which only move the clock of a fake. */
  unmovedMs(): number;
}

/** Creates a clock that moves only when somebody waits or lets time pass. */
export function virtualClock(startMs: number): VirtualClock {
  let nowMs = startMs;
  let waitedMs = 0;
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return {
    now: () => nowMs,
    unmovedMs: () => nowMs - waitedMs,
    pass,
    async wait(ms, signal) {
      if (signal.aborted) return;
      waitedMs += ms;
      pass(ms);
    },
  };
}

/** Reuses a connection once it is free, as clients do. The service receives a request after half of its latency. */
function senderOf(service: Service, clock: VirtualClock): Sender {
  const free: number[] = [];
  let connections = 0;
  return {
    async send({ isOnNewConnection, ...request }: OutgoingRequest) {
      const connection = (isOnNewConnection ? undefined : free.pop()) ?? ++connections;
      const received = { ...request, connection };
      clock.pass(service.latencyMs / 2);
      await service.receive?.(received, clock.now());
      const response = wireResponse(service.handle(received, clock.now()));
      clock.pass(service.latencyMs / 2);
      if (!isOnNewConnection) free.push(connection);
      return response;
    },
    close: async () => undefined,
  };
}

/** Returns what a client receives: as many bytes as Content-Length says, if it says so. */
export function wireResponse({ status, headers, body: text, bytes }: ServiceResponse): WireResponse {
  const body = bytes ?? Buffer.from(text);
  const length = Number(headerIn(headers, 'content-length') ?? body.length);
  const isTooLong = length > body.length;
  return {
    httpVersion: '1.1',
    status,
    statusText: '',
    headers,
    body: body.subarray(0, length),
    incomplete: isTooLong ? `its Content-Length is ${length}, and it has ${body.length} bytes` : undefined,
    ...(isTooLong && { isMiscoded: true }),
  };
}

export interface MemoryRestoreLog extends RestoreLog {
  /** By pet. */
  readonly entries: Map<string, PendingWrite>;
}

export function memoryRestoreLog(...open: readonly PendingWrite[]): MemoryRestoreLog {
  const entries = new Map(open.map((entry) => [entry.petId, entry]));
  return {
    entries,
    restoreCommand: 'petstore-mock restore',
    pending: async (_baseUrl, petId) => entries.get(petId),
    async open(write) {
      const earlier = entries.get(write.petId) ?? { ...write, possible: [] };
      entries.set(write.petId, { ...earlier, possible: [...earlier.possible, ...write.possible] });
    },
    async close(_baseUrl, petId) {
      entries.delete(petId);
    },
  };
}
