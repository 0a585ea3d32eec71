import { methodsOf, type Route } from '../src/service/path-template.js';
import { type Check, orderOf } from '../src/service/questions/order-of-checks.js';
import type { Operation } from '../src/service/service.js';
import type { AppliedFault } from './faults/faults.js';
import { respondAlike } from './imitation/respond-alike.js';
import type { PetstoreRequest, PetstoreResponse } from './neutral-http.js';
import * as http from './neutral-http.js';
import { errorResponse, type StageResult } from './operations/operation.js';
import type { RequestContext, Stage } from './request-context.js';
import { authenticate, identify } from './stages/authenticate.js';
import { applyFault, applyPreferHeader } from './stages/forced-errors.js';
import { rejectBanned, settleQuota, spendQuota } from './stages/quota.js';
import { addRateLimitHeaders, respond } from './stages/respond.js';
import * as checks from './stages/validate.js';
import type { World } from './world.js';

/** Handles one request, synchronously: requests never interleave. A bug in a stage is reported to `world.onBug` and becomes a 500. */
export function handle(request: PetstoreRequest, world: World): PetstoreResponse {
  if (isPreflight(request, world)) return preflightResponse(request, world);
  const startedMs = world.clock.now();
  const response = carryOut(request, world, startedMs);
  world.journal.record(request, response, startedMs);
  return response;
}

function carryOut(request: PetstoreRequest, world: World, nowMs: number): PetstoreResponse {
  try {
    const route = world.routeOf(request);
    const fault = route.isServed ? world.faults.take(route.requested?.id, () => http.sentKey(request)) : undefined;
    const context = createContext(request, world, nowMs, route, fault);
    const result = decide(context);
    settleQuota(context, result);
    return reply(context, result);
  } catch (bug) {
    return handleBug(request, world, bug);
  }
}

function reply(context: RequestContext, result: StageResult): PetstoreResponse {
  const { imitation } = context.world;
  return imitation === undefined ? respond(context, result) : respondAlike(imitation, context, result);
}

function decide(context: RequestContext): StageResult {
  const { route, fault } = context;
  const forced = fault && applyFault(context, fault);
  const result = checks.rejectOutside(context) ?? forced ?? runChecks(context) ?? operate(context);
  // The response shows the limits of the caller, also if the key was not checked.
  if (context.account === undefined && route.isServed) identify(context);
  return result;
}

const stagesOf: Readonly<Record<Check, readonly Stage[]>> = {
  key: [authenticate, (context) => (context.world.prefer ? applyPreferHeader(context) : undefined)],
  quota: [rejectBanned, spendQuota],
  path: [checks.rejectUnknownPath],
  method: [checks.rejectOtherMethod],
  sunset: [checks.rejectAfterSunset],
  'pet-id': [checks.checkPathId],
  size: [checks.checkBodySize],
  'content-type': [checks.checkContentType],
  json: [checks.readJsonBody],
  fields: [checks.checkBodySchema],
  pet: [(context) => implementationOf(context)?.rejectUnknown?.(context)],
};

/** Runs the checks in the order of the behaviour until one has a result (open question `order-of-checks`). */
function runChecks(context: RequestContext): StageResult | undefined {
  const order = context.world.behaviour['order-of-checks'];
  if (order !== 'as-listed') context.assumed.add('order-of-checks');
  for (const stage of order === 'as-listed' ? asListed : stagesInOrder(order)) {
    const result = stage(context);
    if (result !== undefined) return result;
  }
  return undefined;
}

/** Returns the stages of an order. An operation itself finds an unknown id: that is a stage only if something else comes after it. */
function stagesInOrder(order: readonly Check[]): readonly Stage[] {
  const own = order.at(-1) === 'pet' ? order.slice(0, -1) : order;
  const isQuotaFirst = order.indexOf('quota') < order.indexOf('key');
  return own.flatMap((check) => (check === 'quota' && isQuotaFirst ? [limitCaller] : stagesOf[check]));
}

/** Bans and quotas before the key is checked: those without a good key have a quota only if addresses have one. */
function limitCaller(context: RequestContext): StageResult | undefined {
  identify(context);
  const isUnlimited = context.account === context.world.accounts.anonymous;
  return isUnlimited ? undefined : (rejectBanned(context) ?? spendQuota(context));
}

const asListed = stagesInOrder(orderOf('as-listed'));

function operate(context: RequestContext): StageResult {
  const { route, world } = context;
  const implementation = implementationOf(context);
  if (route.operation === undefined || implementation === undefined)
    throw new Error('Nothing carries out this request.');
  context.extraFields = world.imitation?.deployment.extraFields(world.service, route.operation) ?? '';
  return implementation.carryOut(context);
}

function implementationOf({ route: { operation }, world }: RequestContext) {
  return operation && world.fake.operations[operation.id];
}

export const INTERNAL_ERROR =
  'An internal error occurred in the fake. Its log has the details; the request was not at fault.';

/** Reports a bug to `world.onBug` and returns a 500 with the same headers as every other response. */
export function handleBug(request: PetstoreRequest, world: World, bug: unknown): PetstoreResponse {
  world.onBug(bug);
  const context = createContext(request, world, world.clock.now(), world.routeOf(request));
  identify(context);
  return reply(context, errorResponse('internal_error', INTERNAL_ERROR));
}

function createContext(
  request: PetstoreRequest,
  world: World,
  nowMs: number,
  route: Route<Operation>,
  fault?: AppliedFault,
): RequestContext {
  return {
    world,
    request,
    route,
    fault,
    nowMs,
    assumed: new Set(),
    account: undefined,
    isCounted: false,
    pathId: '',
    body: {},
    extraFields: '',
  };
}

/** Returns whether a request is a CORS preflight: preflights are not counted. */
export function isPreflight(request: PetstoreRequest, world: World): boolean {
  return (
    world.cors &&
    request.method === 'OPTIONS' &&
    http.headerValue(request, 'access-control-request-method') !== undefined &&
    http.headerValue(request, 'origin') !== undefined
  );
}

const PREFLIGHT_LIFETIME_SECONDS = 600;

/** A preflight needs no key and spends no quota. Its rate-limit headers are those without a key. */
function preflightResponse(request: PetstoreRequest, world: World): PetstoreResponse {
  const context = createContext(request, world, world.clock.now(), world.routeOf(request));
  identify(context);
  const headers = http.standingHeaders(context.nowMs);
  addRateLimitHeaders(headers, context);
  // The one that is asked for as well: a user's handler may have it, and a page can read the fake's 405.
  const asked = http.headerValue(request, 'access-control-request-method') || 'OPTIONS';
  const methods = new Set([...methodsOf(Object.values(world.service.operations)), 'OPTIONS', asked]);
  return http.emptyResponse(204, {
    ...headers,
    ...http.corsHeaders(request),
    'Access-Control-Allow-Methods': [...methods].join(', '),
    // A wildcard would not cover Authorization, so the requested headers are allowed by name.
    'Access-Control-Allow-Headers':
      http.headerValue(request, 'access-control-request-headers') || 'authorization, content-type',
    'Access-Control-Max-Age': String(PREFLIGHT_LIFETIME_SECONDS),
  });
}
