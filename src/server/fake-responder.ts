import { answer, answerBug } from '../../mocks/answer.js';
import { corsHeaders } from '../../mocks/cors.js';
import { findRoute } from '../../mocks/route.js';
import type { World } from '../../mocks/world.js';
import { ADMIN_BODY_LIMIT, type Admin } from './admin/admin.js';
import { errorAnswer } from './error-answer.js';
import type { Reaction, Responder, ServerAnswer, ServerRequest } from './responder.js';
import { answerFromResponse } from './user-answer.js';
import type { UserHandlers } from './user-handlers.js';

/** Shares the paths out: the admin's, what a user's handlers take, and the fake's. `userHandlers` is asked at each request. */
export function createFakeResponder(
  world: World,
  admin: Admin | undefined,
  userHandlers: () => UserHandlers | undefined,
): Responder {
  const askUser = async (request: ServerRequest, handlers: UserHandlers): Promise<Reaction> => {
    const response = await handlers.respond(request);
    return response === undefined ? answer(request, world) : answerFromResponse(response, request.method, world);
  };
  return {
    now: () => world.clock.now(),
    bodyLimit: (path) => (admin?.owns(path) ? ADMIN_BODY_LIMIT : world.behaviour['body-limit']),
    respond(request) {
      if (admin?.owns(request.path)) return admin.answer(request);
      const handlers = userHandlers();
      if (handlers === undefined) return answer(request, world);
      return request.body === 'too-large' ? answerTooLarge(request, world) : askUser(request, handlers);
    },
    answerBug: (request, bug) => answerBug(request, world, bug),
  };
}

/** No handler can be shown a body that was not kept; where the fake has no operation, its 404 would hide that there may be a handler. */
function answerTooLarge(request: ServerRequest, world: World): ServerAnswer {
  const { operation } = findRoute(request, world.addresses);
  if (operation?.method === request.method) return answer(request, world);
  const message = `The body is over ${world.behaviour['body-limit']} bytes (open question body-limit), too large to show to handlers of your own.`;
  return errorAnswer(413, 'payload_too_large', message, world.clock.now(), world.cors ? corsHeaders : {});
}
