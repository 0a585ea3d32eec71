import { type Call, type Problem, petIdOf, petOf, type Reply, rejectId } from './steps.js';
import type { Check } from './traits.js';
import { rejectMethod, rejectPath } from './usual-steps.js';

/** Returns the response to a request that fails a check, whatever else is wrong with it. */
export const soonerChecks: Readonly<Record<Exclude<Check, 'key'>, (call: Call) => Reply | undefined>> = {
  path: rejectPath,
  method: rejectMethod,
  gone(call) {
    const reply = call.operation === 'showPet' ? call.steps.showPet(call) : undefined;
    return reply?.status === 410 ? reply : undefined;
  },
  id(call) {
    const asked = withIdOfPath(call);
    const isMalformed = asked !== undefined && petIdOf(asked) === undefined;
    return isMalformed ? rejectId(asked) : undefined;
  },
  size: (call) => rejectBody(call, call, /too large/),
  type: (call) => rejectBody(call, withAnySize(call), /^type/),
  json: (call) => rejectBody(call, asJson(call), /^body/),
  fields: (call) => rejectBody(call, asJson(call), /^field/),
  pet(call) {
    const asked = withIdOfPath(call);
    const isUnknown = asked !== undefined && petIdOf(asked) !== undefined && petOf(asked) === undefined;
    return isUnknown ? call.steps.error(call, 404, 'pet unknown') : undefined;
  },
};

/** A path has an id with any method. */
function withIdOfPath(call: Call): Call | undefined {
  const pathId = /^\/(?:inventory|pets)\/([^/]+)$/.exec(call.path)?.[1];
  return pathId === undefined ? undefined : { ...call, pathId };
}

function withAnySize(call: Call): Call {
  const bytes = Number.POSITIVE_INFINITY;
  return { ...call, traits: { ...call.traits, bytes, messageBodies: { ...call.traits.messageBodies, bytes } } };
}

function asJson(call: Call): Call {
  return { ...withAnySize(call), contentType: 'application/json' };
}

/** `asked`: the request without what earlier checks would reject. */
function rejectBody(call: Call, asked: Call, situations: RegExp): Reply | undefined {
  const problem = problemOf(asked);
  const isMeant = problem !== undefined && situations.test(problem.situation);
  return isMeant ? call.steps.error(call, problem.status, problem.situation) : undefined;
}

function problemOf(call: Call): Problem | undefined {
  const hasBody = call.operation === 'updateInventory' || call.operation === 'sendMessage';
  if (!hasBody || rejectPath(call) !== undefined) return undefined;
  const read = call.operation === 'updateInventory' ? call.steps.readQuantity(call) : call.steps.readMessage(call);
  return typeof read === 'object' ? read : undefined;
}
