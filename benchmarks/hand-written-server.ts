/**
 * What a user would write by hand: MSW handlers over an @mswjs/data model, put on a port by @mswjs/http-middleware,
 * with the calls that their manuals show.
 */
import { createServer } from 'node:http';
import { factory, primaryKey } from '@mswjs/data';
import { createServer as createApp } from '@mswjs/http-middleware';
import { HttpResponse, http } from 'msw';
import { announce } from './announce.js';
import { charge, errorBody, pets } from './rival.js';

const db = factory({ item: { petId: primaryKey(Number), quantity: Number, status: String } });
for (const item of pets) db.item.create(item);

const handlers = [
  http.get('*/v1/inventory', ({ request }) => {
    const { known, headers } = charge(request.headers.get('Authorization'));
    return known ? HttpResponse.json(db.item.getAll(), { headers }) : reject(401, 'unauthorized', headers);
  }),

  http.patch<{ petId: string }>('*/v1/inventory/:petId', async ({ request, params }) => {
    const { known, headers } = charge(request.headers.get('Authorization'));
    if (!known) return reject(401, 'unauthorized', headers);
    const body = (await request.json()) as { quantity?: unknown };
    if (!Number.isInteger(body.quantity)) return reject(400, 'invalid_request', headers);
    const updated = db.item.update({
      where: { petId: { equals: Number(params.petId) } },
      data: { quantity: body.quantity as number },
    });
    return updated === null ? reject(404, 'not_found', headers) : HttpResponse.json(updated, { headers });
  }),
];

// The middleware is CommonJS and takes MSW's types from there; what it is given is the same class by another road.
announce(createServer(createApp(...(handlers as unknown as Parameters<typeof createApp>))));

function reject(status: number, code: string, headers: Record<string, string>) {
  return HttpResponse.json(errorBody(status, code), { status, headers });
}
