import { askedOperation } from './asked-operation.js';
import type { Call, Outcome } from './call.js';
import type { StruckFault } from './faults/fault.js';
import { operate } from './operations/operate.js';
import { refuse } from './outcomes/refusal.js';
import type { PetstoreAnswer } from './petstore-answer.js';
import type { PetstoreRequest } from './petstore-request.js';
import { findRoute, type Route } from './route.js';
import { sentKey } from './sent-key.js';
import { answerOptions } from './stages/answer-options.js';
import { answerPreflight } from './stages/answer-preflight.js';
import { authenticate, identify } from './stages/authenticate.js';
import { checkBodySchema } from './stages/check-body-schema.js';
import { checkBodySize } from './stages/check-body-size.js';
import { checkContentType } from './stages/check-content-type.js';
import { checkPetId } from './stages/check-pet-id.js';
import { failAsTold } from './stages/fail-as-told.js';
import { findOperation } from './stages/find-operation.js';
import { forceAnswer } from './stages/force-answer.js';
import { readJsonBody } from './stages/read-json-body.js';
import { refuseBanned } from './stages/refuse-banned.js';
import { refuseOutside } from './stages/refuse-outside.js';
import { respond } from './stages/respond.js';
import { settleQuota } from './stages/settle-quota.js';
import { spendQuota } from './stages/spend-quota.js';
import type { World } from './world.js';

/**
 * Answers one request: the whole road through the fake. It is synchronous, so no two requests ever see each other half done.
 * A bug in a stage is told to `world.onBug` and answered with 500.
 */
export function answer(request: PetstoreRequest, world: World): PetstoreAnswer {
  const preflight = answerPreflight(request, world);
  if (preflight !== undefined) return preflight;

  const startedMs = world.clock.now();
  const answer = carryOut(request, world);
  world.journal.record(request, answer, startedMs);
  return answer;
}

function carryOut(request: PetstoreRequest, world: World): PetstoreAnswer {
  try {
    const route = findRoute(request, world.addresses);
    const call = beginCall(request, world, route, takeFault(request, world, route));
    const outcome = decide(call);
    settleQuota(call, outcome);
    return respond(call, outcome);
  } catch (bug) {
    return answerBug(request, world, bug);
  }
}

/** Answers a request that met a bug: tells `world.onBug`, and makes a 500 that is as complete as every other answer. */
export function answerBug(request: PetstoreRequest, world: World, bug: unknown): PetstoreAnswer {
  world.onBug(bug);
  const call = beginCall(request, world, findRoute(request, world.addresses), undefined);
  identify(call);
  return respond(
    call,
    refuse('internal_error', 'Something in the fake broke: its log tells more. The request was not your mistake.'),
  );
}

/** The first stage that has something to say decides; the order is the open question `order-of-checks`. */
function decide(call: Call): Outcome {
  return (
    refuseOutside(call) ??
    failAsTold(call) ??
    authenticate(call) ??
    forceAnswer(call) ??
    refuseBanned(call) ??
    spendQuota(call) ??
    findOperation(call) ??
    answerOptions(call) ??
    checkPetId(call) ??
    checkBodySize(call) ??
    checkContentType(call) ??
    readJsonBody(call) ??
    checkBodySchema(call) ??
    operate(call)
  );
}

function takeFault(request: PetstoreRequest, world: World, route: Route): StruckFault | undefined {
  if (!route.isServed) return undefined;
  return world.faults.take(askedOperation(request, route), () => sentKey(request));
}

function beginCall(request: PetstoreRequest, world: World, route: Route, fault: StruckFault | undefined): Call {
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
