import { plans } from '../../src/service/plans.js';
import type { StatementId } from '../../src/service/statements.js';
import { headerIn, type ServiceResponse } from '../conformant-service/service.js';
import type { Traits } from '../conformant-service/traits.js';
import { Broken, require, valuesOf } from './oracle-checks.js';

const names = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'] as const;
const meanings = [
  'limits.limit-is-of-the-plan',
  'limits.remaining-is-requests-left',
  'limits.reset-is-unix-timestamp',
] as const satisfies readonly StatementId[];

const CLOCKS_APART_S = 10;
const DAY_S = 86_400;
const MOST_CONSTANT = 5;

interface Described {
  readonly limit: number;
  readonly remaining: number;
  readonly resetS: number;
}

/** Follows the limits of the one key through all responses; nobody else uses it. */
export class LimitWatch {
  readonly #plan: Traits['plan'];
  readonly #limits = new Set<number>();
  /** Limits of windows that are a minute long. */
  readonly #minutes = new Set<number>();
  #startMs: number | undefined;
  #latest: Described | undefined;
  #constant = 0;
  /** Since the latest other request. */
  #messages = 0;
  /** What was left when a Reset was promised, since Remaining last rose. */
  #promises: Described[] = [];

  constructor(plan: Traits['plan']) {
    this.#plan = plan;
  }

  /** Looks at a response to a message: it may have other limits than the inventory, and none at another address. */
  seeMessage(response: ServiceResponse, nowMs: number, isAtBase: boolean): void {
    this.#messages++;
    if (isAtBase || names.every((name) => valuesOf(response, name).length > 0)) this.read(response, nowMs);
  }

  /** Looks at a response to any other request with the key. */
  see(response: ServiceResponse, nowMs: number): void {
    this.#startMs ??= nowMs;
    const described = this.read(response, nowMs);
    this.#seeLimit(described, nowMs);
    const before = this.#latest;
    const isSame = before?.limit === described.limit && Math.abs(before.resetS - described.resetS) <= CLOCKS_APART_S;
    if (before !== undefined && isSame) this.#seeNext(before, described, response, nowMs);
    else this.#seeFirst(before, described, nowMs);
    this.#latest = described;
    this.#seeBrokenPromise(before, described, nowMs);
    this.#messages = 0;
  }

  #seeBrokenPromise(before: Described | undefined, now: Described, nowMs: number): void {
    const isNewWindow = nowMs / 1_000 > (before?.resetS ?? 0) && this.#isFull(now);
    if (before !== undefined && (now.remaining > before.remaining || isNewWindow)) this.#promises = [];
    const isOver = ({ resetS, remaining }: Described) =>
      nowMs / 1_000 > resetS + CLOCKS_APART_S && now.remaining < remaining;
    if (this.#promises.some(isOver))
      throw new Broken('limits.reset-is-unix-timestamp', `only ${now.remaining} left after Reset`, true);
    this.#promises.push(now);
  }

  /** Whether the service said that the key has no requests left. */
  get isUsedUp(): boolean {
    return this.#latest?.remaining === 0;
  }

  get remaining(): number | undefined {
    return this.#latest?.remaining;
  }

