import { createDraw } from '../../contract-tests/draw.js';
import type { Sender } from '../../contract-tests/sending/sender.js';
import { createService } from '../conformant-service/create-service.js';
import { type VirtualClock, wireResponse } from '../conformant-service/in-process.js';
import { type ServiceResponse, withHeader } from '../conformant-service/service.js';

/** The timeout of the sender that the commands use. */
export const RESPONSE_TIMEOUT_MS = 30_000;
/** A response that never comes, or never ends. */
const NEVER = Number.POSITIVE_INFINITY;

interface Stall {
  readonly response: ServiceResponse;
  /** Until the first byte. */
  readonly silentMs?: number;
  /** From the first byte to the last one. */
  readonly dripMs?: number;
}

/** What becomes of the usual response to request number `count`. */
export type Staller = (usual: ServiceResponse, count: number, nowMs: number, method: string) => Stall;

const limitsAs = (remaining: number, resetAfterSeconds: number) => (usual: ServiceResponse, nowMs: number) =>
  withHeader(
    withHeader(usual, 'X-RateLimit-Remaining', String(remaining)),
    'X-RateLimit-Reset',
    String(Math.ceil(nowMs / 1_000) + resetAfterSeconds),
  );

/** The same error, as the document describes it. */
const error = (usual: ServiceResponse, status: number, retryAfter?: string) =>
  withHeader(
    { ...usual, status, body: JSON.stringify({ code: 'later', message: 'Later', status }) },
    'Retry-After',
    retryAfter,
  );

/** The window passes, and a new one begins that is as short. */
function afterEveryReset(remaining: number): () => Staller {
  return () => {
    let resetMs = 0;
    return (usual, _count, nowMs) => {
      if (nowMs >= resetMs) resetMs = nowMs + 60_000;
      return { response: limitsAs(remaining, Math.ceil((resetMs - nowMs) / 1_000))(usual, nowMs) };
    };
  };
}

const eachSecond = (change: (usual: ServiceResponse) => ServiceResponse) => (): Staller => (usual, count) => ({
  response: count % 2 === 0 ? change(usual) : usual,
});

/** Services that keep a client waiting, by name. Each call makes another one. */
export const stallers: Readonly<Record<string, () => Staller>> = {
  'has one request left, always': afterEveryReset(1),
  'has none left after every Reset': afterEveryReset(0),
  'has a Reset that moves on': () => (usual, count, nowMs) => ({
    response: limitsAs(Math.max(0, 20 - count), 60)(usual, nowMs),
  }),
  'has a Reset that is near, and moves on': () => (usual, _count, nowMs) => ({
    response: limitsAs(1, 5)(usual, nowMs),
  }),
  'returns 429 each second time, for a minute': eachSecond((usual) => error(usual, 429, '60')),
  'returns 429 always, for a minute': () => (usual) => ({ response: error(usual, 429, '60') }),
  'returns 503 each second time, for a minute': eachSecond((usual) => error(usual, 503, '60')),
  'returns 503 always': () => (usual) => ({ response: error(usual, 503) }),
  'returns 503 always, for a minute': () => (usual) => ({ response: error(usual, 503, '60') }),
  'drips for 28 seconds': () => (response) => ({ response, dripMs: 28_000 }),
  'responds after 28 seconds': () => (response) => ({ response, silentMs: 28_000 }),
  'never completes a response': () => (response) => ({ response, dripMs: NEVER }),
  'is silent': () => (response) => ({ response, silentMs: NEVER }),
  'is silent each second time': () => (response, count) => ({ response, silentMs: count % 2 === 0 ? NEVER : 0 }),
  'is silent at each second GET': () => {
    let gets = 0;
    return (response, _count, _nowMs, method) => ({
      response,
      silentMs: method === 'GET' && ++gets % 2 === 0 ? NEVER : 0,
    });
  },
};

/** Draws a service from a seed: any mixture of statuses, headers and delays. */
export function drawStaller(seed: number): Staller {
  const draw = createDraw(seed, 'stalls');
  const oneOf = <Item>(items: readonly Item[]) => items[draw.integer(0, items.length - 1)] as Item;
  // Few of them, so that a service has habits.
  const habits = Array.from({ length: draw.integer(1, 4) }, () => ({
    status: oneOf([undefined, undefined, undefined, 200, 429, 503, 500, 403]),
    retryAfter: oneOf([undefined, '0', '1', '10', '60', '74', '300', 'soon', '1.5']),
    limits: oneOf([undefined, limitsAs(oneOf([0, 1, 5, 15, 59]), oneOf([-60, 0, 1, 10, 29, 59, 74, 3_600]))]),
    silentMs: oneOf([0, 0, 50, 2_000, 28_000, NEVER]),
    dripMs: oneOf([0, 0, 0, 500, 28_000, NEVER]),
  }));
  return (usual, count, nowMs) => {
    // The first list comes, else most runs would end there.
    if (count === 1) return { response: usual };
    const { status, retryAfter, limits, silentMs, dripMs } = oneOf(habits);
    const response = status === undefined ? usual : error(usual, status, retryAfter);
    return { response: limits === undefined ? response : limits(response, nowMs), silentMs, dripMs };
  };
}

/** Returns a sender to a conformant service whose responses are changed and delayed, in virtual time. */
export function senderTo(staller: Staller, clock: VirtualClock): Sender {
  const service = createService();
  let count = 0;
  return {
    async send(request, _signal, timeoutMs = RESPONSE_TIMEOUT_MS) {
      const mostMs = Math.min(RESPONSE_TIMEOUT_MS, timeoutMs);
      count++;
      const usual = service.handle(request, clock.now());
      const { response, silentMs = 0, dripMs = 0 } = staller(usual, count, clock.now(), request.method);
      const endMs = clock.now() + Math.min(mostMs, silentMs + dripMs + service.latencyMs);
      // What is sent at the same time takes the same time.
      await Promise.resolve();
      clock.pass(Math.max(0, endMs - clock.now()));
      if (silentMs + service.latencyMs > mostMs) return { cause: `no response within ${mostMs / 1_000} s` };
      if (silentMs + service.latencyMs + dripMs <= mostMs) return wireResponse(response);
      return { ...wireResponse({ ...response, body: '[' }), incomplete: `incomplete after ${mostMs / 1_000} s` };
    },
    async close() {},
  };
}
