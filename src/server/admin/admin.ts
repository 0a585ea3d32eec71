import { headerValue, type PetstoreRequest } from '../../../mocks/petstore-request.js';
import type { World } from '../../../mocks/world.js';
import { InputError } from '../../validation/input-error.js';
import { errorAnswer, jsonAnswer } from '../error-answer.js';
import type { ServerAnswer } from '../responder.js';
import { type AdminRoute, adminRoutes } from './admin-routes.js';
import { createTokenCheck } from './admin-token.js';

export const ADMIN_PATH = '/__admin';
export const ADMIN_BODY_LIMIT = 64 * 1024;

export interface AdminOptions {
  readonly world: World;
  readonly token: string;
  readonly version: string;
}

/** The control API. It needs a token of its own, spends no quota and lets no other origin in. */
export interface Admin {
  /** Whether a path is the admin's to answer. */
  owns(path: string): boolean;
  answer(request: PetstoreRequest): ServerAnswer;
}

const EXAMPLE = "curl -H 'Authorization: Bearer ADMIN_TOKEN' http://HOST:PORT/__admin/health";

export function createAdmin({ world, token, version }: AdminOptions): Admin {
  const isToken = createTokenCheck(token);
  const startMs = performance.now();
  const context = { world, version, uptimeSeconds: () => Math.floor((performance.now() - startMs) / 1000) };

  const refuse = (status: number, code: string, message: string, headers?: Readonly<Record<string, string>>) =>
    errorAnswer(status, code, message, world.clock.now(), headers);

  const run = (route: AdminRoute, body: Uint8Array) => {
    try {
      return jsonAnswer(200, route.run(context, body), world.clock.now());
    } catch (error) {
      if (error instanceof InputError) return refuse(400, 'invalid_request', error.message);
      throw error;
    }
  };

  const answer = (request: PetstoreRequest) => {
    const sent = headerValue(request, 'authorization');
    if (sent === undefined || !isToken(/^Bearer +(\S+)$/i.exec(sent)?.[1] ?? '')) {
      const challenge = sent === undefined ? '' : ', error="invalid_token"';
      const message = `This needs the admin token that the server was given or printed at its start. Try ${EXAMPLE}`;
      return refuse(401, 'unauthorized', message, { 'WWW-Authenticate': `Bearer realm="petstore-admin"${challenge}` });
    }
    const routes = adminRoutes.filter(({ path }) => `${ADMIN_PATH}${path}` === request.path);
    if (routes.length === 0) {
      const known = adminRoutes.map(({ method, path }) => `${method} ${ADMIN_PATH}${path}`).join(', ');
      return refuse(404, 'not_found', `There is nothing at ${request.path}. There are: ${known}.`);
    }
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const route = routes.find((candidate) => candidate.method === method);
    if (route === undefined) {
      const allowed = routes.flatMap((each) => (each.method === 'GET' ? ['GET', 'HEAD'] : [each.method])).join(', ');
      const message = `${request.path} does not take ${request.method}. It takes ${allowed}.`;
      return refuse(405, 'method_not_allowed', message, { Allow: allowed });
    }
    if (request.body === 'too-large') return refuse(413, 'payload_too_large', 'The body is over 64 KiB.');
    return run(route, request.body);
  };

  return {
    owns: (path) => path === ADMIN_PATH || path.startsWith(`${ADMIN_PATH}/`),
    answer: (request) => (request.method === 'HEAD' ? { ...answer(request), body: undefined } : answer(request)),
  };
}
