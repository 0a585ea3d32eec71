import { corsHeaders } from '../cors.js';
import type { PetstoreAnswer } from '../petstore-answer.js';
import { headerValue, type PetstoreRequest } from '../petstore-request.js';
import { standingHeaders } from '../standing-headers.js';
import type { World } from '../world.js';

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

/** Answers a browser's preflight: it needs no key, spends no quota and carries no rate-limit headers. */
export function answerPreflight(request: PetstoreRequest, world: World): PetstoreAnswer | undefined {
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
