import { type Credential, type Exchange, isGivenKey } from '../../src/exchange/exchange.js';
import { formatDuration, momentNear } from '../../src/json/times.js';
import type { Draw } from '../draw.js';
import type { OutgoingRequest } from '../sending/sender.js';
import { NO_RESPONSE, Stop, type SuiteDependencies, type SuiteOptions } from '../suite.js';
import { asksToComeBack, type KnownLimit, limitsIn, silentUntilMs } from './back-off.js';
import { type Budget, type Deadline, RESERVED_FOR_RESTORING, RESTORING_ATTEMPTS } from './bounds.js';

/** `overrun` may hit the limit, so a 429 is expected. `restore` is sent after an interruption, too, and beyond any budget. */
export type Purpose = 'probe' | 'overrun' | 'restore';

export interface ProbeRequest {
  readonly probe: string;
  readonly request: OutgoingRequest;
  readonly credential: Credential;
  /** It is sent as another client would: see `Probe.client`. */
  readonly isUnusual?: boolean;
  readonly purpose: Purpose;
  /** Requests that must be left in the budget after this one, to restore the stock. */
  readonly inHand: number;
  readonly beforeSending?: (() => Promise<void> | undefined) | undefined;
}

export interface GovernorOptions
  extends Pick<SuiteDependencies, 'clock' | 'signal' | 'progress'>,
    Pick<SuiteOptions, 'reserve'> {
  readonly budget: Budget;
  readonly deadline: Deadline;
  readonly jitter: Draw;
  /** Sends and records one request. Without a timeout, that of the sender applies. */
  readonly send: (request: ProbeRequest, signal: AbortSignal, timeoutMs: number | undefined) => Promise<Exchange>;
}

const FAILED_WAIT_MS = 1_000;
/** A sliding window gives back its requests one by one, and soon; a longer wait is one for a whole window. */
const LONGEST_PART_MS = 30_000;
/** A timer may fire a little early; a clock that stands still must not block a run for ever. */
const MOST_WAITS = 5;
const never = new AbortController().signal;

/** The one gate through which the suite sends: it keeps to limits, budgets, waits and the end of the run. */
export class Governor {
  /** Whether a request without the given key got 429 twice in a row: sending more of them would be impatient. */
  limitsOtherKeys = false;
  readonly #options: GovernorOptions;
  readonly #quota: Quota;
  #silence = { untilMs: 0, why: '' };
  #backOffs = 0;
  #failuresInARow = 0;

  constructor(options: GovernorOptions) {
    this.#options = options;
    this.#quota = new Quota(options.reserve);
  }

  get budget(): Budget {
    return this.#options.budget;
  }

  get limit(): KnownLimit | undefined {
    return this.#quota.latest;
  }

  /** Sends one request when it may be sent, and again after an unexpected 429 or if a GET got no response. Throws a {@link Stop}. */
  async send(request: ProbeRequest): Promise<Exchange> {
    if (request.purpose === 'restore') return this.#sendPersistently(request);
    const first = await this.#sendOnce(request);
    if (first.response === undefined) return this.#repeatFailed(request, first);
    if (first.response.status !== 429 || request.purpose === 'overrun') return first;
    const second = await this.#sendOnce(request);
    if (second.response?.status !== 429) return second;
    if (isGivenKey(request.credential))
      throw new Stop('two 429 responses in a row, although the run waited as indicated');
    this.limitsOtherKeys = true;
    return second;
  }

