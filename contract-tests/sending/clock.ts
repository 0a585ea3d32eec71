import { setTimeout as sleep } from 'node:timers/promises';
import type { HeaderList } from '../../src/exchange/exchange.js';
import { readJson } from '../../src/exchange/recorded-json.js';
import { parseTimestamp } from '../../src/json/dates.js';
import { InputError } from '../../src/json/input-error.js';
import { isJsonObject } from '../../src/json/json.js';
import { parseUrl } from '../../src/json/parse-url.js';
import { quote } from '../../src/json/quoting.js';
import type { Sender } from './sender.js';

/** The time of the suite. Waiting may move the clock of a fake or a test instead of sleeping. */
export interface SuiteClock {
  now(): number;
  /** Resolves when the time has passed, or at once when the signal is aborted. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

/** Node would shorten a longer sleep to a millisecond. */
const LONGEST_MS = 2 ** 31 - 1;

export function createRealClock(): SuiteClock {
  return {
    now: () => Date.now(),
    wait: (ms, signal) => sleep(Math.min(ms, LONGEST_MS), undefined, { signal }).catch(() => undefined),
  };
}

export interface AdminClockOptions {
  readonly adminUrl: string;
  readonly token: string;
  readonly sender: Pick<Sender, 'send'>;
  /** The machine's time; default `Date.now`. */
  readonly ownNow?: () => number;
}

/** Returns a clock with the time of a fake, which it moves instead of sleeping. Throws an InputError if the URL or token is wrong. */
export async function connectAdminClock(options: AdminClockOptions): Promise<SuiteClock> {
  const { ownNow = Date.now } = options;
  let offsetMs = 0;
  /** Undefined while the fake's time passes by itself. */
  let frozenMs: number | undefined;
  const now = () => frozenMs ?? ownNow() + offsetMs;
  const call = async (signal: AbortSignal, path: string, body?: object) => {
    const { nowMs, isRunning } = await readTime(options, signal, path, body);
    offsetMs = nowMs - ownNow();
    frozenMs = isRunning ? undefined : nowMs;
  };
  await call(new AbortController().signal, '/clock');
  return {
    now,
    async wait(ms, signal) {
      if (ms <= 0 || signal.aborted) return;
      await call(signal, '/clock/advance', { by: `${Math.ceil(ms)}ms` }).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
    },
  };
}

const EXAMPLE = 'Try http://127.0.0.1:4290/__admin.';

async function readTime(
  { adminUrl, token, sender }: AdminClockOptions,
  signal: AbortSignal,
  path: string,
  body: object | undefined,
) {
  const failure = (problem: string, remedy: string) =>
    new InputError(`Using the clock of the fake at ${quote(adminUrl)}`, problem, remedy);
  const { hostname } = parseUrl(adminUrl) ?? {};
  if (hostname === undefined) throw failure('it is not a URL', EXAMPLE);
  const method = body === undefined ? 'GET' : 'POST';
  const url = `${adminUrl.replace(/\/+$/, '')}${path}`;
  const headers: HeaderList = [
    ['Authorization', `Bearer ${token}`],
    ['Content-Type', 'application/json'],
  ];
  const response = await sender.send({ method, url, headers, body: body && JSON.stringify(body) }, signal);
  if ('cause' in response) throw failure(response.cause, 'Start the fake with petstore-mock serve.');
  const { status } = response;
  if (status === 401) throw failure('it rejected the admin token', 'Use the token that it printed when it started.');
  if (status === 403) {
    throw failure('it does not serve its control room under this host', `Start it with --allowed-host ${hostname}`);
  }
  const state = readJson(new TextDecoder().decode(response.body));
  const { now = null, mode } = isJsonObject(state) ? state : {};
  const nowMs = typeof now === 'string' ? parseTimestamp(now) : undefined;
  if (status === 200 && nowMs !== undefined) return { nowMs, isRunning: mode === 'real' };
  throw failure(`the response (${status}) has no time, so this is not the admin API of a fake`, EXAMPLE);
}
