import { rateLimitHeaderNames } from '../../src/spec/rate-limit-headers.js';
import { shown } from '../attack.js';
import type { RawResponse } from '../response-reader.js';
import type { Call } from './draw-batch.js';
import { type Model, ORDERED_KEY } from './model-state.js';
import { request, type Standing } from './quota-model.js';
import { carryOut } from './store-model.js';

interface Exchange {
  readonly call: Call;
  readonly response: RawResponse;
}

/**
 * Carries out the requests of a round on the model, and returns in what the responses differ. `exchanges`: those of each connection.
 * Whatever the order, a key's requests get the same responses as far as its quota goes; the ordered key shows the order.
 */
export function judgeRound(model: Model, exchanges: readonly (readonly Exchange[])[]): string[] {
  const problems: string[] = [];
  for (const [key, keyModel] of Object.entries(model.keys)) {
    const own = exchanges.map((list) => list.filter(({ call }) => call.key === key));
    if (own.some(rises)) problems.push(`${key}: the requests left rise on a connection`);
    const seen = own.flat().map(({ response }) => JSON.stringify(standingIn(response)));
    const expected = seen.map(() => JSON.stringify(request(keyModel, model.nowMs)));
    problems.push(...compareSets(seen, expected).map((problem) => `${key}: ${problem}`));
  }
  return [...problems, ...replay(model, exchanges.flat())];
}

function rises(exchanges: readonly Exchange[]): boolean {
  const left = exchanges.map(({ response }) => standingIn(response).remaining);
  return left.some((remaining, at) => remaining > (left[at - 1] ?? remaining));
}

function compareSets(seen: readonly string[], expected: readonly string[]): string[] {
  const rest = [...expected];
  const extra = seen.filter((text) => {
    const at = rest.indexOf(text);
    if (at !== -1) rest.splice(at, 1);
    return at === -1;
  });
  if (extra.length === 0) return [];
  return [`${extra.length} of ${seen.length} responses differ, such as ${extra[0]} and not ${rest[0]}`];
}

/** Returns what a client sees of its quota. */
function standingIn({ status, headers, body }: RawResponse): Standing {
  const numberIn = (wanted: string) => {
    const value = headers.find(([name]) => name === wanted.toLowerCase())?.[1];
    return value === undefined ? undefined : Number(value);
  };
  const [limit, remaining, resetSeconds] = rateLimitHeaderNames.map((name) => numberIn(name) ?? Number.NaN);
  const rejection = body.includes('"code":"key_banned"') ? 'key_banned' : 'rate_limit_exceeded';
  return {
    outcome: status === 429 ? rejection : 'served',
    limit: limit as number,
    remaining: remaining as number,
    resetSeconds: resetSeconds as number,
    retryAfter: numberIn('Retry-After'),
  };
}

/** Carries out the requests of the ordered key on the model, in the order that the server shows. */
function replay({ store, nowMs }: Model, exchanges: readonly Exchange[]): string[] {
  const ordered = exchanges
    .filter(({ call }) => call.key === ORDERED_KEY)
    .sort((one, other) => standingIn(other.response).remaining - standingIn(one.response).remaining);
  return ordered.flatMap(({ call, response }) => {
    const { status, body } = call.made === undefined ? { status: 0 } : carryOut(store, call.made, nowMs);
    if (response.status === status && (body === undefined || response.body === body)) return [];
    const received = shown(`${response.status} ${response.body}`);
    return [`${received} and not ${shown(`${status} ${body ?? ''}`)} to ${shown(call.request.text)}`];
  });
}
