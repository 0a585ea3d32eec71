import type { AppliedFault } from './faults/fault.js';
import {
  corsHeaders,
  emptyResponse,
  headerValue,
  type PetstoreRequest,
  type PetstoreResponse,
  sentKey,
  standingHeaders,
} from './neutral-http.js';
import { operate } from './operations/operate.js';
import { errorResponse, type RequestContext, type StageResult } from './request-context.js';
import { findRoute, type Route } from './route.js';
import { identify } from './stages/authenticate.js';
import { rejectOutside } from './stages/find-operation.js';
import { applyFault } from './stages/forced-errors.js';
import { runChecks } from './stages/in-order.js';
import { settleQuota } from './stages/quota.js';
import { addRateLimitHeaders, respond } from './stages/respond.js';
import type { World } from './world.js';

/**
 * Handles one request: the whole road through the fake. Synchronous: requests never interleave.
 * A bug in a stage is reported to `world.onBug` and becomes a 500.
 */
export function handle(request: PetstoreRequest, world: World): PetstoreResponse {
  const preflight = preflightResponse(request, world);
  if (preflight !== undefined) return preflight;

  const startedMs = world.clock.now();
  const response = carryOut(request, world, startedMs);
  world.journal.record(request, response, startedMs);
  return response;
}

function carryOut(request: PetstoreRequest, world: World, nowMs: number): PetstoreResponse {
  try {
    const route = findRoute(request, world.addresses);
    const context = createContext(request, world, nowMs, route, takeFault(request, world, route));
    const result = decide(context);
    settleQuota(context, result);
    return respond(context, result);
  } catch (bug) {
    return handleBug(request, world, bug);
  }
}

export const INTERNAL_ERROR =
  'An internal error occurred in the fake. Its log has the details; the request was not at fault.';

/** Reports a bug to `world.onBug` and returns a 500 with the same headers as every other response. */
export function handleBug(request: PetstoreRequest, world: World, bug: unknown): PetstoreResponse {
  world.onBug(bug);
  const context = createContext(request, world, world.clock.now(), findRoute(request, world.addresses));
  identify(context);
  return respond(context, errorResponse('internal_error', INTERNAL_ERROR));
}

/** The first stage with a result decides. */
function decide(context: RequestContext): StageResult {
  const result = rejectOutside(context) ?? applyFault(context) ?? runChecks(context) ?? operate(context);
  // The response shows the limits of the caller, also if the key was not checked.
  if (context.account === undefined && context.route.isServed) identify(context);
  return result;
}

function takeFault(request: PetstoreRequest, world: World, route: Route): AppliedFault | undefined {
  if (!route.isServed) return undefined;
  return world.faults.take(route.requested, () => sentKey(request));
}

function createContext(
  request: PetstoreRequest,
  world: World,
  nowMs: number,
  route: Route,
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
    petId: '',
    body: {},
  };
}

const PREFLIGHT_LIFETIME_SECONDS = 600;

/** Returns whether a request is a CORS preflight: preflights are not counted. */
export function isPreflight(request: PetstoreRequest, world: World): boolean {
  return (
    world.cors &&
    request.method === 'OPTIONS' &&
    headerValue(request, 'access-control-request-method') !== undefined &&
    headerValue(request, 'origin') !== undefined
  );
}

/** A preflight needs no key and spends no quota. Its rate-limit headers are those without a key. */
function preflightResponse(request: PetstoreRequest, world: World): PetstoreResponse | undefined {
  if (!isPreflight(request, world)) return undefined;
  const context = createContext(request, world, world.clock.now(), findRoute(request, world.addresses));
  identify(context);
  const headers = standingHeaders(context.nowMs);
  addRateLimitHeaders(headers, context);
  return emptyResponse(204, {
    ...headers,
    ...corsHeaders,
    'Access-Control-Allow-Methods': 'GET, HEAD, PATCH, POST, OPTIONS',
    // A wildcard would not cover Authorization, so the requested headers are allowed by name.
    'Access-Control-Allow-Headers':
      headerValue(request, 'access-control-request-headers') ?? 'authorization, content-type',
    'Access-Control-Max-Age': String(PREFLIGHT_LIFETIME_SECONDS),
  });
}
