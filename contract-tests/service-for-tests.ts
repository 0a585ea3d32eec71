import type { WireResponse } from '../src/exchange/exchange.js';
import type { PendingWrite, RestoreLog } from './restore/restore-log.js';
import type { SuiteClock } from './sending/clock.js';
import type { OutgoingRequest, Sender, SendFailure } from './sending/sender.js';
import type { SuiteDependencies, SuiteOptions } from './suite.js';

export const START_MS = Date.UTC(2026, 10, 21, 12);
export const API_KEY = 'petstore_live_4f9a1c77d2';

export const options: SuiteOptions = {
  baseUrl: 'https://api.example.test/v1',
  messagesUrl: undefined,
  apiKey: API_KEY,
  level: 'write',
  depth: 'standard',
  seed: 7,
  petId: undefined,
  plan: undefined,
  reserve: 0.2,
  maxRequests: undefined,
  maxWaitMs: 75_000,
  isExclusive: true,
  isFake: false,
  headers: [],
};

/** A clock that moves only when somebody waits. */
function virtualClock(): SuiteClock & { pass(ms: number): void } {
  let nowMs = START_MS;
  return {
    now: () => nowMs,
    async wait(ms, signal) {
      if (!signal.aborted) nowMs += ms;
    },
    pass(ms) {
      nowMs += ms;
    },
  };
}

interface Pet {
  readonly petId: string;
  quantity: string;
  status: string;
}

export interface TestService {
  readonly sender: Sender;
  readonly clock: ReturnType<typeof virtualClock>;
  /** Quantities by id. */
  stock(): Record<string, string>;
  readonly pets: Map<string, Pet>;
  readonly received: {
    readonly request: OutgoingRequest;
    readonly atMs: number;
    readonly status: number | undefined;
  }[];
  /** Requests that came between a 429 and the end of its Retry-After. */
  impatient: number;
}

/** What a test changes about the conformant service: answering undefined leaves a request to it. */
type Twist = (request: OutgoingRequest, count: number) => WireResponse | SendFailure | undefined;

export interface ServiceOptions {
  readonly pets?: Readonly<Record<string, string>>;
  readonly perMinute?: number;
  readonly retryAfter?: 'seconds' | 'http-date';
  /** How far the service's clock is ahead of ours. */
  readonly skewMs?: number;
  readonly twist?: Twist;
}

/** A small conformant service with one key, a window of a minute and a ban at the first impatient request. */
export function testService(told: ServiceOptions = {}): TestService {
  const { perMinute = 60, twist, skewMs = 0, retryAfter = 'seconds' } = told;
  const clock = virtualClock();
  const quantities = Object.entries(told.pets ?? { '9007199254740993': '4', '2': '0', '3': '17' });
  const pets = new Map(quantities.map(([petId, quantity]) => [petId, { petId, quantity, status: 'available' }]));
  let windowStartMs = Number.NEGATIVE_INFINITY;
  let used = 0;
  let silentUntilMs = 0;

  const limits = () => ({
    'X-RateLimit-Limit': String(perMinute),
    'X-RateLimit-Remaining': String(Math.max(0, perMinute - used)),
    'X-RateLimit-Reset': String(Math.ceil((windowStartMs + 60_000 + skewMs) / 1000)),
  });
  const date = () => new Date(clock.now() + skewMs).toUTCString();

  function answerTo(request: OutgoingRequest): WireResponse {
    const nowMs = clock.now();
    const authorization = request.headers.find(([name]) => name === 'Authorization')?.[1];
    if (authorization !== `Bearer ${API_KEY}`) {
      const untouched = {
        'X-RateLimit-Limit': '60',
        'X-RateLimit-Remaining': '60',
        'X-RateLimit-Reset': String(nowMs / 1000 + 60),
      };
      return rawResponse(401, errorBody(401), {
        Date: date(),
        ...untouched,
        'X-RateLimit-Reset': String(Math.ceil((nowMs + skewMs) / 1000) + 60),
      });
    }
    if (nowMs < silentUntilMs) service.impatient++;
    if (nowMs >= windowStartMs + 60_000) [windowStartMs, used] = [nowMs, 0];
    if (used >= perMinute) {
      const seconds = Math.ceil((windowStartMs + 60_000 - nowMs) / 1000);
      silentUntilMs = windowStartMs + 60_000;
      const until = new Date(Math.ceil((silentUntilMs + skewMs) / 1000) * 1000).toUTCString();
      const wait = { 'Retry-After': retryAfter === 'seconds' ? String(seconds) : until };
      return rawResponse(429, errorBody(429), { Date: date(), ...limits(), ...wait });
    }
    used++;
    const [status, body] = operate(request, pets);
    return rawResponse(status, body, { Date: date(), ...limits() });
  }

  const service: TestService = {
    clock,
    pets,
    received: [],
    impatient: 0,
    stock: () => Object.fromEntries([...pets.values()].map(({ petId, quantity }) => [petId, quantity])),
    sender: {
      async send(request) {
        clock.pass(10);
        const result = twist?.(request, service.received.length + 1) ?? answerTo(request);
        service.received.push({ request, atMs: clock.now(), status: 'status' in result ? result.status : undefined });
        clock.pass(10);
        return result;
      },
      async close() {},
    },
  };
  return service;
}

