import type { Exchange, RawExchange } from '../exchange/exchange.js';
import { createRedactor } from '../exchange/redactor.js';
import { writeHar } from '../exchange/write-har.js';
import type { Verdict } from '../judge/judge.js';
import { counted, oneLine } from '../spec/quoting.js';
import { checkedFields, InputError } from '../spec/validation/input-error.js';
import { checkObserveOptions, type ObserveOptions } from './observe-options.js';
import { type SentRequest, trackPendingResponses } from './pending-responses.js';
import { TrafficJudge } from './traffic-judge.js';
import { checkExceptions, formatViolations, type Violation, violationsIn } from './violations.js';

/** A real service, observed while an application uses it. Is a transcript: `expect(observed).toBeWellMannered()`. */
export interface ObservedService {
  readonly baseUrl: string;
  readonly messagesUrl: string;
  /** What passed, without secrets: the newest, whose answers are complete. */
  readonly exchanges: readonly Exchange[];
  /** How many older exchanges were forgotten. */
  readonly dropped: number;
  /** No run of the suite made it. */
  readonly run: undefined;
  /** One verdict for each rule of the suite. */
  findings(): readonly Verdict[];
  /** What the service broke. */
  violations(): readonly Violation[];
  /** Whether the application did as the document asks of clients. */
  manners(): readonly Verdict[];
  /** Resolves when the answer to every request is complete. Rejects with an InputError that names those that are not after `settleTimeoutMs`. */
  settled(): Promise<void>;
  /**
   * Waits for answers that are under way, and rejects with an Error that tells every violation; `except` names rules that are left out.
   * For `afterAll`. Rejects with an InputError where there is nothing to judge, or where some was forgotten and the rest is good.
   */
  expectConformance(options?: ExpectOptions): Promise<void>;
  /** Writes what passed as a HAR file, for `petstore-mock check --from`. */
  har(creator?: { name: string; version: string }): string;
  /** Forgets what passed. */
  clear(): void;
}

export interface ExpectOptions {
  /** Ids of rules that are known to be broken. */
  readonly except?: readonly string[];
}

/** What an edge needs to observe a service: the edge sees what passes, and tells it here. */
export interface Observation {
  /** What users get. */
  readonly service: ObservedService;
  /** Returns whether a request for this address is one for the service. */
  isObserved(url: string): boolean;
  /** The number of the last exchange; 0 before the first. */
  latest(): number;
  /** Takes in what has passed; answers it as it is kept. */
  record(live: RawExchange): Exchange;
  /** Takes in that a request is under way until the promise is settled. */
  track(whole: Promise<void>, request: SentRequest): void;
}

/** How an edge speaks of itself. */
interface EdgeDescription {
  /** The creator of its recordings, such as `petstore-mock/observe`. */
  readonly name: string;
  /** What to do so that requests are seen, such as `Give observed.handlers to msw`. */
  readonly firstStep: string;
  /** Shorter than what its tests have for themselves; default 8,000. */
  readonly settleTimeoutMs?: number;
}

/** Vitest's hooks have 10 seconds. */
const SETTLE_TIMEOUT_MS = 8_000;

