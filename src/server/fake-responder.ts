import { isSampleKey } from '../../fixtures/keys.js';
import { handle, handleBug, INTERNAL_ERROR, isPreflight } from '../../mocks/handle.js';
import { limitHeaders } from '../../mocks/limits/account.js';
import { corsHeaders } from '../../mocks/neutral-http.js';
import type { World } from '../../mocks/world.js';
import { LARGEST_BODY_LIMIT } from '../service/questions/requests.js';
import { isAdminPath, PAGE_PATH } from './admin/admin-path.js';
import { jsonErrorResponse, jsonTextResponse } from './json-response.js';
import type { Metrics } from './monitoring/metrics.js';
import { isMonitoringPath, respondToMonitoring } from './monitoring/monitoring.js';
import type { ControlRoom, ReadStore, Responder, ServedResponse, ServedResult, ServerRequest } from './responder.js';
import type { OrderedRequests } from './shared-store/ordered-requests.js';
import type { Apply } from './shared-store/replica.js';
import { toServedResponse, type UserHandlers } from './user-handlers.js';
import { isIsolatedKey, maskKeysInPath } from './worlds/secrets.js';
import type { ServedWorld } from './worlds/served-world.js';
import type { Worlds } from './worlds/worlds.js';

interface FakeResponderOptions {
  readonly worlds: Worlds;
  readonly controlRoom: ControlRoom | undefined;
  readonly metrics: Metrics | undefined;
  readonly readStore: ReadStore | undefined;
  readonly userHandlers: () => UserHandlers | undefined;
  readonly secretsIn: (text: string) => readonly string[];
  /** Orders requests among those to other servers of the same fake. Default: there are none. */
  readonly order: OrderedRequests | undefined;
}

/** Routes requests to the control room, to monitoring, to the user's handlers, and to the world of the key. */
export function createFakeResponder(
  options: FakeResponderOptions,
): Responder & { readonly carryOut: Apply['request'] } {
  const { worlds, controlRoom, metrics, readStore, userHandlers, secretsIn, order } = options;
  const finish = (request: ServerRequest, served: ServedWorld, response: ServedResponse): ServedResponse => {
    countResponse(served, request, response);
    worlds.noteChange();
    return withLoggedKey(served, response);
  };
  const carryOut = (request: ServerRequest, served: ServedWorld) =>
    finish(request, served, handle(request, served.world));
  const carryOutInOrder = async (request: ServerRequest, others: OrderedRequests) => {
    const result = await others.carryOut(request);
    return 'problem' in result ? rejectWorld(request, result.problem) : result;
  };
  const greet = (request: ServerRequest) => welcome(request, worlds.shared.world, controlRoom !== undefined);
  const askUser = async (
    request: ServerRequest,
    served: ServedWorld,
    handlers: UserHandlers,
  ): Promise<ServedResult> => {
    const response = await handlers.respond(request, isPreflight(request, served.world));
    if (response === undefined) {
      return greet(request) ?? (order ? carryOutInOrder(request, order) : carryOut(request, served));
    }
    const reaction = toServedResponse(response, request, served.world);
    countResponse(served, request, reaction);
    return reaction;
  };
  // A wrong world must never be the shared one without notice: it would take the request, and other tests would see it.
  const rejectWorld = (request: ServerRequest, problem: string) => {
    const { clock, cors } = worlds.shared.world;
    return jsonErrorResponse(400, 'invalid_request', problem, clock.now(), cors ? corsHeaders(request) : {});
  };
  // Sample keys are public.
  const isKey = (text: string) =>
    isIsolatedKey(text) || (worlds.shared.world.accounts.isGiven(text) && !isSampleKey(text));
  return {
    now: () => worlds.shared.world.clock.now(),
    bodyLimit(head) {
      if (controlRoom !== undefined && isAdminPath(head.path)) return controlRoom.bodyLimit(head);
      const served = worlds.find(head);
      if (!('problem' in served)) return served.world.behaviour['body-limit'];
      // Another server may know the world.
      return order === undefined ? 0 : LARGEST_BODY_LIMIT;
    },
    // Most of these clients meant to use the service (§8.1), and no key is known.
    ownHeaders: () => {
      const { accounts, behaviour, clock, cors } = worlds.shared.world;
      const limits = limitHeaders(accounts.anonymous, behaviour, clock.now());
      return cors ? { ...limits, ...corsHeaders() } : limits;
    },
    loggedPath: (path) => maskKeysInPath(path, isKey, secretsIn),
    respond(request) {
      if (controlRoom !== undefined && isAdminPath(request.path)) {
        if (order !== undefined) return order.control(request, controlRoom);
        const response = controlRoom.respond(request);
        // Its changes are complete, even if the response is not.
        if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method)) worlds.noteChange();
        return response;
      }
      if (isMonitoringPath(request.path)) return respondToMonitoring(request, metrics, readStore);
      // Handlers cannot see a body that was not read.
      const handlers = request.body === 'too-large' ? undefined : userHandlers();
      if (handlers === undefined) {
        const greeting = greet(request);
        if (greeting !== undefined) return greeting;
        if (order !== undefined) return carryOutInOrder(request, order);
      }
      const found = worlds.find(request);
      // With others, the fake itself asks them.
      const served = 'problem' in found && order !== undefined ? worlds.shared : found;
      if ('problem' in served) return rejectWorld(request, served.problem);
      return handlers === undefined ? carryOut(request, served) : askUser(request, served, handlers);
    },
    carryOut,
    respondToBug(request, bug) {
      // With others, nothing changes a world but what all of them do.
      if (order !== undefined) {
        worlds.shared.onBug(bug);
        return jsonErrorResponse(500, 'internal_error', INTERNAL_ERROR, worlds.shared.clock.now());
      }
      const chosen = worlds.find(request);
      const served = 'problem' in chosen ? worlds.shared : chosen;
      return finish(request, served, handleBug(request, served.world, bug));
    },
    responded(request, result, startMs) {
      const isOurs = isMonitoringPath(request.path) || (controlRoom !== undefined && isAdminPath(request.path));
      if (!isOurs) metrics?.count(request, result, startMs);
    },
  };
}