export function rawResponse(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): WireResponse {
  return {
    httpVersion: '1.1',
    status,
    statusText: '',
    headers: Object.entries({ 'Content-Type': 'application/json', ...headers }),
    body: new TextEncoder().encode(body),
    incomplete: undefined,
  };
}

export function errorBody(status: number): string {
  return JSON.stringify({ code: 'refused', message: 'Refused', status });
}

function operate({ method, url, body = '', headers }: OutgoingRequest, pets: Map<string, Pet>): [number, string] {
  const path = new URL(url).pathname.replace('/v1', '');
  const show = (pet: Pet) => `{"petId":${pet.petId},"quantity":${pet.quantity},"status":"${pet.status}"}`;
  const route = `${method} ${path}`;
  if (route === 'GET /inventory' || route === 'HEAD /inventory')
    return [200, `[${[...pets.values()].map(show).join(',')}]`];
  if (route === 'GET /store/orders') return [200, '[]'];
  if (route === 'POST /messages') {
    const message = /^\{"message":("(?:[^"\\]|\\.)*")\}$/.exec(body)?.[1];
    if (message === undefined || !headers.some(([name]) => name === 'Content-Type')) return [400, errorBody(400)];
    return [
      200,
      `{"id":"m${Math.abs(body.length)}","message":${message},"status":"queued","createdAt":"2026-11-21T12:00:00Z"}`,
    ];
  }
  const id = path.split('/').at(-1) ?? '';
  const pet = pets.get(id);
  if (route.startsWith('GET /pets/')) return pet ? [200, `{"id":${id}}`] : [404, errorBody(404)];
  if (!route.startsWith('PATCH /inventory/')) return [404, errorBody(404)];
  if (!/^\d+$/.test(id)) return [400, errorBody(400)];
  const quantity = /^\{"quantity":(-?\d+)(?:,"petstoreMockCheck":true|,"nested":\[*\]*)? *\}$/.exec(body)?.[1];
  if (quantity === undefined) return [400, errorBody(400)];
  if (pet === undefined) return [404, errorBody(404)];
  pet.quantity = quantity;
  return [200, show(pet)];
}

export interface TestRestoreLog extends RestoreLog {
  readonly entries: Map<string, PendingWrite>;
}

export function testRestoreLog(...open: readonly PendingWrite[]): TestRestoreLog {
  const entries = new Map(open.map((entry) => [entry.petId, entry]));
  return {
    entries,
    restoreCommand: 'petstore-mock restore',
    async pending(_baseUrl, petId) {
      return entries.get(petId);
    },
    async open(write) {
      const earlier = entries.get(write.petId);
      const possible = [...(earlier?.possible ?? []), ...write.possible];
      entries.set(write.petId, { ...write, original: earlier?.original ?? write.original, possible });
    },
    async close(_baseUrl, petId) {
      entries.delete(petId);
    },
  };
}

export function dependenciesOf(service: TestService, others: Partial<SuiteDependencies> = {}): SuiteDependencies {
  return {
    sender: service.sender,
    clock: service.clock,
    restoreLog: testRestoreLog(),
    progress: () => {},
    signal: new AbortController().signal,
    ...others,
  };
}