  /** Restores, however often the service asks to come back within the time for restoring. */
  async #sendPersistently(request: ProbeRequest): Promise<Exchange> {
    for (let attempts = 1; ; attempts++) {
      const exchange = await this.#sendOnce(request);
      if (exchange.response === undefined) return this.#repeatFailed(request, exchange);
      if (!asksToComeBack(exchange.response)) return exchange;
      if (attempts === RESTORING_ATTEMPTS)
        throw new Stop(`restoring was rejected ${attempts} times in a row, although the run waited as indicated`);
    }
  }

  /** Sends several requests at once, and none of them again. What each needs `inHand` includes the others. Throws a {@link Stop} if not all may be sent now or after a wait. */
  async sendTogether(requests: readonly ProbeRequest[]): Promise<Exchange[]> {
    for (const [index, request] of requests.entries()) await this.#admit(request, requests.length - 1 - index);
    for (const { beforeSending } of requests) await beforeSending?.();
    // What ends the run waits for the others: a write may be among them.
    const settled = await Promise.allSettled(requests.map((request) => this.#transmit(request)));
    return settled.map((each) => {
      if (each.status === 'rejected') throw each.reason;
      return each.value;
    });
  }

  /** Waits without sending anything. Throws a {@link Stop} if the wait is too long. */
  async pause(untilMs: number, why: string): Promise<void> {
    const { clock, signal } = this.#options;
    if (untilMs <= clock.now()) return;
    if (untilMs === Number.POSITIVE_INFINITY) {
      throw new Stop(
        `${why}, and X-RateLimit-Reset is not a moment of the next day: is the clock of this machine right?`,
      );
    }
    this.#requireShort(untilMs, `${why}; the wait is`, false);
    await this.#sleepUntil(untilMs, why, signal);
    if (signal.aborted) throw new Stop('interrupted');
  }

  /** Until when a response has asked to send nothing. */
  get silentUntilMs(): number {
    return this.#silence.untilMs;
  }

  pauseFor(ms: number, why: string): Promise<void> {
    return this.pause(this.#options.clock.now() + ms, why);
  }

  /** Returns what is shorter than a wait: the time left; undefined if the run may wait so long. */
  boundBelow(waitMs: number, isRestoring = false): string | undefined {
    const { deadline } = this.#options;
    return deadline.allows(waitMs, isRestoring) ? undefined : deadline.describe(waitMs, isRestoring);
  }

  /** Returns whether so many probes with the key may be sent now: no window, reserve or back-off has to be waited for. */
  canSendWithoutWaiting(count = 1): boolean {
    const nowMs = this.#options.clock.now();
    return nowMs >= this.#silence.untilMs && this.#quota.shortOf(nowMs, count) === undefined;
  }

  async #repeatFailed(request: ProbeRequest, failed: Exchange): Promise<Exchange> {
    this.#stopIfOver(request);
    const isRestoring = request.purpose === 'restore';
    if (this.#failuresInARow > 1 && !isRestoring) throw failedTwice(failed);
    if (request.request.method !== 'GET' && !isRestoring) return failed;
    this.#options.deadline.require(isRestoring, FAILED_WAIT_MS);
    await this.#sleepUntil(this.#options.clock.now() + FAILED_WAIT_MS, 'no response', this.#signalFor(request));
    const second = await this.#sendOnce(request);
    if (second.response === undefined) throw failedTwice(second);
    return second;
  }

  async #sendOnce(request: ProbeRequest): Promise<Exchange> {
    await this.#admit(request);
    await request.beforeSending?.();
    return this.#transmit(request);
  }

  /** Waits until a request may be sent, with `others` at the same time. */
  async #admit(request: ProbeRequest, others = 0): Promise<void> {
    this.#stopIfOver(request);
    if (request.purpose !== 'restore') this.#options.budget.require(request.inHand + others);
    if (usesKey(request.credential)) await this.#keepReserve(request, others);
    await this.#keepSilence(request);
    this.#stopIfOver(request);
  }

  async #transmit(request: ProbeRequest): Promise<Exchange> {
    const { budget, send } = this.#options;
    budget.sent++;
    if (usesKey(request.credential)) this.#quota.spend();
    const exchange = await send(request, this.#signalFor(request), this.#timeoutFor(request));
    this.#learn(exchange);
    return exchange;
  }

  #learn(exchange: Exchange): void {
    const { budget, jitter, progress } = this.#options;
    this.#failuresInARow = exchange.response === undefined ? this.#failuresInARow + 1 : 0;
    this.#quota.learn(exchange);
    const untilMs = silentUntilMs(exchange, { earlier: this.#backOffs, jitter: jitter.fraction() });
    if (untilMs !== undefined) {
      this.#backOffs++;
      if (untilMs > this.#silence.untilMs)
        this.#silence = { untilMs, why: `the service returned ${exchange.response?.status}` };
    }
    progress({ kind: 'sent', sent: budget.sent, budget: budget.limit, remaining: this.limit?.remaining });
  }

  /** Sends nothing at all before the moment that a 429 indicates (§8.3). */
  async #keepSilence({ purpose }: ProbeRequest): Promise<void> {
    const { clock, signal } = this.#options;
    const { untilMs, why } = this.#silence;
    if (clock.now() >= untilMs) return;
    if (!signal.aborted) this.#requireShort(untilMs, 'the service asks to wait', purpose === 'restore');
    await this.#sleepUntil(untilMs, why, signal);
    if (clock.now() >= untilMs) return;
    const moment = momentNear(untilMs, clock.now());
    throw new Stop(`interrupted while the service asks to send nothing until ${moment}`);
  }

  async #keepReserve({ purpose }: ProbeRequest, others: number): Promise<void> {
    if (purpose === 'overrun') return;
    const { clock, signal } = this.#options;
    const nowMs = clock.now();
    const short = purpose === 'probe' ? this.#quota.shortOf(nowMs, 1 + others) : this.#quota.exhausted(nowMs);
    if (short === undefined) return;
    const why = `${short.remaining} of ${short.limit} requests are left`;
    const waitMs = short.resetMs - nowMs;
    if (purpose === 'probe') {
      // A whole window may have no room for a group.
      const before = this.#quota.shortOf(nowMs) && this.#quota.waitFor(short);
      if (before !== undefined && waitMs > LONGEST_PART_MS) {
        throw new Stop(`${why} after Reset, and ${before.remaining} were left before it: the quota was not refilled`);
      }
      return this.pause(short.resetMs, `${why} and reserved for others (--reserve)`);
    }
    const isShort = Number.isFinite(waitMs) && this.boundBelow(waitMs, true) === undefined;
    if (!signal.aborted && isShort) await this.#sleepUntil(short.resetMs, why, signal);
  }

  async #sleepUntil(untilMs: number, why: string, signal: AbortSignal): Promise<void> {
    const { clock, progress } = this.#options;
    progress({ kind: 'waiting', untilMs, why });
    for (let waits = 0; clock.now() < untilMs && !signal.aborted; waits++) {
      const beforeMs = clock.now();
      await clock.wait(untilMs - beforeMs, signal);
      if (clock.now() > beforeMs) waits = 0;
      if (waits === MOST_WAITS) throw new Stop('the clock stands still while the run waits');
    }
  }

  #requireShort(untilMs: number, what: string, isRestoring: boolean): void {
    const nowMs = this.#options.clock.now();
    const bound = this.boundBelow(untilMs - nowMs, isRestoring);
    if (bound === undefined) return;
    const wait = `${formatDuration(untilMs - nowMs)} (until ${momentNear(untilMs, nowMs)})`;
    throw new Stop(`${what} ${wait}, longer than ${bound}`);
  }

  #stopIfOver({ purpose }: ProbeRequest): void {
    const isRestoring = purpose === 'restore';
    if (this.#options.signal.aborted && !isRestoring) throw new Stop('interrupted');
    this.#options.deadline.require(isRestoring);
  }

  /** The effect of a write must be known, and so must a 429 if something has to be restored: these are not aborted by Ctrl-C. */
  #signalFor(request: ProbeRequest): AbortSignal {
    return request.purpose !== 'restore' && isAbortable(request) ? this.#options.signal : never;
  }

  /** For the same reasons, only what Ctrl-C would abort is aborted at the end of the run, and the GET that verifies restoring. */
  #timeoutFor(request: ProbeRequest): number | undefined {
    return isAbortable(request) ? this.#options.deadline.leftMs(request.purpose === 'restore') : undefined;
  }
}