  get resetMs(): number {
    return (this.#latest?.resetS ?? 0) * 1_000;
  }

  /** Returns the three headers; throws unless they have the documented form. */
  read(response: ServiceResponse, nowMs: number): Described {
    const [limit = 0, remaining = 0, resetS = 0] = names.map((name, index) => {
      const values = valuesOf(response, name);
      require(values.length > 0 && values[0] !== '', 'limits.every-response-carries-headers', `no ${name}`);
      const statement = meanings[index] ?? 'limits.every-response-carries-headers';
      require(values.length === 1 && /^\d+$/.test(values[0] ?? ''), statement, `${name}: ${values.join(', ')}`);
      return Number(values[0]);
    });
    require(remaining <= limit, 'limits.remaining-is-requests-left', `${remaining} of ${limit} left`);
    const inS = resetS - nowMs / 1_000;
    const isWithinDay = inS >= -CLOCKS_APART_S && inS <= DAY_S + CLOCKS_APART_S;
    if (!isWithinDay) {
      // A Reset that was right at first is only seen to be wrong once it has passed.
      const isStale = this.#startMs !== undefined && Math.abs(resetS * 1_000 - this.#startMs) < 2 * DAY_S * 1_000;
      throw new Broken(
        'limits.reset-is-unix-timestamp',
        `Reset in ${Math.round(inS)} s`,
        isStale && inS < 0 && nowMs - (this.#startMs ?? nowMs) > 60_000,
      );
    }
    return { limit, remaining, resetS };
  }

  #seeLimit({ limit, resetS }: Described, nowMs: number): void {
    const plan = this.#plan === undefined || this.#plan === 'enterprise' ? undefined : plans[this.#plan];
    const isOfPlan = plan === undefined || limit === plan.perMinute || limit === plan.perDay;
    require(isOfPlan, 'limits.limit-is-of-the-plan', `Limit ${limit}, plan ${this.#plan}`);
    this.#limits.add(limit);
    require(this.#limits.size <= 2, 'limits.limit-is-of-the-plan', `Limits ${[...this.#limits]}`);
    const isMinute = this.#latest !== undefined && resetS === this.#latest.resetS && resetS - nowMs / 1_000 <= 60;
    if (isMinute) this.#minutes.add(limit).add(this.#latest?.limit ?? limit);
    require(this.#minutes.size <= 1, 'limits.limit-is-of-the-plan', `Limits ${[...this.#minutes]} of one window`);
  }

  #seeNext(before: Described, now: Described, response: ServiceResponse, nowMs: number): void {
    const isOver = nowMs / 1_000 > before.resetS;
    if (now.remaining > before.remaining && !isOver) {
      throw new Broken('limits.remaining-is-requests-left', `Remaining rose to ${now.remaining}`);
    }
    // Each request is counted once; messages may be counted, too.
    const fell = before.remaining - now.remaining;
    require(isOver ||
      fell <= 1 + this.#messages, 'limits.remaining-is-requests-left', `Remaining fell by ${fell} for one request`);
    const isSuccess = response.status >= 200 && response.status < 300;
    this.#constant = isSuccess && now.remaining === before.remaining ? this.#constant + 1 : 0;
    require(this.#constant <
      MOST_CONSTANT, 'limits.remaining-is-requests-left', `Remaining ${now.remaining} ${MOST_CONSTANT} times`);
  }

  /** As it is soon after Reset. */
  #isFull({ remaining, limit }: Described): boolean {
    return remaining >= limit - 3 - this.#messages;
  }

  /** The first response of another window. */
  #seeFirst(before: Described | undefined, now: Described, nowMs: number): void {
    this.#constant = 0;
    if (before === undefined || nowMs / 1_000 < before.resetS || before.limit !== now.limit) return;
    if (!this.#isFull(now))
      throw new Broken('limits.reset-is-unix-timestamp', `only ${now.remaining} of ${now.limit} after Reset`, true);
  }
}

/** Returns the time that a 429 asks to wait, in milliseconds; throws unless it has a documented form. */
export function retryAfterOf(response: ServiceResponse, nowMs: number): number {
  const statement = 'limits.429-carries-retry-after';
  const values = valuesOf(response, 'retry-after');
  const [value = ''] = values;
  require(values.length === 1, statement, `${values.length} Retry-After`);
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  const ms = Date.parse(value);
  require(/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} .* GMT$/.test(value) && !Number.isNaN(ms), statement, value);
  const date = Date.parse(headerIn(response.headers, 'date') ?? '') || nowMs;
  require(ms >= date - CLOCKS_APART_S * 1_000, statement, `${value} is in the past`);
  return Math.max(0, ms - nowMs);
}
