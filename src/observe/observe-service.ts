import { curlLine } from '../exchange/curl-line.js';
import type { Exchange, RawExchange } from '../exchange/exchange.js';
import { Redactor } from '../exchange/redactor.js';
import { writeHar } from '../exchange/write-har.js';
import { checkedFields, InputError } from '../json/input-error.js';
import { parseUrl } from '../json/parse-url.js';
import { counted, oneLine, quoteValue } from '../json/quoting.js';
import { judge, type Verdict } from '../judge/judge.js';
import { manners } from '../judge/manners/manners.js';
import { locateUrl } from '../judge/reading.js';
import type { JudgeSettings } from '../judge/rule.js';
import { petstoreJudge, rules } from '../judge/rules/index.js';
import { checkExceptions } from '../matchers/matcher-input.js';
import { findingLines } from '../matchers/report-lines.js';
import { petstore } from '../service/petstore.js';
import { type PlanName, planNames } from '../service/plans.js';
import { type Statement, type StatementId, statements } from '../service/statements.js';
import { collectPending, type SentRequest } from './pending-responses.js';
import { openTrafficLog } from './traffic-log.js';

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
  const settings: JudgeSettings = { baseUrl, messagesUrl, level: undefined, plan, isExclusive, judged: petstoreJudge };
  const redactor = new Redactor();
  const log = openTrafficLog({ baseUrl, messagesUrl, limit, redactor });
  const pending = collectPending(given.settleTimeoutMs ?? edge.settleTimeoutMs ?? SETTLE_TIMEOUT_MS, redactor);

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
    findings: () => judge(log.receivedAfter(), settings),
    violations: () => violationsIn(service.findings(), log.exchanges),
    manners: () => manners(log.receivedAfter(), settings),
    settled: () => pending.settled(),
    async expectConformance(options = {}) {
      await pending.settled();
      expectNoViolation(service, edge.firstStep, options);
    },
    har: (creator = { name: edge.name, version: '' }) => writeHar(log.receivedAfter(), creator),
    clear: () => log.clear(),
  };
  return {
    service,
    isObserved: (url: string) => locateUrl(url, { baseUrl, messagesUrl }, petstore) !== undefined,
    latest: () => log.latest,
    /** Records an exchange; returns it as recorded. */
    record: (raw: RawExchange): Exchange => log.record(raw),
    /** Marks a request as pending until the promise settles. */
    track: (complete: Promise<void>, request: SentRequest) => pending.add(complete, request),
  };
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

/** A violation of the document, with all that is needed to reproduce it. Contains no secrets. */
export interface Violation {
  /** Id of the rule, such as `limits/headers-present`. */
  readonly rule: string;
  /** What a conformant service does. */
  readonly title: string;
  readonly severity: 'documented' | 'implied';
  /** The sentence of the document, word for word. */
  readonly statement: Pick<Statement, 'section' | 'sentence'> & { readonly id: StatementId };
  readonly problem: string;
  readonly expected: string;
  readonly received: string;
  /** The place in the response body, as a JSON pointer; undefined if the problem is not in the body. */
  readonly pointer: string | undefined;
  /** The number of the exchange that shows it. */
  readonly exchange: number;
  /** A curl command that repeats the request, with the key as `$PETSTORE_API_KEY`. */
  readonly curl: string;
}

/** Returns the violations in verdicts, in the order of the rules. */
function violationsIn(verdicts: readonly Verdict[], exchanges: readonly Exchange[]): Violation[] {
  const byNumber = new Map(exchanges.map((exchange) => [exchange.number, exchange]));
  return verdicts.flatMap(({ rule, findings }) =>
    findings.flatMap((finding): Violation[] => {
      const { problem, expected, received, pointer } = finding;
      const shown = byNumber.get(finding.exchange);
      if (shown === undefined) return [];
      const id = (finding.statement ?? rule.statements[0]) as StatementId;
      const { section, sentence } = statements[id];
      return [
        {
          rule: rule.id,
          title: rule.title,
          severity: rule.severity,
          statement: { id, section, sentence },
          problem,
          expected,
          received,
          pointer,
          exchange: finding.exchange,
          curl: curlLine(shown.request),
        },
      ];
    }),
  );
}

