import type { WireResponse } from '../src/exchange/exchange.js';
import { createService } from '../tests/conformant-service/create-service.js';
import {
  memoryRestoreLog,
  numberedTraces,
  type VirtualClock,
  virtualClock,
  wireResponse,
} from '../tests/conformant-service/in-process.js';
import { headerIn } from '../tests/conformant-service/service.js';
import type { State } from '../tests/conformant-service/steps.js';
import type { Traits } from '../tests/conformant-service/traits.js';
import type { OutgoingRequest, Sender, SendFailure } from './sending/sender.js';
import type { SuiteDependencies, SuiteOptions } from './suite.js';

export const START_MS = Date.UTC(2026, 10, 21, 12);
export const API_KEY = 'petstore_live_4f9a1c77d2';

export const options: SuiteOptions = {
  baseUrl: 'https://api.example.test/v1',
  messagesUrl: undefined,
  apiKey: API_KEY,
  level: 'write',
  seed: 7,
  petId: undefined,
  plan: undefined,
  reserve: 0.2,
  maxRequests: undefined,
  maxTimeMs: undefined,
  isExclusive: true,
  isFake: false,
  headers: [],
};

export interface TestService {
  readonly sender: Sender;
  readonly clock: VirtualClock;
  readonly pets: State['pets'];
  /** Quantities by id. */
  stock(): Record<string, string>;
  readonly received: {
    readonly request: OutgoingRequest;
    readonly atMs: number;
    readonly status: number | undefined;
  }[];
  /** Authorized requests that came between a 429 and the end of its Retry-After. */
  impatient: number;
}

/** Replaces the service's response to some requests; undefined: the service responds. */
type Twist = (request: OutgoingRequest, count: number) => WireResponse | SendFailure | undefined;

export interface ServiceOptions {
  readonly key?: string;
  readonly pets?: Readonly<Record<string, string>>;
  readonly perMinute?: number;
  readonly retryAfter?: Traits['retryAfter'];
  readonly latencyMs?: number;
  /** How far the service's clock is ahead of the suite's. */
  readonly skewMs?: number;
  readonly twist?: Twist;
}

/** Creates a conformant service that accepts bodies of any size, in virtual time. */
export function testService({
  key = API_KEY,
  pets = { '9007199254740993': '4', '2': '0', '3': '17' },
  perMinute = 60,
  retryAfter = 'seconds',
  latencyMs,
  skewMs = 0,
  twist,
}: ServiceOptions = {}): TestService {
  const clock = virtualClock(START_MS);
  const service = createService({
    key,
    stock: Object.entries(pets).map(([id, quantity]) => ({
      petId: BigInt(id),
      quantity: BigInt(quantity),
      status: 'available',
    })),
    quota: { perMinute, perDay: 1_000_000 },
    retryAfter,
    ...(latencyMs !== undefined && { latencyMs }),
    bytes: Number.POSITIVE_INFINITY,
    levels: Number.POSITIVE_INFINITY,
  });
  let retryAtMs = 0;

  function respond(request: OutgoingRequest): WireResponse {
    const nowMs = clock.now() + skewMs;
    const response = service.handle(request, nowMs);
    if (response.status !== 401 && nowMs < retryAtMs) tested.impatient++;
    const wait = headerIn(response.headers, 'retry-after');
    // Requests that are sent at the same time come before the client has read this.
    queueMicrotask(() => {
      if (wait !== undefined) retryAtMs = /^\d+$/.test(wait) ? nowMs + Number(wait) * 1_000 : Date.parse(wait);
    });
    return wireResponse(response);
  }

  const tested: TestService = {
    clock,
    pets: service.state.pets,
    received: [],
    impatient: 0,
    stock: () => Object.fromEntries(tested.pets.map(({ petId, quantity }) => [String(petId), String(quantity)])),
    sender: {
      async send(request) {
        clock.pass(service.latencyMs / 2);
        const result = twist?.(request, tested.received.length + 1) ?? respond(request);
        tested.received.push({ request, atMs: clock.now(), status: 'status' in result ? result.status : undefined });
        clock.pass(service.latencyMs / 2);
        return result;
      },
      async close() {},
    },
  };
  return tested;
}

export function rawResponse(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): WireResponse {
  return wireResponse({ status, headers: Object.entries({ 'Content-Type': 'application/json', ...headers }), body });
}

export function errorBody(status: number): string {
  return JSON.stringify({ code: 'rejected', message: 'Rejected', status });
}

export function dependenciesOf(service: TestService, others: Partial<SuiteDependencies> = {}): SuiteDependencies {
  return {
    sender: service.sender,
    clock: service.clock,
    realMs: service.clock.now,
    restoreLog: memoryRestoreLog(),
    progress: () => {},
    traceHeaders: numberedTraces(),
    signal: new AbortController().signal,
    ...others,
  };
}