function isAbortable({ request, inHand }: ProbeRequest): boolean {
  return request.method === 'GET' && inHand === 0;
}

/** Returns whether the service may count a request against the given key, even if it is in the wrong place. */
function usesKey(credential: Credential): boolean {
  return credential.kind === 'misplaced' || isGivenKey(credential);
}

function failedTwice({ failure }: Exchange): Stop {
  return new Stop(`${NO_RESPONSE}: ${failure}`);
}

/** The known limits of the given key (§8.2). A service may describe those of the minute and of the day in turn. */
class Quota {
  latest: KnownLimit | undefined;
  readonly #reserve: number;
  readonly #known = new Map<number, KnownLimit>();
  /** Limits as they were before a wait for their Reset, until more is left again. */
  readonly #awaited = new Map<number, KnownLimit>();

  /** `reserve`: the share of each limit that is left to other users of the key. */
  constructor(reserve: number) {
    this.#reserve = reserve;
  }

  spend(): void {
    for (const each of this.#known.values()) this.#known.set(each.limit, { ...each, remaining: each.remaining - 1 });
  }

  learn(exchange: Exchange): void {
    const described = limitsIn(exchange);
    if (described === undefined) return;
    this.latest = described;
    this.#known.set(described.limit, described);
    const awaited = this.#awaited.get(described.limit);
    if (awaited !== undefined && described.remaining > awaited.remaining) this.#awaited.delete(described.limit);
  }

  /** Notes a wait for the Reset of a limit. Returns the limit as it was before the last wait, if that has brought nothing back. */
  waitFor(short: KnownLimit): KnownLimit | undefined {
    const before = this.#awaited.get(short.limit);
    this.#awaited.set(short.limit, short);
    return before;
  }

  /** Returns a limit with fewer requests left than the reserve and restoring need, once so many more are sent. */
  shortOf(nowMs: number, count = 1): KnownLimit | undefined {
    return this.#current(nowMs).find(
      ({ limit, remaining }) => remaining - count < Math.ceil(this.#reserve * limit) + RESERVED_FOR_RESTORING,
    );
  }

  exhausted(nowMs: number): KnownLimit | undefined {
    return this.#current(nowMs).find(({ remaining }) => remaining < 1);
  }

  #current(nowMs: number): KnownLimit[] {
    return [...this.#known.values()].filter(({ resetMs }) => resetMs > nowMs);
  }
}