function countResponse({ traffic, world }: ServedWorld, request: ServerRequest, reaction: ServedResult): void {
  if (request.method === 'OPTIONS' && isPreflight(request, world)) return;
  traffic.count(reaction === 'aborted' || reaction.cut === 'reset' ? undefined : reaction.status);
}

/** Names the key for the log: a sample key as the banner does, any other by its pseudonym. The first of every isolated world is `w1/key#1`. */
function withLoggedKey({ id, isShared, world }: ServedWorld, response: ServedResponse): ServedResponse {
  const { status, headers, body, encodedBody, keyAlias, delayMs = 0, dripMs = 0, cut } = response;
  if (keyAlias === undefined) return response;
  const key = world.accounts.keyOf(keyAlias);
  const name = key !== undefined && isSampleKey(key) ? key : keyAlias;
  if (isShared && name === keyAlias) return response;
  // No spread: with many worlds it takes as long as a stage.
  return { status, headers, body, encodedBody, keyAlias: isShared ? name : `${id}/${name}`, delayMs, dripMs, cut };
}

const ROOT = '/';
const DESCRIPTION = '/openapi.json';

/** Responds to `/` and to the description in OpenAPI, unless they belong to the service. No world sees the requests. */
function welcome(
  request: ServerRequest,
  { addresses: { base }, service }: World,
  hasControlRoom: boolean,
): ServedResponse | Promise<ServedResponse> | undefined {
  const { method, path } = request;
  if ((path !== ROOT && path !== DESCRIPTION) || base.path === '' || path === base.path) return undefined;
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  if (path === DESCRIPTION) {
    return import('../service/openapi.js').then(({ describeInOpenApi }) =>
      respond('application/json', JSON.stringify(describeInOpenApi(service, base.url))),
    );
  }
  const control = hasControlRoom ? `Control room: ${base.origin}${PAGE_PATH}` : 'It has no control room.';
  const what = `petstore-mock: a fake of the Petstore Inventory Service at ${base.url}. ${control}`;
  return respond('text/plain; charset=utf-8', `${what}\nOpenAPI: ${base.origin}${DESCRIPTION}\n`);
}

function respond(type: string, body: string): ServedResponse {
  return jsonTextResponse(200, body, Date.now(), { 'Content-Type': type });
}
