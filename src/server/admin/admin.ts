import { setMaxListeners } from 'node:events';
import { type AdminOperation, adminOperations } from '../../admin/operations.js';
import type { JsonValue } from '../../json/json-value.js';
import { writeJson } from '../../json/write-json.js';
import { InputError } from '../../validation/input-error.js';
import type { ControlRoom } from '../control-room.js';
import { errorAnswer, jsonTextAnswer } from '../error-answer.js';
import type { ServerAnswer, ServerRequest } from '../responder.js';
import { ADMIN_PATH } from './admin-path.js';
import { AdminRefusal } from './admin-refusal.js';
import type { AdminContext } from './admin-route.js';
import { bodyLimitOf } from './dispatch/body-limit.js';
import { readCall } from './dispatch/read-call.js';
import { createPlaces } from './places.js';
import { adminRoutes } from './routes/admin-routes.js';
import { WholeAnswer } from './whole-answer.js';

const MOST_WAITS = 200;

/**
 * Makes the admin API. It spends no quota and meets no fault; all that changes a world is done before `answer` returns,
 * even where the answer is a promise. `checkGate` is asked first of all: what it answers is the answer.
 */
export function createAdmin(
  options: Omit<AdminContext, 'closing' | 'waits'>,
  checkGate: (request: ServerRequest) => ServerAnswer | undefined,
): ControlRoom {
  const closing = new AbortController();
  // Each call that waits listens; Node warns of a leak at the eleventh.
  setMaxListeners(MOST_WAITS, closing.signal);
  const context: AdminContext = {
    ...options,
    closing: closing.signal,
    waits: createPlaces(MOST_WAITS, 'calls waiting'),
  };
  const refuse = (error: unknown, nowMs: number, help = ''): ServerAnswer => {
    if (error instanceof InputError) return errorAnswer(400, 'invalid_request', error.inWords + help, nowMs);
    if (!(error instanceof AdminRefusal)) throw error;
    return errorAnswer(error.status, error.code, error.message, nowMs, error.headers);
  };

  const answer = (request: ServerRequest): ServerAnswer | Promise<ServerAnswer> => {
    let { clock } = context.worlds.shared.world;
    let help: string | undefined;
    try {
      const call = readCall(request, context);
      clock = call.served.world.clock;
      help = exampleOf(adminOperations[call.id]);
      const write = (told: object) => {
        if (told instanceof WholeAnswer) return told.answer;
        return jsonTextAnswer(adminOperations[call.id].status, writeJson(told as JsonValue), clock.now());
      };
      const told = adminRoutes[call.id](call, context);
      if (!(told instanceof Promise)) return write(told);
      return told.then(write).catch((error) => refuse(error, clock.now(), help));
    } catch (error) {
      return refuse(error, clock.now(), help);
    }
  };

  return {
    close: () => closing.abort(),
    owns: (path) => path === ADMIN_PATH || path.startsWith(`${ADMIN_PATH}/`),
    bodyLimit: ({ path }) => bodyLimitOf(path),
    answer(request) {
      const answered = checkGate(request) ?? answer(request);
      if (request.method !== 'HEAD') return answered;
      return answered instanceof Promise ? answered.then(withoutBody) : withoutBody(answered);
    },
  };
}

/** What refuses a call that was read knows it as a call of a library. */
function exampleOf({ body }: AdminOperation): string {
  return body === undefined ? '' : ` An example of a body: ${JSON.stringify(body.example)}`;
}

function withoutBody(answer: ServerAnswer): ServerAnswer {
  // Nobody would read a stream to its end.
  if (answer.body instanceof ReadableStream) void answer.body.cancel();
  return { ...answer, body: undefined, encodedBody: undefined };
}
