/**
 * What a user would write by hand: MSW handlers over an @mswjs/data model, put on a port by @mswjs/http-middleware,
 * with the calls that their manuals show.
 */
import { createServer } from 'node:http';
import { factory, primaryKey } from '@mswjs/data';
import { createServer as createApp } from '@mswjs/http-middleware';
import { HttpResponse, http } from 'msw';
import { announce } from './announce.js';
import { readPetFile } from './pet-file.js';

const LIMIT = 1_000_000_000;
const WINDOW_MS = 60_000;

const db = factory({ item: { petId: primaryKey(Number), quantity: Number, status: String } });
for (const item of readPetFile(process.argv[2] ?? '')) db.item.create(item);

const accounts = new Map([['test_enterprise', { used: 0, resetAtMs: 0 }]]);

const handlers = [
  http.get('*/v1/inventory', ({ request }) => {
    const headers = spendQuota(request);
    if (headers === undefined) return reject(401, 'unauthorized');
    return HttpResponse.json(db.item.getAll(), { headers });
  }),

  http.patch<{ petId: string }>('*/v1/inventory/:petId', async ({ request, params }) => {
    const headers = spendQuota(request);
    if (headers === undefined) return reject(401, 'unauthorized');
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

function spendQuota(request: Request): Record<string, string> | undefined {
  const account = accounts.get(request.headers.get('Authorization')?.replace(/^Bearer /, '') ?? '');
  if (account === undefined) return undefined;
  const nowMs = Date.now();
  if (nowMs >= account.resetAtMs) {
    account.used = 0;
    account.resetAtMs = nowMs + WINDOW_MS;
  }
  account.used += 1;
  return rateLimitHeaders(LIMIT - account.used, account.resetAtMs);
}

function reject(status: number, code: string, headers = rateLimitHeaders(LIMIT, Date.now() + WINDOW_MS)) {
  return HttpResponse.json({ code, message: `The request was rejected: ${code}`, status }, { status, headers });
}

function rateLimitHeaders(remaining: number, resetAtMs: number): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(LIMIT),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(Math.ceil(resetAtMs / 1000)),
  };
}
