import type { Credential, Exchange } from '../../src/exchange/exchange.js';
import { formatDuration, momentNear } from '../../src/spec/times.js';
import { InputError } from '../../src/spec/validation/input-error.js';
import type { Draw } from '../draw.js';
import type { SuiteClock } from '../sending/clock.js';
import type { OutgoingRequest } from '../sending/sender.js';
import { type Progress, Stop } from '../suite.js';
import type { Budget } from './budget.js';
import { createQuota, type KnownLimit, silentUntilMs } from './quota.js';

/**
 * What a request is for. `probe`: an ordinary one. `overrun`: it may meet the limit, and a 429 is its answer.
 * `restore`: it puts back what was changed; an interrupted run still sends it.
 */
export type Purpose = 'probe' | 'overrun' | 'restore';

export interface ProbeRequest {
  readonly probe: string;
  readonly request: OutgoingRequest;
  readonly credential: Credential;
  readonly purpose: Purpose;
  /** Requests that must be left in the budget after this one, to put back what is changed by then. */
  readonly inHand: number;
  /** Done once it is certain that the request goes out, and before it does. */
  readonly beforeSending?: (() => Promise<void> | undefined) | undefined;
}

export interface GovernorOptions {
  readonly clock: SuiteClock;
  readonly signal: AbortSignal;
  readonly budget: Budget;
  readonly jitter: Draw;
  /** Share of the limit that is left to the key's other users. */
  readonly reserve: number;
  readonly maxWaitMs: number;
  readonly progress: (progress: Progress) => void;
  /** Sends and records one request. */
  readonly send: (ask: ProbeRequest, signal: AbortSignal) => Promise<Exchange>;
}

/** The one gate for all traffic. */
export interface Governor {
  /**
   * Sends one request when it may be sent, and once more after an unexpected 429 or where a GET got no answer. Throws a
   * {@link Stop}, also after a second 429, unless it is the lack of a good key that the service limits.
   */
  send(ask: ProbeRequest): Promise<Exchange>;
  /** Sends nothing until then. Throws a {@link Stop} when that is too long. */
  pause(untilMs: number, why: string): Promise<void>;
  /** A request without the given key was answered 429 twice in a row: to send more of them would be impatient. */
  readonly limitsOtherKeys: boolean;
  /** The limit that the given key was told last. */
  limit(): KnownLimit | undefined;
}

const FAILED_WAIT_MS = 1_000;
/** A timer may ring a little early; a clock that does not move at all must not keep a run for ever. */
const MOST_WAITS = 5;
const never = new AbortController().signal;

