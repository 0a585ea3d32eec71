import { setMaxListeners } from 'node:events';
import { type AdminOperation, adminOperations } from '../../admin/operations.js';
import { type JsonValue, writeJson } from '../../spec/json.js';
import { InputError } from '../../spec/validation/input-error.js';
import { jsonErrorResponse, jsonTextResponse } from '../json-response.js';
import type { ControlRoom, ServedResponse, ServerRequest } from '../responder.js';
import { AdminHttpError } from './admin-http-error.js';
import { ADMIN_PATH, bodyLimitOf } from './admin-path.js';
import { type AdminContext, createSlots, RawResponse } from './admin-route.js';
import { createEventHub } from './events/event-hub.js';
import type { Gate } from './gate.js';
import { createPage } from './page.js';
import { readCall } from './read-call.js';
import { adminRoutes } from './routes/admin-routes.js';

export interface ControlRoomParts extends Omit<AdminContext, 'events' | 'closing' | 'waits'> {
  /** Where the page was built to. */
  readonly pageFolder: string;
}

/** Puts into the control room all that is behind its gate: the page, the events and the admin API. */
export function createControlRoom({ pageFolder, ...options }: ControlRoomParts, gate: Gate): ControlRoom {
  const events = createEventHub(options);
  // Browsers keep the page by real time, wherever the fake's clock was moved to.
  const page = createPage(pageFolder, () => Date.now());
  const admin = createAdmin({ ...options, events }, (request) => gate(request) ?? page(request));
  return {
    ...admin,
    close() {
      events.close();
      admin.close();
    },
  };
}

const MOST_WAITS = 200;

/**
 * Creates the admin API. It spends no quota and meets no fault; all that changes a world is done before `answer` returns,
 * even where the answer is a promise. `checkGate` is asked first of all: what it answers is the answer.
 */
export function createAdmin(
  options: Omit<AdminContext, 'closing' | 'waits'>,
  checkGate: (request: ServerRequest) => ServedResponse | undefined,
): ControlRoom {
  const closing = new AbortController();
  // Each call that waits listens; Node warns of a leak at the eleventh.
  setMaxListeners(MOST_WAITS, closing.signal);
  const context: AdminContext = {
    ...options,
    closing: closing.signal,
    waits: createSlots(MOST_WAITS, 'waiting requests'),
  };
  const refuse = (error: unknown, nowMs: number, help = ''): ServedResponse => {
    if (error instanceof InputError) return jsonErrorResponse(400, 'invalid_request', error.inWords + help, nowMs);
    if (!(error instanceof AdminHttpError)) throw error;
    return jsonErrorResponse(error.status, error.code, error.message, nowMs, error.headers);
  };

  const response = (request: ServerRequest): ServedResponse | Promise<ServedResponse> => {
    let { clock } = context.worlds.shared.world;
    let help: string | undefined;
    try {
      const call = readCall(request, context);
      clock = call.served.world.clock;
      help = exampleOf(adminOperations[call.id]);
      const write = (told: object) => {
        if (told instanceof RawResponse) return told.response;
        return jsonTextResponse(adminOperations[call.id].status, writeJson(told as JsonValue), clock.now());
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
    respond(request) {
      const responded = checkGate(request) ?? response(request);
      if (request.method !== 'HEAD') return responded;
      return responded instanceof Promise ? responded.then(withoutBody) : withoutBody(responded);
    },
  };
}

/** What refuses a call that was read knows it as a call of a library. */
function exampleOf({ body }: AdminOperation): string {
  return body === undefined ? '' : ` An example of a body: ${JSON.stringify(body.example)}`;
}

function withoutBody(response: ServedResponse): ServedResponse {
  // Nobody would read a stream to its end.
  if (response.body instanceof ReadableStream) void response.body.cancel();
  return { ...response, body: undefined, encodedBody: undefined };
}
