import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { type Exchange, rateLimitsOf } from '../../exchange/exchange.js';
import { learnSecrets } from '../../exchange/record-exchange.js';
import { Redactor } from '../../exchange/redactor.js';
import { bytesOfRaw } from '../../exchange/request-log.js';
import { oneLine } from '../../json/quoting.js';
import { judge, type Verdict } from '../../judge/judge.js';
import { manners } from '../../judge/manners/manners.js';
import { locateUrl } from '../../judge/reading.js';
import type { Finding } from '../../judge/rule.js';
import { petstoreJudge } from '../../judge/rules/index.js';
import type { RequestLogEntry, ServerLog } from '../../server/responder.js';
import { TrafficMeter } from '../../server/worlds/request-source.js';
import { petstore } from '../../service/petstore.js';
import type { PlanName } from '../../service/plans.js';
import { type StatementId, statements } from '../../service/statements.js';
import { openTrafficLog, type TrafficLog } from '../traffic-log.js';
import type { HarFile } from './har-file.js';
import { decodeExchange, type WireExchange } from './wire-exchange.js';

export interface ObserverOptions {
  /** Base URL of the upstream, without a trailing slash. */
  readonly upstreamUrl: string;
  readonly plan: PlanName | undefined;
  readonly isExclusive: boolean;
  /** Finds texts that nothing may show, such as the admin token. */
  readonly secretsIn?: (text: string) => readonly string[];
  readonly log: Pick<ServerLog, 'request' | 'bug'> & { note(text: string, facts?: object): void };
}

/** Exchanges that could not be judged in full: outside the base URL, without a whole body, or left by the client. */
const NONE_INCOMPLETE = { elsewhere: 0, incomplete: 0, abandoned: 0 };

export interface ObserverSummary extends Readonly<typeof NONE_INCOMPLETE> {
  readonly exchanges: number;
  /** Those that passed too fast to be judged. */
  readonly unjudged: number;
  readonly violations: readonly Tally[];
  readonly manners: readonly Tally[];
  readonly har: HarFile['counts'] | undefined;
}

export interface Tally {
  readonly rule: string;
  readonly title: string;
  /** The number of exchanges that violate it, and the first of them. */
  readonly exchanges: number;
  readonly first: number;
}

/** A problem that is reported for the first time, on one line each. */
export interface FirstFinding extends Pick<Finding, 'problem' | 'expected' | 'received' | 'exchange'> {
  readonly rule: string;
  /** The section of the document, and its sentence word for word. */
  readonly section: string;
  readonly sentence: string;
}

/** The maximum number of exchanges that wait to be recorded, and of the bytes of their heads and bodies. */
const MOST_WAITING = 2_000;
const MOST_WAITING_BYTES = 64 * 2 ** 20;
/** So many are recorded before forwarding gets its turn, and the first of them only after a moment: the next request comes before. */
const MOST_AT_ONCE = 8;
const MOMENT_MS = 10;
/** So many are remembered: by the control room, and to be judged. */
const MOST_REMEMBERED = 2_000;
/** Live, so many new exchanges are judged at once, together with those before them: it takes a fraction of a second. */
const MOST_NEW = 200;
const MOST_JUDGED = 300;
/** At the end, judging what is left goes on for so long. */
const MOST_ENDING_MS = 500;
const PAUSE_MS = 500;

/** Records, logs and judges the exchanges that have passed. What passes too fast is counted, not judged. */
export class Observer {
  readonly redactor: Redactor;
  readonly requests: TrafficLog;
  readonly traffic = new TrafficMeter();
  har: HarFile | undefined;
  readonly #options: ObserverOptions;
  readonly #waiting: WireExchange[] = [];
  #waitingBytes = 0;
  #working: Promise<void> | undefined;
  readonly #incomplete = { ...NONE_INCOMPLETE };
  /** Exchanges that found no room, and those that were forgotten before they were judged. */
  readonly #missed = { recording: 0, judging: 0 };
  #judged = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #seen = { violation: new Map<string, SeenRule>(), manners: new Map<string, SeenRule>() };

  constructor(options: ObserverOptions) {
    this.#options = options;
    const { upstreamUrl, secretsIn } = options;
    this.redactor = new Redactor({ find: secretsIn });
    this.requests = openTrafficLog({ baseUrl: upstreamUrl, limit: MOST_REMEMBERED, redactor: this.redactor });
  }

  add(exchange: WireExchange): void {
    const bytes = bytesOfRaw(exchange);
    if (this.#waiting.length >= MOST_WAITING || this.#waitingBytes + bytes > MOST_WAITING_BYTES) {
      this.#missed.recording += 1;
      // An earlier one may contain its secrets.
      learnSecrets(exchange, this.redactor);
      return;
    }
    this.#waiting.push(exchange);
    this.#waitingBytes += bytes;
    this.#working ??= this.#work();
  }

  async recorded(): Promise<void> {
    await this.#working;
  }

