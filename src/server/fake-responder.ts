import { sampleKeys } from '../../fixtures/keys.js';
import { handle, handleBug, isPreflight } from '../../mocks/handle.js';
import { corsHeaders } from '../../mocks/neutral-http.js';
import { findRoute } from '../../mocks/route.js';
import type { World } from '../../mocks/world.js';
import { isAdminPath } from './admin/admin-path.js';
import { jsonErrorResponse } from './json-response.js';
import { isMonitoringPath, type Monitoring } from './monitoring/monitoring.js';
import type { ControlRoom, Responder, ServedResponse, ServedResult, ServerRequest } from './responder.js';
import { toServedResponse, type UserHandlers } from './user-handlers.js';
import { isIsolatedKey, maskKeysInPath } from './worlds/secrets.js';
import type { ServedWorld } from './worlds/served-world.js';
import type { Worlds } from './worlds/worlds.js';

/** Routes requests to the control room, to monitoring, to the user's handlers, and to the world of the key. `userHandlers` is called for each request. */
export function createFakeResponder(
  worlds: Worlds,
  controlRoom: ControlRoom | undefined,
  monitoring: Monitoring,
  userHandlers: () => UserHandlers | undefined,
  secretsIn: (text: string) => readonly string[],
): Responder {
  const finish = (request: ServerRequest, served: ServedWorld, response: ServedResponse): ServedResponse => {
    countResponse(served, request, response);
    worlds.noteChange();
    return withWorldInAlias(served, response);
  };
  const askUser = async (
    request: ServerRequest,
    served: ServedWorld,
    handlers: UserHandlers,
  ): Promise<ServedResult> => {
    const response = await handlers.respond(request);
    if (response === undefined) return finish(request, served, handle(request, served.world));
    const reaction = toServedResponse(response, request.method, served.world);
    countResponse(served, request, reaction);
    return reaction;
  };
  // A wrong world must never be the shared one without notice: it would take the request, and other tests would see it.
  const rejectWorld = (problem: string) => {
    const { clock, cors } = worlds.shared.world;
    return jsonErrorResponse(400, 'invalid_request', problem, clock.now(), cors ? corsHeaders : {});
  };
  // Sample keys are public.
  const isKey = (text: string) =>
    isIsolatedKey(text) || (worlds.shared.world.accounts.isGiven(text) && !sampleKeys.some(({ key }) => key === text));
  return {
    now: () => worlds.shared.world.clock.now(),
    bodyLimit(head) {
      if (controlRoom !== undefined && isAdminPath(head.path)) return controlRoom.bodyLimit(head);
      const served = worlds.find(head);
      return 'problem' in served ? 0 : served.world.behaviour['body-limit'];
    },
    loggedPath: (path) => maskKeysInPath(path, isKey, secretsIn),
    respond(request) {
      if (controlRoom !== undefined && isAdminPath(request.path)) {
        const response = controlRoom.respond(request);
        // Its changes are complete, even if the response is not.
        if (!isRead(request.method)) worlds.noteChange();
        return response;
      }
      if (isMonitoringPath(request.path)) return monitoring.respond(request);
      const served = worlds.find(request);
      if ('problem' in served) return rejectWorld(served.problem);
      const handlers = userHandlers();
      if (handlers === undefined) return finish(request, served, handle(request, served.world));
      if (request.body === 'too-large') return finish(request, served, tooLargeResponse(request, served.world));
      return askUser(request, served, handlers);
    },
    respondToBug(request, bug) {
      const chosen = worlds.find(request);
      const served = 'problem' in chosen ? worlds.shared : chosen;
      return finish(request, served, handleBug(request, served.world, bug));
    },
    responded(request, result, startMs) {
      if (!monitoring.isCounting || isMonitoringPath(request.path)) return;
      if (controlRoom === undefined || !isAdminPath(request.path)) monitoring.count(request, result, startMs);
    },
  };
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

function countResponse({ traffic, world }: ServedWorld, request: ServerRequest, reaction: ServedResult): void {
  if (request.method === 'OPTIONS' && isPreflight(request, world)) return;
  traffic.count(reaction === 'aborted' || reaction.cut === 'reset' ? undefined : reaction.status);
}

/** Adds the world to the pseudonym of a key: the first of every isolated one is `key#1`. */
function withWorldInAlias({ id, isShared }: ServedWorld, response: ServedResponse): ServedResponse {
  return isShared || response.keyAlias === undefined
    ? response
    : { ...response, keyAlias: `${id}/${response.keyAlias}` };
}

/** Handlers cannot see a body that was not read; a 404 of the fake would hide that there may be a handler. */
function tooLargeResponse(request: ServerRequest, world: World): ServedResponse {
  if (findRoute(request, world.addresses).requested !== undefined) return handle(request, world);
  const message = `The body is over ${world.behaviour['body-limit']} bytes (open question body-limit), too large for your own handlers.`;
  return jsonErrorResponse(413, 'payload_too_large', message, world.clock.now(), world.cors ? corsHeaders : {});
}