export function createGovernor(options: GovernorOptions): Governor {
  const { clock, signal, budget, jitter, reserve, maxWaitMs, progress, send } = options;
  const quota = createQuota();
  let silence = { untilMs: 0, why: '' };
  let backOffs = 0;
  let failuresInARow = 0;
  let refusesStrangers = false;

  async function ask(wanted: ProbeRequest): Promise<Exchange> {
    const first = await askOnce(wanted);
    if (first.response === undefined) return repeatFailed(wanted, first);
    if (first.response.status !== 429 || wanted.purpose === 'overrun') return first;
    const second = await askOnce(wanted);
    if (second.response?.status !== 429) return second;
    if (!isGoodKey(wanted.credential)) {
      refusesStrangers = true;
      return second;
    }
    throw new Stop('answered 429 twice in a row, although the run had waited as it was told');
  }

  async function repeatFailed(wanted: ProbeRequest, failed: Exchange): Promise<Exchange> {
    stopIfInterrupted(wanted);
    const isRestoring = wanted.purpose === 'restore';
    if (failuresInARow > 1 && !isRestoring) throw failedTwice(failed);
    if (wanted.request.method !== 'GET' && !isRestoring) return failed;
    await sleepUntil(clock.now() + FAILED_WAIT_MS, 'no answer came', signalFor(wanted));
    const second = await askOnce(wanted);
    if (second.response === undefined) throw failedTwice(second);
    return second;
  }

  async function askOnce(wanted: ProbeRequest): Promise<Exchange> {
    stopIfInterrupted(wanted);
    budget.require(wanted.inHand);
    if (usesKey(wanted.credential)) await keepReserve(wanted);
    await keepSilence();
    stopIfInterrupted(wanted);
    budget.spend();
    if (usesKey(wanted.credential)) quota.spend();
    const exchange = await send(wanted, signalFor(wanted));
    learn(exchange);
    return exchange;
  }

  function learn(exchange: Exchange): void {
    failuresInARow = exchange.response === undefined ? failuresInARow + 1 : 0;
    quota.learn(exchange);
    const untilMs = silentUntilMs(exchange, { earlier: backOffs, jitter: jitter.fraction(), maxWaitMs });
    if (untilMs !== undefined) {
      silence = { untilMs, why: `the service answered ${exchange.response?.status}` };
      backOffs++;
    }
    progress({ kind: 'sent', sent: budget.sent, budget: budget.limit, remaining: quota.latest()?.remaining });
  }

  /** Not a byte before the moment that a 429 indicates, whoever asks (§8.3). */
  async function keepSilence(): Promise<void> {
    if (clock.now() >= silence.untilMs) return;
    const waitMs = silence.untilMs - clock.now();
    if (!signal.aborted && waitMs > maxWaitMs) throw new Stop(`the service asks to wait ${tooLong(silence.untilMs)}`);
    await sleepUntil(silence.untilMs, silence.why, signal);
    if (clock.now() >= silence.untilMs) return;
    const moment = momentNear(silence.untilMs, clock.now());
    throw new Stop(`interrupted while the service asks to send nothing until ${moment}`);
  }

  async function keepReserve({ purpose }: ProbeRequest): Promise<void> {
    if (purpose === 'overrun') return;
    const short = purpose === 'probe' ? quota.shortOf(reserve, clock.now()) : quota.exhausted(clock.now());
    if (short === undefined) return;
    const why = `${short.remaining} of ${short.limit} requests are left`;
    if (purpose === 'probe') return pause(short.resetMs, `${why} and kept for others (--reserve)`);
    if (!signal.aborted && short.resetMs - clock.now() <= maxWaitMs) await sleepUntil(short.resetMs, why, signal);
  }

  async function pause(untilMs: number, why: string): Promise<void> {
    if (untilMs <= clock.now()) return;
    if (untilMs === Number.POSITIVE_INFINITY) throw new Stop(`${why}, and the service does not tell until when`);
    if (untilMs - clock.now() > maxWaitMs) throw new Stop(`${why}; the wait is ${tooLong(untilMs)}`);
    await sleepUntil(untilMs, why, signal);
    if (signal.aborted) throw new Stop('interrupted');
  }

  async function sleepUntil(untilMs: number, why: string, until: AbortSignal): Promise<void> {
    progress({ kind: 'waiting', untilMs, why });
    for (let waits = 0; clock.now() < untilMs && !until.aborted; waits++) {
      const beforeMs = clock.now();
      await moveOn(untilMs - beforeMs, until);
      if (clock.now() > beforeMs) waits = 0;
      if (waits === MOST_WAITS) throw new Stop('the clock does not move on while the run waits');
    }
  }

  /** A fake whose clock the run moves may be gone by now. */
  async function moveOn(ms: number, until: AbortSignal): Promise<void> {
    try {
      await clock.wait(ms, until);
    } catch (error) {
      if (error instanceof InputError) throw new Stop(error.message);
      throw error;
    }
  }

  function tooLong(untilMs: number): string {
    const nowMs = clock.now();
    const moment = momentNear(untilMs, nowMs);
    return `${formatDuration(untilMs - nowMs)} (until ${moment}), longer than --max-wait ${formatDuration(maxWaitMs)}`;
  }

  function stopIfInterrupted({ purpose }: ProbeRequest): void {
    if (signal.aborted && purpose !== 'restore') throw new Stop('interrupted');
  }

  /**
   * What a write did must be known, and restoring outlives Ctrl-C. Where something is to be put back after it, even a GET is
   * not broken off: its answer may be a 429, after which nothing may be sent.
   */
  function signalFor({ purpose, request, inHand }: ProbeRequest): AbortSignal {
    return purpose !== 'restore' && request.method === 'GET' && inHand === 0 ? signal : never;
  }

  return {
    send: ask,
    pause,
    get limitsOtherKeys() {
      return refusesStrangers;
    },
    limit: () => quota.latest(),
  };
}

/** Returns whether the service has to take a request for one of the given key. */
export function isGoodKey(credential: Credential): boolean {
  return credential.kind === 'bearer' && credential.standing === 'given';
}

/** Returns whether the service may count a request against the given key, though it may stand in the wrong place. */
function usesKey(credential: Credential): boolean {
  return credential.kind === 'misplaced' || isGoodKey(credential);
}

function failedTwice({ failure }: Exchange): Stop {
  return new Stop(`two requests in a row got no answer: ${failure}`);
}
