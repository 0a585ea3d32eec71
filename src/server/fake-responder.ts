import { answer } from '../../mocks/answer.js';
import type { World } from '../../mocks/world.js';
import { ADMIN_BODY_LIMIT, type Admin } from './admin.js';
import type { Reaction, Responder, ServerRequest } from './responder.js';
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
      return handlers === undefined ? answer(request, world) : askUser(request, handlers);
    },
  };
}
