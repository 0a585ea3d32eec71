/** §8 and the default choices for what it leaves open, written for one key at a time, one request after the other. */

const BAN_THRESHOLD = 10;
const BAN_MS = 300_000;
const lengthsMs = { minute: 60_000, day: 86_400_000 } as const;

export type WindowName = keyof typeof lengthsMs;

/** What a key has used in a window, from the first request in it on. */
interface Used {
  readonly fromMs: number;
  spent: number;
  rejected: number;
}

export interface KeyModel {
  readonly limits: Readonly<Record<WindowName, number>>;
  readonly used: Partial<Record<WindowName, Used>>;
  bannedUntilMs: number;
}

/** What a client sees of its quota with a response. */
export interface Standing {
  readonly outcome: 'served' | 'rate_limit_exceeded' | 'key_banned';
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
  readonly retryAfter: number | undefined;
}

/** Counts a request and returns what its response must show. */
export function request(key: KeyModel, nowMs: number): Standing {
  if (nowMs < key.bannedUntilMs) return standing(key, nowMs, 'key_banned', key.bannedUntilMs);
  const isSpent = (name: WindowName) => (current(key, name, nowMs)?.spent ?? 0) >= key.limits[name];
  const spent = (['day', 'minute'] as const).find(isSpent);
  if (spent === undefined) {
    for (const name of ['minute', 'day'] as const) open(key, name, nowMs).spent++;
    return standing(key, nowMs, 'served', undefined);
  }
  const used = open(key, spent, nowMs);
  if (++used.rejected % BAN_THRESHOLD !== 0) {
    return standing(key, nowMs, 'rate_limit_exceeded', used.fromMs + lengthsMs[spent]);
  }
  key.bannedUntilMs = nowMs + BAN_MS;
  return standing(key, nowMs, 'key_banned', key.bannedUntilMs);
}

/** Sets what a key has left in a window, as the admin API does. */
export function setRemaining(key: KeyModel, name: WindowName, remaining: number, nowMs: number): void {
  open(key, name, nowMs).spent = key.limits[name] - remaining;
}

function current({ used }: KeyModel, name: WindowName, nowMs: number): Used | undefined {
  const window = used[name];
  return window !== undefined && nowMs < window.fromMs + lengthsMs[name] ? window : undefined;
}

function open(key: KeyModel, name: WindowName, nowMs: number): Used {
  const window = current(key, name, nowMs) ?? { fromMs: nowMs, spent: 0, rejected: 0 };
  key.used[name] = window;
  return window;
}

/** The headers describe the window with less left, the minute if both have as much. */
function standing(key: KeyModel, nowMs: number, outcome: Standing['outcome'], untilMs: number | undefined): Standing {
  const left = (name: WindowName) => Math.max(0, key.limits[name] - (current(key, name, nowMs)?.spent ?? 0));
  const name = left('day') < left('minute') ? 'day' : 'minute';
  const fromMs = current(key, name, nowMs)?.fromMs ?? nowMs;
  return {
    outcome,
    limit: key.limits[name],
    remaining: left(name),
    resetSeconds: Math.ceil((fromMs + lengthsMs[name]) / 1000),
    retryAfter: untilMs === undefined ? undefined : Math.max(1, Math.ceil((untilMs - nowMs) / 1000)),
  };
}