  /** Records all that is left, judges as much of it as there is time for; resolves with the summary. */
  async finish(): Promise<ObserverSummary> {
    await this.recorded();
    clearTimeout(this.#timer);
    const untilMs = performance.now() + MOST_ENDING_MS;
    while (this.#judged < this.requests.latest && performance.now() < untilMs) this.#judgeNext();
    this.#missed.judging += this.requests.latest - this.#judged;
    await this.har?.close();
    return {
      exchanges: this.requests.latest + this.#missed.recording,
      ...this.#incomplete,
      unjudged: this.unjudged,
      violations: talliesOf(this.#seen.violation),
      manners: talliesOf(this.#seen.manners),
      har: this.har && { ...this.har.counts, missed: this.har.counts.missed + this.#missed.recording },
    };
  }

  get unjudged(): number {
    return this.#missed.recording + this.#missed.judging;
  }

  async #work(): Promise<void> {
    await sleep(MOMENT_MS);
    while (this.#waiting.length > 0) {
      await setImmediate();
      for (const exchange of this.#waiting.splice(0, MOST_AT_ONCE)) {
        this.#waitingBytes -= bytesOfRaw(exchange);
        try {
          await this.#record(await decodeExchange(exchange));
        } catch (bug) {
          this.#options.log.bug(bug);
        }
      }
    }
    this.#working = undefined;
  }

  async #record(wire: WireExchange): Promise<void> {
    const exchange = this.requests.record(wire);
    this.traffic.count(exchange.response?.status);
    const isElsewhere = locateUrl(exchange.request.url, this.requests, petstore) === undefined;
    if (isElsewhere) this.#incomplete.elsewhere += 1;
    else if (wire.cutBy === 'client') this.#incomplete.abandoned += 1;
    else if ((exchange.response?.body.kind ?? 'missing') === 'missing') this.#incomplete.incomplete += 1;
    this.#options.log.request?.(logEntry(exchange, wire));
    const forgotten = this.requests.dropped - this.#judged;
    if (forgotten > 0) {
      this.#judged = this.requests.dropped;
      this.#missed.judging += forgotten;
    }
    this.#plan();
    await this.har?.add(exchange);
  }

  #plan(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#judgeNext();
      if (this.#judged < this.requests.latest) this.#plan();
    }, PAUSE_MS).unref();
  }

  #judgeNext(): void {
    const { requests } = this;
    const upTo = Math.min(requests.latest, this.#judged + MOST_NEW);
    const { upstreamUrl: baseUrl, plan, isExclusive, log } = this.#options;
    const received = requests.receivedAfter(upTo - MOST_JUDGED, upTo);
    this.#judged = upTo;
    const settings = { baseUrl, messagesUrl: baseUrl, level: undefined, plan, isExclusive, judged: petstoreJudge };
    try {
      // Otherwise no rule is about any of them.
      if (received.exchanges.some(({ request }) => locateUrl(request.url, settings, petstore) !== undefined)) {
        this.#report('violation', judge(received, settings));
        this.#report('manners', manners(received, settings));
      }
    } catch (bug) {
      log.bug(bug);
    }
  }

  #report(kind: 'violation' | 'manners', verdicts: readonly Verdict[]): void {
    const oldest = this.requests.dropped + 1;
    for (const { rule, findings } of verdicts.filter(({ outcome }) => outcome === 'violation')) {
      const seen = this.#seen[kind].get(rule.id) ?? new SeenRule(rule.title);
      this.#seen[kind].set(rule.id, seen);
      for (const finding of seen.collect(findings, oldest)) {
        const { problem, expected, received, exchange } = finding;
        const { section, sentence } = statements[(finding.statement ?? rule.statements[0]) as StatementId];
        const first: FirstFinding = {
          rule: rule.id,
          section,
          sentence,
          problem: oneLine(problem),
          expected: oneLine(expected),
          received: oneLine(received),
          exchange,
        };
        this.#options.log.note(kind, { [kind]: first });
      }
    }
  }
}

const MOST_PROBLEMS = 5;

/** Remembers what was reported of a rule: the next verdict may be about the same exchanges. */
class SeenRule {
  readonly title: string;
  exchanges = 0;
  first = Number.POSITIVE_INFINITY;
  readonly #problems = new Set<string>();
  #counted = new Set<number>();

  constructor(title: string) {
    this.title = title;
  }

  /** Returns what is new; `oldest` is the first exchange that is remembered. */
  collect(findings: readonly Finding[], oldest: number): readonly Finding[] {
    this.#counted = new Set([...this.#counted].filter((number) => number >= oldest));
    return findings.filter(({ exchange, problem }) => {
      if (!this.#counted.has(exchange)) this.exchanges += 1;
      this.#counted.add(exchange);
      this.first = Math.min(this.first, exchange);
      if (this.#problems.has(problem) || this.#problems.size >= MOST_PROBLEMS) return false;
      this.#problems.add(problem);
      return true;
    });
  }
}

function talliesOf(seen: ReadonlyMap<string, SeenRule>): readonly Tally[] {
  return [...seen].map(([rule, { title, exchanges, first }]) => ({ rule, title, exchanges, first }));
}

/** Returns the log entry of an exchange, without secrets and with all texts on one line. */
function logEntry(exchange: Exchange, { cutBy, responseBytes }: WireExchange): RequestLogEntry {
  const { number, request, response, failure, startedMs, endedMs } = exchange;
  const { method, url, credential } = request;
  const limits = rateLimitsOf(response);
  return {
    exchange: number,
    method: oneLine(method),
    // Cut from the text: the `#` of a pseudonym does not begin a fragment.
    path: oneLine(/^https?:\/\/[^/?]*([^?]*)/.exec(url)?.[1] || '/'),
    status: response?.status,
    failure: failure ?? (cutBy && response?.body.kind === 'missing' ? response.body.why : undefined),
    cutBy,
    // The clock may have been set back meanwhile.
    durationMs: Math.max(0, endedMs - startedMs),
    bytes: response && responseBytes,
    keyAlias: 'name' in credential ? credential.name : undefined,
    remaining: limits && String(limits.remaining),
    limit: limits && String(limits.limit),
  };
}
