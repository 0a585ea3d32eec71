import { setTimeout as sleep } from 'node:timers/promises';
import type { WireResponse } from '../../src/exchange/exchange.js';
import { parseTimestamp } from '../../src/spec/dates.js';
import { isJsonObject, JsonError, parseJson } from '../../src/spec/json.js';
import { parseUrl } from '../../src/spec/parse-url.js';
import { quote } from '../../src/spec/quoting.js';
import { InputError } from '../../src/spec/validation/input-error.js';
import type { Sender } from './sender.js';

/** The time that the suite goes by. Waiting may move a fake's clock, or a test's, instead of sleeping. */
export interface SuiteClock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Returns when so many milliseconds have passed, or at once when the signal is aborted. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

/** Node would cut a longer sleep down to a millisecond. */
const LONGEST_MS = 2 ** 31 - 1;

/** Goes by the machine's time and sleeps. */
export function createRealClock(): SuiteClock {
  return {
    now: () => Date.now(),
    // An aborted wait is over: nobody has to hear of it.
    wait: (ms, signal) => sleep(Math.min(ms, LONGEST_MS), undefined, { signal }).catch(() => undefined),
  };
}

export interface AdminClockOptions {
  /** Such as `http://127.0.0.1:4290/__admin`. */
  readonly adminUrl: string;
  readonly token: string;
  readonly sender: Pick<Sender, 'send'>;
  /** The machine's time; default `Date.now`. */
  readonly ownNow?: () => number;
}

/** What a fake tells of its clock. */
interface FakeTime {
  readonly nowMs: number;
  /** Whether its time passes by itself. */
  readonly isRunning: boolean;
}

/** Asks a fake for its clock; answers a clock that goes by the fake's time and moves it instead of sleeping. Throws an InputError when URL or token is wrong. */
export async function connectAdminClock(options: AdminClockOptions): Promise<SuiteClock> {
  const { ownNow = Date.now } = options;
  let told = await ask(options, 'GET', '/clock', undefined, new AbortController().signal);
  let toldAtMs = ownNow();
  return {
    now: () => told.nowMs + (told.isRunning ? ownNow() - toldAtMs : 0),
    async wait(ms, signal) {
      if (ms <= 0 || signal.aborted) return;
      try {
        told = await ask(options, 'POST', '/clock/advance', JSON.stringify({ by: `${Math.ceil(ms)}ms` }), signal);
        toldAtMs = ownNow();
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
  };
}

async function ask(
  { adminUrl, token, sender }: AdminClockOptions,
  method: string,
  path: string,
  body: string | undefined,
  signal: AbortSignal,
): Promise<FakeTime> {
  const refuse = (problem: string, remedy: string) =>
    new InputError(`Using the clock of the fake at ${quote(adminUrl)}`, problem, remedy);
  const { hostname } = parseUrl(adminUrl) ?? {};
  if (hostname === undefined) throw refuse('it is no URL', EXAMPLE);
  const type: [string, string][] = body === undefined ? [] : [['Content-Type', 'application/json']];
  const url = `${adminUrl.replace(/\/+$/, '')}${path}`;
  const response = await sender.send(
    { method, url, headers: [['Authorization', `Bearer ${token}`], ...type], body },
    signal,
  );
  if ('cause' in response) throw refuse(response.cause, 'Start the fake with petstore-mock serve.');
  if (response.status === 401)
    throw refuse('it refuses the admin token', 'Take the token that it printed at its start.');
  if (response.status === 403) {
    throw refuse('its control room is not served under this host', `Start the fake with --allowed-host ${hostname}`);
  }
  const time = response.status === 200 ? fakeTimeIn(response) : undefined;
  if (time === undefined)
    throw refuse(`it answered ${response.status} and no time, so it is no fake's admin API`, EXAMPLE);
  return time;
}

const EXAMPLE = 'Try http://127.0.0.1:4290/__admin.';

function fakeTimeIn({ body }: WireResponse): FakeTime | undefined {
  const told = readJson(body);
  if (!isJsonObject(told) || typeof told.now !== 'string') return undefined;
  const nowMs = parseTimestamp(told.now);
  return nowMs === undefined ? undefined : { nowMs, isRunning: told.mode === 'real' };
}

function readJson(body: Uint8Array) {
  try {
    return parseJson(new TextDecoder().decode(body));
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}
