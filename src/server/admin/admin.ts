import { setMaxListeners } from 'node:events';
import { adminOperations } from '../../admin/operations.js';
import { InputError } from '../../json/input-error.js';
import { type JsonValue, writeJson } from '../../json/json.js';
import { jsonErrorResponse, jsonTextResponse } from '../json-response.js';
import type { ServedResponse, ServerRequest } from '../responder.js';
import { type AdminContext, AdminHttpError, RawResponse, sharedSourceOf, Turns } from './admin-route.js';
import { createEventHub } from './events/event-hub.js';
import { readCall } from './read-call.js';
import { adminRoutes } from './routes/admin-routes.js';

export type AdminSettings = Omit<AdminContext, 'events' | 'turns'>;

/** Creates the admin API. Changes of a world are complete when the function returns, even if it returns a promise. */
export function createAdmin(
  settings: AdminSettings,
): (request: ServerRequest) => ServedResponse | Promise<ServedResponse> {
  // Each waiting request adds a listener; Node warns of a leak at the eleventh.
  setMaxListeners(0, settings.closing);
  const turns = new Turns();
  const context: AdminContext = {
    ...settings,
    events: createEventHub({ ...settings, turns }),
    turns,
  };
  return (request) => {
    let { clock } = sharedSourceOf(context.mode);
    try {
      const call = readCall(request, context);
      clock = call.source.clock;
      const write = (result: object) => {
        if (result instanceof RawResponse) return result.response;
        return jsonTextResponse(adminOperations[call.id].status, writeJson(result as JsonValue), clock.now());
      };
      const result = adminRoutes[call.id](call, context);
      if (!(result instanceof Promise)) return write(result);
      return result.then(write).catch((error) => errorToResponse(error, clock.now()));
    } catch (error) {
      return errorToResponse(error, clock.now());
    }
  };
}

function errorToResponse(error: unknown, nowMs: number): ServedResponse {
  if (error instanceof InputError) return jsonErrorResponse(400, 'invalid_request', error.inWords, nowMs);
  if (!(error instanceof AdminHttpError)) throw error;
  return jsonErrorResponse(error.status, error.code, error.message, nowMs, error.headers);
}
