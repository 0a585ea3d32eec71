import type { Behaviour } from '../../src/service/behaviour.js';
import { formatRateLimitHeaders } from '../../src/service/rate-limit-headers.js';
import { type Account, type WindowState, windowsOf } from './account.js';

type Windows = ReturnType<typeof windowsOf>;
type WindowName = keyof Windows;

/**
 * Returns the headers that describe the limits of an account (§8.2, open questions `described-window` and `rate-limit-fields`).
 * `remaining` replaces the requests that are left.
 */
export function limitHeaders(
  account: Account,
  behaviour: Behaviour,
  nowMs: number,
  remaining?: number,
): Record<string, string> {
  const windows = windowsOf(account, behaviour, nowMs);
  // Whichever window describes a key: what 401 responses show is a question of its own.
  const choice = account.alias === undefined ? 'fewest-remaining' : behaviour['described-window'];
  const name = describedWindow(windows, choice);
  const described = remaining === undefined ? windows[name] : { ...windows[name], remaining };
  const resetSeconds = Math.ceil(described.resetsAtMs / 1000);
  const headers = formatRateLimitHeaders({ limit: described.limit, remaining: described.remaining, resetSeconds });
  const shown = behaviour['rate-limit-fields'];
  if (shown === 'x') return headers;
  const fields = shown === 'both' ? BOTH : shown;
  return { ...headers, ...formatFields(fields, { ...windows, [name]: described }, name, nowMs) };
}

function describedWindow({ minute, day }: Windows, choice: Behaviour['described-window']): WindowName {
  if (choice !== 'fewest-remaining') return choice;
  return day.remaining < minute.remaining ? 'day' : 'minute';
}

type Fields = Exclude<Behaviour['rate-limit-fields'], string>;

const BOTH: Fields = { 'RateLimit-Policy': 'each-window', RateLimit: 'each-window' };
const lengthSeconds = { minute: 60, day: 86_400 } as const;

/** Writes the fields of draft-ietf-httpapi-ratelimit-headers-11: lists of RFC 9651 with an item for each window. */
function formatFields(fields: Fields, windows: Windows, described: WindowName, nowMs: number): Record<string, string> {
  const { minute = 'minute', day = 'day' } = fields;
  const names = { minute, day };
  const list = (which: Fields['RateLimit'], parameters: (state: WindowState, window: WindowName) => string) => {
    const shown = which === 'each-window' ? (['minute', 'day'] as const) : [described];
    return shown.map((window) => `"${names[window]}";${parameters(windows[window], window)}`).join(', ');
  };
  const { 'RateLimit-Policy': policy, RateLimit: limit } = fields;
  return {
    ...(policy && {
      'RateLimit-Policy': list(policy, (state, window) => `q=${state.limit};w=${lengthSeconds[window]}`),
    }),
    ...(limit && { RateLimit: list(limit, (state) => `r=${state.remaining};t=${secondsLeft(state, nowMs)}`) }),
  };
}

function secondsLeft({ resetsAtMs }: WindowState, nowMs: number): number {
  return Math.max(0, Math.ceil((resetsAtMs - nowMs) / 1000));
}
