import { type ExchangeInit, START_MS } from './recorded.js';

/** A window that counts requests; all moments are milliseconds after START_MS. */
export interface CountingWindow {
  readonly limit: number;
  used(atMs: number): number;
  charge(atMs: number): void;
  /** The moment that Reset reports. */
  resetMs(atMs: number): number;
  /** When a request that is rejected now would succeed. */
  roomMs(atMs: number): number;
}

/** Begins with the first request in it, or with the clock's minute or day. */
export function fixedWindow(limit: number, windowMs: number, isAligned = false): CountingWindow {
  let [startMs, count] = [Number.NEGATIVE_INFINITY, 0];
  const roll = (atMs: number) => {
    if (atMs < startMs + windowMs) return;
    startMs = isAligned ? Math.floor((START_MS + atMs) / windowMs) * windowMs - START_MS : atMs;
    count = 0;
  };
  const resetMs = (atMs: number) => {
    roll(atMs);
    return startMs + windowMs;
  };
  return {
    limit,
    used: (atMs) => {
      roll(atMs);
      return count;
    },
    charge: (atMs) => {
      roll(atMs);
      count++;
    },
    resetMs,
    roomMs: resetMs,
  };
}

/** Reset is when the oldest request leaves, or when all have left. */
export function slidingWindow(limit: number, windowMs: number, reset: 'oldest' | 'all'): CountingWindow {
  const sent: number[] = [];
  const inside = (atMs: number) => {
    while ((sent[0] ?? atMs) <= atMs - windowMs) sent.shift();
    return sent;
  };
  return {
    limit,
    used: (atMs) => inside(atMs).length,
    charge: (atMs) => {
      sent.push(atMs);
    },
    resetMs: (atMs) => (inside(atMs).at(reset === 'oldest' ? 0 : -1) ?? atMs) + windowMs,
    roomMs: (atMs) => (inside(atMs).at(-limit) ?? atMs) + windowMs,
  };
}

export interface Habits {
  readonly describes?: 'fewest' | 'in turn' | 'minute';
  readonly retryAfter?: 'seconds' | 'date' | 'zero';
  readonly chargesRejected?: boolean;
  readonly charges429?: boolean;
  /** The clock error of the responding gateway; called for each response. */
  readonly skewMs?: () => number;
  /** Requests of other clients before the next one. */
  readonly others?: () => number;
}

/** Sends requests and advances its clock. */
export interface Client {
  send(wish?: ExchangeInit): ExchangeInit;
  wait(ms: number): void;
  /** Waits for the last Retry-After, then some more; does nothing after another response. */
  backOff(moreMs?: number): void;
  readonly exchanges: ExchangeInit[];
  readonly nowMs: () => number;
}

export function clientOf(windows: readonly CountingWindow[], habits: Habits = {}, startMs = 0, eachMs = 100): Client {
  const exchanges: ExchangeInit[] = [];
  let [nowMs, untilMs] = [startMs, 0];
  const response = (wish: ExchangeInit): ExchangeInit => {
    for (let left = habits.others?.() ?? 0; left > 0; left--) {
      if (windows.every((one) => one.used(nowMs) < one.limit)) for (const one of windows) one.charge(nowMs);
    }
    const spent = windows.filter((one) => one.used(nowMs) >= one.limit);
    const status = spent.length > 0 ? 429 : (wish.status ?? 200);
    const isCharged = status === 429 ? habits.charges429 : status < 300 || habits.chargesRejected;
    if (isCharged) for (const one of windows) if (status !== 429 || !spent.includes(one)) one.charge(nowMs);
    untilMs = Math.max(nowMs, ...spent.map((one) => one.roomMs(nowMs)));
    const retryAfter = status === 429 ? { 'Retry-After': retryAfterOf(untilMs) } : {};
    return { ...wish, status, atMs: nowMs, headers: { ...headersOf(), ...retryAfter, ...wish.headers } };
  };
  const retryAfterOf = (until: number) => {
    if (habits.retryAfter === 'zero') return '0';
    if (habits.retryAfter === 'date') return new Date(Math.ceil((START_MS + until) / 1000) * 1000).toUTCString();
    return String(Math.max(1, Math.ceil((until - nowMs) / 1000)));
  };
  const headersOf = () => {
    const left = (one: CountingWindow) => Math.max(0, one.limit - one.used(nowMs));
    const fewest = [...windows].sort((a, b) => left(a) - left(b))[0];
    const described = { fewest, 'in turn': windows[exchanges.length % windows.length], minute: windows[0] };
    const one = described[habits.describes ?? 'fewest'];
    if (one === undefined) throw new Error('a service has a window');
    const skewMs = habits.skewMs?.() ?? 0;
    return {
      Date: new Date(START_MS + nowMs + skewMs).toUTCString(),
      'X-RateLimit-Limit': String(one.limit),
      'X-RateLimit-Remaining': String(left(one)),
      'X-RateLimit-Reset': String(Math.ceil((START_MS + one.resetMs(nowMs) + skewMs) / 1000)),
    };
  };
  return {
    exchanges,
    nowMs: () => nowMs,
    wait: (ms) => {
      nowMs += ms;
    },
    backOff: (moreMs = 200) => {
      nowMs = Math.max(nowMs, untilMs + moreMs);
    },
    send: (wish = {}) => {
      const one = response(wish);
      exchanges.push(one);
      nowMs += eachMs;
      return one;
    },
  };
}

/** Exhausts the limit as the suite does: pauses before the last requests, backs off, retries, and retries again after Reset. */
export function exhaust(client: Client, mostRequests = 400): ExchangeInit[] {
  let hasPaused = false;
  let left = mostRequests;
  for (; left > 0; left--) {
    const { status, headers } = client.send();
    if (status === 429) break;
    if (!hasPaused && Number(headers?.['X-RateLimit-Remaining']) <= 5) {
      client.wait(13_000);
      hasPaused = true;
    }
  }
  client.backOff();
  client.send();
  const resetMs = Number(client.exchanges.at(-1)?.headers?.['X-RateLimit-Reset']) * 1000 - START_MS;
  client.wait(Math.max(0, resetMs - client.nowMs()) + 12_000);
  client.send();
  return client.exchanges;
}
