import type { AppliedFault } from './faults/fault.js';
import {
  corsHeaders,
  headerValue,
  type PetstoreRequest,
  type PetstoreResponse,
  sentKey,
  standingHeaders,
} from './neutral-http.js';
import { operate } from './operations/operate.js';
import { errorResponse, type RequestContext, type StageResult } from './request-context.js';
import { findRoute, type Route } from './route.js';
import { authenticate, identify } from './stages/authenticate.js';
import { findOperation, optionsResponse, rejectOutside } from './stages/find-operation.js';
import { applyFault, applyPreferHeader } from './stages/forced-errors.js';
import { rejectBanned, settleQuota, spendQuota } from './stages/quota.js';
import { respond } from './stages/respond.js';
import { checkBodySchema, checkBodySize, checkContentType, checkPetId, readJsonBody } from './stages/validate.js';
import type { World } from './world.js';

/**
 * Returns one request: the whole road through the fake. It is synchronous, so no two requests ever see each other half done.
 * A bug in a stage is told to `world.onBug` and answered with 500.
 */
export function handle(request: PetstoreRequest, world: World): PetstoreResponse {
  const preflight = preflightResponse(request, world);
  if (preflight !== undefined) return preflight;

  const startedMs = world.clock.now();
  const response = carryOut(request, world);
  world.journal.record(request, response, startedMs);
  return response;
}

function carryOut(request: PetstoreRequest, world: World): PetstoreResponse {
  try {
    const route = findRoute(request, world.addresses);
    const call = beginCall(request, world, route, takeFault(request, world, route));
    const outcome = decide(call);
    settleQuota(call, outcome);
    return respond(call, outcome);
  } catch (bug) {
    return handleBug(request, world, bug);
  }
}

/** Returns a request that met a bug: tells `world.onBug`, and makes a 500 that is as complete as every other answer. */
export function handleBug(request: PetstoreRequest, world: World, bug: unknown): PetstoreResponse {
  world.onBug(bug);
  const call = beginCall(request, world, findRoute(request, world.addresses), undefined);
  identify(call);
  return respond(
    call,
    errorResponse(
      'internal_error',
      'Something in the fake broke: its log tells more. The request was not your mistake.',
    ),
  );
}

/** The first stage that has something to say decides; the order is the open question `order-of-checks`. */
function decide(call: RequestContext): StageResult {
  return (
    rejectOutside(call) ??
    applyFault(call) ??
    authenticate(call) ??
    applyPreferHeader(call) ??
    rejectBanned(call) ??
    spendQuota(call) ??
    findOperation(call) ??
    optionsResponse(call) ??
    checkPetId(call) ??
    checkBodySize(call) ??
    checkContentType(call) ??
    readJsonBody(call) ??
    checkBodySchema(call) ??
    operate(call)
  );
}

function takeFault(request: PetstoreRequest, world: World, route: Route): AppliedFault | undefined {
  if (!route.isServed) return undefined;
  return world.faults.take(route.requested, () => sentKey(request));
}

function beginCall(
  request: PetstoreRequest,
  world: World,
  route: Route,
  fault: AppliedFault | undefined,
): RequestContext {
  return {
    world,
    request,
    route,
    fault,
    nowMs: world.clock.now(),
    assumed: new Set(),
    account: undefined,
    isCounted: false,
    petId: '',
    body: {},
  };
}

const PREFLIGHT_LIFETIME_SECONDS = 600;

/** Whether a request is a browser's question before the real one: nobody counts it. */
export function isPreflight(request: PetstoreRequest, world: World): boolean {
  return (
    world.cors &&
    request.method === 'OPTIONS' &&
    headerValue(request, 'access-control-request-method') !== undefined &&
    headerValue(request, 'origin') !== undefined
  );
}

/** Returns a browser's preflight: it needs no key, spends no quota and carries no rate-limit headers. */
function preflightResponse(request: PetstoreRequest, world: World): PetstoreResponse | undefined {
  if (!isPreflight(request, world)) return undefined;
  const asked = headerValue(request, 'access-control-request-headers');
  return {
    status: 204,
    headers: {
      ...standingHeaders(world.clock.now(), 204, world.behaviour),
      ...corsHeaders,
      'Access-Control-Allow-Methods': 'GET, HEAD, PATCH, POST, OPTIONS',
      // A wildcard would not cover Authorization: what was asked for is allowed by name.
      'Access-Control-Allow-Headers': asked ?? 'authorization, content-type',
      'Access-Control-Max-Age': String(PREFLIGHT_LIFETIME_SECONDS),
    },
    body: undefined,
    encodedBody: undefined,
    delayMs: 0,
    cut: undefined,
    keyAlias: undefined,
    assumed: new Set(),
    dripMs: 0,
    faultId: undefined,
  };
}
