import { bySending, type Exchange, type RawExchange } from '../exchange/exchange.js';
import { Redactor } from '../exchange/redactor.js';
import { writeHar } from '../exchange/write-har.js';
import type { JudgeSettings } from '../judge/evidence.js';
import { judge, type Verdict } from '../judge/judge.js';
import { manners } from '../judge/manners/manners.js';
import { rules } from '../judge/rules/rules.js';
import { checkExceptions } from '../matchers/matcher-input.js';
import { oneLine } from '../spec/quoting.js';
import { checkedFields, InputError } from '../spec/validation/input-error.js';
import { checkObserveOptions, type ObserveOptions } from './observe-options.js';
import { PendingResponses, type SentRequest } from './pending-responses.js';
import { TrafficLog } from './traffic-log.js';
import { formatViolations, type Violation, violationsIn } from './violations.js';

/** A real service, observed while an application uses it. It is a transcript: `expect(observed).toBeWellMannered()`. */
export interface ObservedService {
  readonly baseUrl: string;
  readonly messagesUrl: string;
  /** The newest complete exchanges, without secrets. */
  readonly exchanges: readonly Exchange[];
  /** How many older exchanges were dropped. */
  readonly dropped: number;
  /** It is not a run of the suite. */
  readonly run: undefined;
  /** Returns one verdict for each rule of the suite. */
  findings(): readonly Verdict[];
  /** Returns the violations of the service. */
  violations(): readonly Violation[];
  /** Returns one verdict for each rule of manners: what the document asks of clients. */
  manners(): readonly Verdict[];
  /** Resolves when every response is complete. Rejects after `settleTimeoutMs` with an InputError that names the pending requests. */
  settled(): Promise<void>;
  /**
   * Waits for pending responses and rejects with an Error that lists every violation, except of the rules in `except`. For `afterAll`.
   * Rejects with an InputError if there is nothing to judge, or if there is no violation but exchanges were dropped.
   */
  expectConformance(options?: ExpectOptions): Promise<void>;
  /** Returns the exchanges as a HAR file, for `petstore-mock check --from`. */
  har(creator?: { name: string; version: string }): string;
  /** Drops all exchanges. */
  clear(): void;
}

/** Options of `expectConformance()`. */
export interface ExpectOptions {
  /** Ids of rules that are known to be violated. */
  readonly except?: readonly string[];
}

/** Where an edge, which sees the exchanges, reports them. */
export type Observation = ReturnType<typeof observeService>;

interface EdgeDescription {
  /** The creator of its recordings, such as `petstore-mock/observe`. */
  readonly name: string;
  /** What to do so that requests are seen, such as `Pass observed.handlers to msw`. */
  readonly firstStep: string;
  /** Shorter than the timeout of its tests; default 8,000. */
  readonly settleTimeoutMs?: number;
}

/** The timeout of Vitest's hooks is 10 seconds. */
const SETTLE_TIMEOUT_MS = 8_000;

const MOST_EXCHANGES = 10_000;

/** Creates the core that all edges share: they report requests to it. Throws an InputError for an invalid option. */
export function observeService(options: ObserveOptions, edge: EdgeDescription) {
  const given = checkObserveOptions(options);
  const { baseUrl, messagesUrl, plan, exclusive: isExclusive = false, journalLimit: limit = MOST_EXCHANGES } = given;
  const settings: JudgeSettings = { baseUrl, messagesUrl, level: undefined, plan, isExclusive };
  const redactor = new Redactor();
  const log = new TrafficLog({ baseUrl, messagesUrl, limit, redactor });
  const pending = new PendingResponses(given.settleTimeoutMs ?? edge.settleTimeoutMs ?? SETTLE_TIMEOUT_MS, redactor);
  const transcript = () => ({ exchanges: [...log.exchanges].sort(bySending), run: undefined });

  const service: ObservedService = {
    baseUrl,
    messagesUrl,
    get exchanges() {
      return log.exchanges;
    },
    get dropped() {
      return log.dropped;
    },
    run: undefined,
    findings: () => judge(transcript(), settings),
    violations: () => violationsIn(service.findings(), log.exchanges),
    manners: () => manners(transcript(), settings),
    settled: () => pending.settled(),
    async expectConformance(options = {}) {
      await pending.settled();
      expectNoViolation(service, edge.firstStep, options);
    },
    har: (creator = { name: edge.name, version: '' }) => writeHar(transcript(), creator),
    clear: () => log.clear(),
  };
  return {
    service,
    isObserved: (url: string) => isBelow(new URL(url), baseUrl, messagesUrl),
    latest: () => log.latest,
    /** Records an exchange; returns it as recorded. */
    record: (raw: RawExchange): Exchange => log.record(raw),
    /** Marks a request as pending until the promise settles. */
    track: (complete: Promise<void>, request: SentRequest) => pending.add(complete, request),
  };
}

function isBelow({ origin, pathname }: URL, baseUrl: string, messagesUrl: string): boolean {
  const address = `${origin}${pathname}`;
  return address.startsWith(`${baseUrl}/`) || address === `${messagesUrl}/messages`;
}

const ATTEMPTED = 'Expecting conformance';

/** Throws an Error that lists the violations of a service, or an InputError if conformance is not shown. */
function expectNoViolation(service: ObservedService, firstStep: string, options: ExpectOptions): void {
  const given = checkedFields(ATTEMPTED, 'the options', options, ['except'], "{ except: ['limits/plan'] }");
  const except = checkExceptions(ATTEMPTED, given.except ?? [], rules);
  const { exchanges, dropped, baseUrl } = service;
  if (exchanges.every(({ response }) => response === undefined)) {
    const why = exchanges[0]?.failure;
    const problem = `there were no responses to judge${why === undefined ? '' : `: ${oneLine(why)}`}`;
    const remedy = `${firstStep}, and let the application send requests to ${baseUrl}`;
    throw new InputError(ATTEMPTED, problem, remedy);
  }
  const verdicts = service.findings().filter(({ rule }) => !except.includes(rule.id));
  if (verdicts.some(({ findings }) => findings.length > 0)) {
    throw new Error(
      formatViolations(verdicts, exchanges, baseUrl, (rule) => `expectConformance({ except: ['${rule}'] })`),
    );
  }
  if (dropped === 0) return;
  const problem = `conformance is not shown: older exchanges were dropped (${dropped})`;
  throw new InputError(ATTEMPTED, problem, 'Raise `journalLimit`, or call expectConformance() and clear() more often');
}
