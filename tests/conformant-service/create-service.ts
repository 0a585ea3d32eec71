import { soonerChecks } from './checks.js';
import { jsonText } from './json.js';
import { Counter, type LimitState } from './limits.js';
import { type Headers, headerIn, type Service, type ServiceRequest, type ServiceResponse } from './service.js';
import type { Call, Changes, Reply, State, Steps } from './steps.js';
import { plainTraits, type Traits } from './traits.js';
import { deprecationAt, isUnlimited, usualSteps } from './usual-steps.js';

// Written from the document alone. It shares no code with the fake, nor with the judge: two mistakes that agree would hide each other.

const BASE_PATH = '/v1';

/** A service whose store a test may look at and change. */
export interface ConformantService extends Service {
  readonly state: State;
}

/** Creates a service that conforms to the document, except for the steps that are changed. */
export function createService(chosen: Partial<Traits> = {}, changes: Changes = {}): ConformantService {
  const traits = { ...plainTraits, ...chosen };
  const { messagesBasePath, latencyMs } = traits;
  const steps = changed(usualSteps, changes);
  const state = {
    pets: traits.stock.map((pet) => ({ ...pet })),
    counter: new Counter(traits.quota, traits),
    counterWithoutKey: new Counter(
      typeof traits.strangers === 'object' ? traits.strangers : { perMinute: 60, perDay: 1_000 },
    ),
    messages: 0,
    requests: 0,
  };
  const callOf = (request: ServiceRequest, nowMs: number): Call => {
    return { request, nowMs: nowMs + traits.skewMs, traits, state, steps, ...locate(request, messagesBasePath) };
  };
  return {
    messagesBasePath,
    latencyMs,
    state,
    receive: (request, nowMs) => steps.arrive(callOf(request, nowMs)),
    handle: (request, nowMs) => respond(callOf(request, nowMs)),
  };
}

function changed(usual: Steps, changes: Changes): Steps {
  const apply = <Name extends keyof Steps>(steps: Steps, name: Name): Steps => {
    const change = changes[name];
    return change === undefined ? steps : { ...steps, [name]: change(usual[name]) };
  };
  return (Object.keys(changes) as (keyof Steps)[]).reduce(apply, usual);
}

/** Finds the operation that a request is for. */
function locate({ method, url, headers }: ServiceRequest, messagesBasePath: string) {
  const pathname = /^\w+:\/\/[^/]+([^?]*)/.exec(url)?.[1] ?? '';
  const isMessages = pathname === `${messagesBasePath}/messages`;
  const isBelowBase = pathname.startsWith(`${BASE_PATH}/`);
  const path = isMessages ? '/messages' : isBelowBase ? pathname.slice(BASE_PATH.length) : pathname;
  return {
    path,
    ...operationAt(method, path),
    contentType: headerIn(headers, 'content-type')?.split(';', 1)[0]?.trim().toLowerCase(),
  };
}

function operationAt(method: string, path: string): Pick<Call, 'operation' | 'pathId'> {
  const pathId = /^\/(?:inventory|pets)\/([^/]+)$/.exec(path)?.[1];
  const place = pathId === undefined ? path : path.slice(0, -pathId.length);
  const operation = operations[`${method === 'HEAD' ? 'GET' : method} ${place}`];
  return { operation, pathId: operation === undefined ? undefined : pathId };
}

const operations: Readonly<Record<string, Call['operation']>> = {
  'GET /inventory': 'listInventory',
  'PATCH /inventory/': 'updateInventory',
  'GET /pets/': 'showPet',
  'GET /store/orders': 'listOrders',
  'POST /messages': 'sendMessage',
};

function respond(call: Call): ServiceResponse {
  const { steps, state, request } = call;
  state.requests++;
  steps.beforehand(call);
  const isAuthorized = steps.isAuthorized(call);
  const limits = isAuthorized ? steps.charge(call) : steps.limitsWithoutKey(call);
  const reply = replyTo(call, isAuthorized, limits);
  const isFree = isAuthorized && isFreeOfCharge(call, reply);
  const written = write(call, reply, isFree ? state.counter.giveBack() : limits);
  const response = steps.finish(call, written);
  return request.method === 'HEAD' ? { status: response.status, headers: response.headers, body: '' } : response;
}

function replyTo(call: Call, isAuthorized: boolean, limits: LimitState): Reply {
  const { steps, traits } = call;
  if (isAuthorized && limits.isExceeded) return steps.tooManyRequests(call, limits);
  const reject = () => (isAuthorized ? undefined : steps.unauthorized(call, limits));
  for (const check of traits.sooner) {
    const reply = check === 'key' ? reject() : soonerChecks[check](call);
    if (reply !== undefined) return reply;
  }
  return reject() ?? steps.operate(call);
}

function isFreeOfCharge(call: Call, { status }: Reply): boolean {
  return call.traits.free.includes(status) && !isUnlimited(call);
}

function write(call: Call, reply: Reply, limits: LimitState): ServiceResponse {
  const { status, body, headers } = reply;
  const { traits, steps, state, nowMs } = call;
  // No cache may store a 429 (RFC 6585).
  const caching = status === 429 ? 'no-store' : traits.cacheControl;
  const written: Headers = [
    ['Date', new Date(nowMs).toUTCString()],
    ...(body === undefined ? [] : [['Content-Type', 'application/json'] as const]),
    ...steps.limitHeaders(call, limits),
    ...headers,
    ...deprecationAt(call),
    ...(caching === undefined ? [] : [['Cache-Control', caching] as const]),
    ...traits.headers(state.requests, { status, operation: call.operation }),
  ];
  return { status, headers: written, body: body === undefined ? '' : jsonText(body) };
}
