import { answer } from '../../mocks/answer.js';
import { corsHeaders } from '../../mocks/cors.js';
import type { World } from '../../mocks/world.js';
import { ADMIN_BODY_LIMIT, type Admin } from './admin.js';
import { errorAnswer } from './error-answer.js';
import type { Reaction, Responder, ServerRequest } from './responder.js';
import type { ServerLog } from './server-log.js';
import { answerFromResponse } from './user-answer.js';
import type { UserHandlers } from './user-handlers.js';

/** Shares the paths out: the admin's, what a user's handlers take, and the fake's. `userHandlers` is asked at each request. */
export function createFakeResponder(
  world: World,
  admin: Admin | undefined,
  userHandlers: () => UserHandlers | undefined,
  log: Pick<ServerLog, 'bug'>,
): Responder {
  const askUser = async (request: ServerRequest, handlers: UserHandlers): Promise<Reaction> => {
    try {
      const response = await handlers.respond(request);
      if (response !== undefined) return answerFromResponse(response, request.method, world);
    } catch (bug) {
      log.bug(bug);
      const message = 'A handler of your own failed; the log of the server holds the stack.';
      return errorAnswer(500, 'internal_error', message, world.clock.now(), world.cors ? corsHeaders : {});
    }
    return answer(request, world);
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
