import { sampleKeys } from '../../fixtures/keys.js';
import { handle, handleBug, isPreflight } from '../../mocks/handle.js';
import { corsHeaders } from '../../mocks/neutral-http.js';
import { findRoute } from '../../mocks/route.js';
import type { World } from '../../mocks/world.js';
import { jsonErrorResponse } from './json-response.js';
import type { ControlRoom, Responder, ServedResponse, ServedResult, ServerRequest } from './responder.js';
import { toServedResponse, type UserHandlers } from './user-handlers.js';
import { isIsolatedKey, maskKeysInPath } from './worlds/secrets.js';
import type { ServedWorld } from './worlds/served-world.js';
import type { Worlds } from './worlds/worlds.js';

/** Shares the requests out: to the control room, to what a user's handlers take, and to the world that the key leads to. `userHandlers` is asked at each request. */
export function createFakeResponder(
  worlds: Worlds,
  controlRoom: ControlRoom | undefined,
  userHandlers: () => UserHandlers | undefined,
  secretsIn: (text: string) => readonly string[],
): Responder {
  const tell = (request: ServerRequest, served: ServedWorld, answer: ServedResponse): ServedResponse => {
    countResponse(served, request, answer);
    return withWorldInAlias(served, answer);
  };
  const askUser = async (
    request: ServerRequest,
    served: ServedWorld,
    handlers: UserHandlers,
  ): Promise<ServedResult> => {
    const response = await handlers.respond(request);
    if (response === undefined) return tell(request, served, handle(request, served.world));
    const reaction = toServedResponse(response, request.method, served.world);
    countResponse(served, request, reaction);
    return reaction;
  };
  // Sample keys are public.
  const isKey = (text: string) =>
    isIsolatedKey(text) || (worlds.shared.world.accounts.isGiven(text) && !sampleKeys.some(({ key }) => key === text));
  return {
    now: () => worlds.shared.world.clock.now(),
    bodyLimit(head) {
      if (controlRoom?.owns(head.path)) return controlRoom.bodyLimit(head);
      return worlds.of(head).world.behaviour['body-limit'];
    },
    loggedPath: (path) => maskKeysInPath(path, isKey, secretsIn),
    respond(request) {
      if (controlRoom?.owns(request.path)) return controlRoom.respond(request);
      const served = worlds.of(request);
      const handlers = userHandlers();
      if (handlers === undefined) return tell(request, served, handle(request, served.world));
      if (request.body === 'too-large') return tell(request, served, tooLargeResponse(request, served.world));
      return askUser(request, served, handlers);
    },
    respondToBug(request, bug) {
      const served = worlds.of(request);
      return tell(request, served, handleBug(request, served.world, bug));
    },
  };
}

/** Counts what a world has answered. */
function countResponse({ traffic, world }: ServedWorld, request: ServerRequest, reaction: ServedResult): void {
  if (request.method === 'OPTIONS' && isPreflight(request, world)) return;
  traffic.count(reaction === 'aborted' || reaction.cut === 'reset' ? undefined : reaction.status);
}

/** Says of which world the key is: the first of every isolated one is `key#1`. */
function withWorldInAlias({ id, isShared }: ServedWorld, response: ServedResponse): ServedResponse {
  return isShared || response.keyAlias === undefined
    ? response
    : { ...response, keyAlias: `${id}/${response.keyAlias}` };
}

/** No handler can be shown a body that was not kept; where the fake has no operation, its 404 would hide that there may be a handler. */
function tooLargeResponse(request: ServerRequest, world: World): ServedResponse {
  if (findRoute(request, world.addresses).requested !== undefined) return handle(request, world);
  const message = `The body is over ${world.behaviour['body-limit']} bytes (open question body-limit), too large to show to handlers of your own.`;
  return jsonErrorResponse(413, 'payload_too_large', message, world.clock.now(), world.cors ? corsHeaders : {});
}
