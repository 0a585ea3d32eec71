import { sampleKeys } from '../../fixtures/keys.js';
import { answer, answerBug } from '../../mocks/answer.js';
import { corsHeaders } from '../../mocks/cors.js';
import { findRoute } from '../../mocks/route.js';
import { isPreflight } from '../../mocks/stages/answer-preflight.js';
import type { World } from '../../mocks/world.js';
import type { ControlRoom } from './control-room.js';
import { errorAnswer } from './error-answer.js';
import { pathWithoutKeys } from './path-without-keys.js';
import type { Reaction, Responder, ServerAnswer, ServerRequest } from './responder.js';
import { answerFromResponse } from './user-answer.js';
import type { UserHandlers } from './user-handlers.js';
import { isIsolatedKey } from './worlds/isolated-key.js';
import type { ServedWorld } from './worlds/served-world.js';
import type { Worlds } from './worlds/worlds.js';

/** Shares the requests out: to the control room, to what a user's handlers take, and to the world that the key leads to. `userHandlers` is asked at each request. */
export function createFakeResponder(
  worlds: Worlds,
  controlRoom: ControlRoom | undefined,
  userHandlers: () => UserHandlers | undefined,
  secretsIn: (text: string) => readonly string[],
): Responder {
  const tell = (request: ServerRequest, served: ServedWorld, answer: ServerAnswer): ServerAnswer => {
    count(served, request, answer);
    return named(served, answer);
  };
  const askUser = async (request: ServerRequest, served: ServedWorld, handlers: UserHandlers): Promise<Reaction> => {
    const response = await handlers.respond(request);
    if (response === undefined) return tell(request, served, answer(request, served.world));
    const reaction = answerFromResponse(response, request.method, served.world);
    count(served, request, reaction);
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
    loggedPath: (path) => pathWithoutKeys(path, isKey, secretsIn),
    respond(request) {
      if (controlRoom?.owns(request.path)) return controlRoom.answer(request);
      const served = worlds.of(request);
      const handlers = userHandlers();
      if (handlers === undefined) return tell(request, served, answer(request, served.world));
      if (request.body === 'too-large') return tell(request, served, answerTooLarge(request, served.world));
      return askUser(request, served, handlers);
    },
    answerBug(request, bug) {
      const served = worlds.of(request);
      return tell(request, served, answerBug(request, served.world, bug));
    },
  };
}

/** Counts what a world has answered. */
function count({ traffic, world }: ServedWorld, request: ServerRequest, reaction: Reaction): void {
  if (request.method === 'OPTIONS' && isPreflight(request, world)) return;
  traffic.count(reaction === 'broken' || reaction.cut === 'reset' ? undefined : reaction.status);
}

/** Says of which world the key is: the first of every isolated one is `key#1`. */
function named({ id, isShared }: ServedWorld, answer: ServerAnswer): ServerAnswer {
  return isShared || answer.keyAlias === undefined ? answer : { ...answer, keyAlias: `${id}/${answer.keyAlias}` };
}

/** No handler can be shown a body that was not kept; where the fake has no operation, its 404 would hide that there may be a handler. */
function answerTooLarge(request: ServerRequest, world: World): ServerAnswer {
  const { operation } = findRoute(request, world.addresses);
  if (operation?.method === request.method) return answer(request, world);
  const message = `The body is over ${world.behaviour['body-limit']} bytes (open question body-limit), too large to show to handlers of your own.`;
  return errorAnswer(413, 'payload_too_large', message, world.clock.now(), world.cors ? corsHeaders : {});
}