/** Returns the findings of verdicts as text, by rule, so that anybody can reproduce them. `exampleOf` shows how to except a rule. */
export function formatViolations(
  verdicts: readonly Verdict[],
  exchanges: readonly Exchange[],
  baseUrl: string,
  exampleOf: (rule: string) => string,
): string {
  const violated = verdicts.filter(({ findings }) => findings.length > 0);
  return [
    `${baseUrl} violated ${counted(violated.length, 'rule')} in ${counted(exchanges.length, 'request')}:`,
    ...findingLines(violated, exchanges, { hasCurl: true }),
    '',
    `To ignore known violations: ${exampleOf(violated[0]?.rule.id ?? '')}`,
  ].join('\n');
}

/** Options of observing a deployment. */
export interface ObserveOptions {
  /** Base URL of the service, such as `https://staging.example.test/v1`. */
  readonly baseUrl: string;
  /** Base URL of `POST /messages`; default: `baseUrl`. */
  readonly messagesUrl?: string;
  /** The plan of the keys, so that its limits can be checked. */
  readonly plan?: PlanName;
  /** Nobody else uses these keys and this store, so more can be judged. Default false. */
  readonly exclusive?: boolean;
  /** The number of exchanges to keep and judge, the newest; default 10,000. */
  readonly journalLimit?: number;
  /** How long `settled()` and `expectConformance()` wait for pending responses; default 8,000, and 20,000 with Playwright. */
  readonly settleTimeoutMs?: number;
}

const OBSERVING = 'Observing a service';
const EXAMPLE = "{ baseUrl: 'https://staging.example.test/v1' }";
/** Timers treat a longer delay as one millisecond. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The options that may be left out, except addresses. */
const optional: readonly [name: keyof ObserveOptions, isValid: (value: unknown) => boolean, expected: string][] = [
  ['plan', (value) => (planNames as readonly unknown[]).includes(value), `a plan: ${planNames.join(', ')}`],
  ['exclusive', (value) => typeof value === 'boolean', 'true or false'],
  ['journalLimit', (value) => Number.isInteger(value) && Number(value) >= 1, 'a whole number from 1'],
  [
    'settleTimeoutMs',
    (value) => typeof value === 'number' && value >= 1 && value <= LONGEST_TIMER_MS,
    'a number of milliseconds from 1',
  ],
];

const names = ['baseUrl', 'messagesUrl', ...optional.map(([name]) => name)];

/** Returns the options with defaults. Throws an InputError for an invalid option. */
function checkObserveOptions(options: ObserveOptions) {
  const given = checkedFields(OBSERVING, 'the options', options, names, EXAMPLE);
  for (const [name, isValid, expected] of optional) {
    if (given[name] === undefined || isValid(given[name])) continue;
    throw new InputError(OBSERVING, `${name} is ${quoteValue(given[name])}`, `Expected ${expected}`);
  }
  const baseUrl = checkUrl('baseUrl', given.baseUrl);
  const messagesUrl = given.messagesUrl === undefined ? baseUrl : checkUrl('messagesUrl', given.messagesUrl);
  return { ...options, baseUrl, messagesUrl };
}

/** Returns a URL without a trailing slash. The error does not quote it, since it may contain a password. */
function checkUrl(name: string, value: unknown): string {
  const url = typeof value === 'string' ? parseUrl(value) : undefined;
  const isPlain =
    url !== undefined && /^https?:$/.test(url.protocol) && url.username + url.password + url.search + url.hash === '';
  if (url !== undefined && isPlain) return `${url.origin}${url.pathname}`.replace(/\/$/, '');
  const problem = value === undefined ? `${name} is missing` : `${name} is not the base URL of a service`;
  const remedy = `Try ${name}: 'https://staging.example.test/v1': scheme, host and path only.`;
  throw new InputError(OBSERVING, problem, remedy);
}