/** Creates the core that all edges share. Throws an InputError for an option that cannot be. */
export function observeService(options: ObserveOptions, edge: EdgeDescription): Observation {
  const given = checkObserveOptions(options);
  const { baseUrl, messagesUrl, plan, exclusive, journalLimit, onViolation } = given;
  const redactor = createRedactor();
  const judge = new TrafficJudge({
    baseUrl,
    messagesUrl,
    plan,
    isExclusive: exclusive,
    most: journalLimit,
    redactor,
  });
  const settleTimeoutMs = given.settleTimeoutMs ?? edge.settleTimeoutMs ?? SETTLE_TIMEOUT_MS;
  const { add, settled } = trackPendingResponses(settleTimeoutMs, redactor);
  const told = createReportedOnce();

  const tellAtOnce = (exchange: Exchange) => {
    for (const violation of violationsIn(judge.findingsOf(exchange), [exchange])) {
      if (told.isNew(`${violation.rule} ${violation.problem}`)) callIsolated(() => onViolation?.(violation));
    }
  };
  if (onViolation !== undefined) judge.onRecord(tellAtOnce);

  const service: ObservedService = {
    baseUrl,
    messagesUrl,
    get exchanges() {
      return judge.exchanges;
    },
    get dropped() {
      return judge.dropped;
    },
    run: undefined,
    findings: () => judge.findings(),
    violations: () => violationsIn(judge.findings(), judge.exchanges),
    manners: () => judge.manners(),
    settled,
    async expectConformance(options = {}) {
      await settled();
      expectNoViolation(judge, { baseUrl, firstStep: edge.firstStep }, options);
    },
    har: (creator = { name: edge.name, version: '' }) => writeHar(judge.transcript, creator),
    clear() {
      judge.clear();
      told.clear();
    },
  };
  return {
    service,
    isObserved: (url) => isBelow(new URL(url), baseUrl, messagesUrl),
    latest: () => judge.latest,
    record: (raw) => judge.record(raw),
    track: add,
  };
}

/** What a listener throws is its author's to see, as that of an event target: no request and no other listener suffers from it. */
function callIsolated(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}

function isBelow({ origin, pathname }: URL, baseUrl: string, messagesUrl: string): boolean {
  const address = `${origin}${pathname}`;
  return address.startsWith(`${baseUrl}/`) || address === `${messagesUrl}/messages`;
}

const ATTEMPTED = 'Expecting conformance';

type Seen = Pick<TrafficJudge, 'exchanges' | 'dropped' | 'findings'>;

/** How a service came to be seen. */
interface Seeing {
  readonly baseUrl: string;
  /** What to do before the application asks, such as `Give observed.handlers to msw`. */
  readonly firstStep: string;
}

/** Throws an Error that tells what a service broke; an InputError where nothing can be said. */
export function expectNoViolation(seen: Seen, { baseUrl, firstStep }: Seeing, options: ExpectOptions): void {
  const given = checkedFields(ATTEMPTED, 'the options', options, ['except'], "{ except: ['limits/plan'] }");
  const except = checkExceptions(ATTEMPTED, given.except);
  const { exchanges, dropped } = seen;
  if (exchanges.length === 0) {
    const remedy = `${firstStep}, let the application ask ${baseUrl}, and await its answers`;
    throw new InputError(ATTEMPTED, 'nothing passed, so there is nothing to judge', remedy);
  }
  if (exchanges.every(({ response }) => response === undefined)) {
    const problem = `none of ${counted(exchanges.length, 'request')} was answered: ${oneLine(exchanges[0]?.failure ?? 'why is not known')}`;
    throw new InputError(ATTEMPTED, problem, `See that ${baseUrl} is up`);
  }
  const verdicts = seen.findings().filter(({ rule }) => !except.includes(rule.id));
  const violations = violationsIn(verdicts, exchanges);
  if (violations.length > 0) {
    throw new Error(
      formatViolations(violations, exchanges, baseUrl, (rule) => `expectConformance({ except: ['${rule}'] })`),
    );
  }
  if (dropped === 0) return;
  const forgotten = `${counted(dropped, 'older exchange')} ${dropped === 1 ? 'was' : 'were'} forgotten`;
  const remedy = 'Raise `journalLimit`, or expect conformance and clear() more often';
  throw new InputError(ATTEMPTED, `it cannot be told: ${forgotten}, and the rest conforms`, remedy);
}

/** Remembers what was told, the newest of it: a page may live for days, and problems name what they saw. */
export interface ReportedOnce {
  /** Takes a mark down; returns whether it was not known. */
  isNew(mark: string): boolean;
  clear(): void;
}

const MOST_MARKS = 10_000;

export function createReportedOnce(most = MOST_MARKS): ReportedOnce {
  const told = new Set<string>();
  return {
    isNew(mark) {
      // What comes again is among the newest again.
      const isKnown = told.delete(mark);
      told.add(mark);
      const [oldest] = told;
      if (told.size > most && oldest !== undefined) told.delete(oldest);
      return !isKnown;
    },
    clear: () => told.clear(),
  };
}
