import type { HttpHandler } from 'msw';
import { pairsOf } from '../src/exchange/exchange.js';
import type { Operation } from '../src/service/service.js';
import { bodyStream, halfOf, wait } from './delivery/body-stream.js';
import { Handovers } from './delivery/handovers.js';
import { HttpResponse, http } from './edges/msw/msw.js';
import { handle } from './handle.js';
import type { PetstoreRequest, PetstoreResponse } from './neutral-http.js';
import type { World } from './world.js';

/** Creates the MSW edge. Paths are matched by the fake itself: MSW's own patterns throw on `%zz` and ignore case. */
export function createHandlers(world: World): HttpHandler[] {
  const handovers = new Handovers(() => world.journal.latest);
  const respond = async ({ request }: { request: Request }) => {
    const reply = handle(await toPetstoreRequest(request, handovers.upTo), world);
    const handOver = handovers.expect(world.journal.latest);
    if (reply.delayMs > 0) await wait(reply.delayMs, request.signal);
    handOver();
    return toResponse(reply, request);
  };
  const routeOf = (request: Request) => {
    const { pathname, origin } = new URL(request.url);
    return world.routeOf({ path: pathname, origin, method: request.method });
  };
  const handlerFor = ({ id, method }: Operation) =>
    http[method.toLowerCase() as keyof typeof http](({ request }) => routeOf(request).operation?.id === id, respond);
  const operations = Object.values(world.service.operations);
  return [...operations.map(handlerFor), http.all(({ request }) => routeOf(request).isServed, respond)];
}

async function toPetstoreRequest(request: Request, sentAfter: number | undefined): Promise<PetstoreRequest> {
  const { pathname, search, origin } = new URL(request.url);
  return {
    method: request.method,
    path: pathname,
    query: search,
    origin,
    headers: pairsOf(request.headers),
    body: request.body === null ? new Uint8Array() : new Uint8Array(await request.arrayBuffer()),
    callerAddress: 'in-process',
    sentAfter,
  };
}

function toResponse({ status, headers, body, encodedBody, cut, dripMs }: PetstoreResponse, request: Request): Response {
  if (cut === 'reset') return HttpResponse.error();
  const isWhole = cut === undefined && dripMs === 0;
  if (body === undefined || isWhole) return new HttpResponse(body ?? null, { status, headers });
  const content = encodedBody ?? body;
  const isBreaking = cut === 'truncated';
  const sent = isBreaking ? halfOf(content) : content;
  return new HttpResponse(bodyStream(sent, { dripMs, isBreaking, request }), { status, headers });
}
