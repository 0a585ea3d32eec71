import { setMaxListeners } from 'node:events';
import { type AdminOperation, adminOperations } from '../../admin/operations.js';
import { type JsonValue, writeJson } from '../../spec/json.js';
import { InputError } from '../../spec/validation/input-error.js';
import { jsonErrorResponse, jsonTextResponse } from '../json-response.js';
import type { ControlRoom, ServedResponse, ServerRequest } from '../responder.js';
import { AdminHttpError } from './admin-http-error.js';
import { bodyLimitOf, isAdminPath } from './admin-path.js';
import { type AdminContext, RawResponse, Slots, sharedSourceOf } from './admin-route.js';
import { EventHub } from './events/event-hub.js';
import type { Gate } from './gate.js';
import { createPage } from './page.js';
import { readCall } from './read-call.js';
import { adminRoutes } from './routes/admin-routes.js';

export interface ControlRoomParts extends Omit<AdminContext, 'events' | 'closing' | 'waits'> {
  readonly pageFolder: string;
}

/** Creates everything behind the gate of the control room: the page, the events and the admin API. */
export function createControlRoom({ pageFolder, ...options }: ControlRoomParts, gate: Gate): ControlRoom {
  const events = new EventHub(options);
  // Browsers cache the page by real time, whatever the fake's clock shows.
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
 * Creates the admin API. It spends no quota and meets no fault. Changes of a world are complete when `respond` returns, even if it
 * returns a promise. `checkGate` is called first: its response, if any, is the response.
 */
export function createAdmin(
  options: Omit<AdminContext, 'closing' | 'waits'>,
  checkGate: (request: ServerRequest) => ServedResponse | undefined,
): ControlRoom {
  const closing = new AbortController();
  // Each waiting request adds a listener; Node warns of a leak at the eleventh.
  setMaxListeners(MOST_WAITS, closing.signal);
  const context: AdminContext = {
    ...options,
    closing: closing.signal,
    waits: new Slots(MOST_WAITS, 'waiting requests'),
  };
  const errorToResponse = (error: unknown, nowMs: number, help = ''): ServedResponse => {
    if (error instanceof InputError) return jsonErrorResponse(400, 'invalid_request', error.inWords + help, nowMs);
    if (!(error instanceof AdminHttpError)) throw error;
    return jsonErrorResponse(error.status, error.code, error.message, nowMs, error.headers);
  };

  const response = (request: ServerRequest): ServedResponse | Promise<ServedResponse> => {
    let { clock } = sharedSourceOf(context.mode);
    let help: string | undefined;
    try {
      const call = readCall(request, context);
      clock = call.source.clock;
      help = exampleOf(adminOperations[call.id]);
      const write = (result: object) => {
        if (result instanceof RawResponse) return result.response;
        return jsonTextResponse(adminOperations[call.id].status, writeJson(result as JsonValue), clock.now());
      };
      const result = adminRoutes[call.id](call, context);
      if (!(result instanceof Promise)) return write(result);
      return result.then(write).catch((error) => errorToResponse(error, clock.now(), help));
    } catch (error) {
      return errorToResponse(error, clock.now(), help);
    }
  };

  return {
    close: () => closing.abort(),
    owns: isAdminPath,
    bodyLimit: ({ path }) => bodyLimitOf(path),
    respond(request) {
      const responded = checkGate(request) ?? response(request);
      if (request.method !== 'HEAD') return responded;
      return responded instanceof Promise ? responded.then(withoutBody) : withoutBody(responded);
    },
  };
}

/** Errors of a call that was read describe a call in code: an example of the body helps. */
function exampleOf({ body }: AdminOperation): string {
  return body === undefined ? '' : ` An example of a body: ${JSON.stringify(body.example)}`;
}

function withoutBody(response: ServedResponse): ServedResponse {
  // A stream would never be read.
  if (response.body instanceof ReadableStream) void response.body.cancel();
  return { ...response, body: undefined, encodedBody: undefined };
}
