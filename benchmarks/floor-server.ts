/**
 * The floor: what the same promises cost on bare node:http. It knows its keys, counts requests, sends every header that
 * the fake sends and checks what a PATCH brings; it routes by comparing texts and caches nothing.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { ErrorBody } from '../src/spec/schemas.js';
import { announce } from './announce.js';
import { readPetFile } from './pet-file.js';

const LIMIT = 1_000_000_000;
const WINDOW_MS = 60_000;
const ITEM_PATH = '/v1/inventory/';

interface Account {
  used: number;
  resetAtMs: number;
}

const accounts = new Map<string, Account>([['test_enterprise', { used: 0, resetAtMs: 0 }]]);
const stock = new Map(readPetFile(process.argv[2] ?? '').map((item) => [String(item.petId), item]));

announce(createServer(handle));

function handle(request: IncomingMessage, response: ServerResponse): void {
  const account = accounts.get(request.headers.authorization?.replace(/^Bearer /, '') ?? '');
  const nowMs = Date.now();
  const { remaining, resetSeconds } = account === undefined ? anonymousQuota(nowMs) : spend(account, nowMs);
  const send = (status: number, body: object) => {
    const text = JSON.stringify(body);
    response.writeHead(status, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(text),
      'Cache-Control': 'no-store',
      'X-RateLimit-Limit': LIMIT,
      'X-RateLimit-Remaining': remaining,
      'X-RateLimit-Reset': resetSeconds,
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers':
        'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, Deprecation, Sunset, Link, WWW-Authenticate, X-Mock-Assumed',
    });
    response.end(text);
  };
  const path = request.url ?? '';
  if (account === undefined) send(401, error(401, 'unauthorized'));
  else if (request.method === 'GET' && path === '/v1/inventory') send(200, [...stock.values()]);
  else if (request.method === 'PATCH' && path.startsWith(ITEM_PATH)) update(request, path, send);
  else send(404, error(404, 'not_found'));
}

function update(request: IncomingMessage, path: string, send: (status: number, body: object) => void): void {
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (chunk: string) => {
    text += chunk;
  });
  request.on('end', () => {
    const quantity = parseQuantity(text);
    if (quantity === undefined) return send(400, error(400, 'invalid_request'));
    const item = stock.get(path.slice(ITEM_PATH.length));
    if (item === undefined) return send(404, error(404, 'not_found'));
    const updated = { ...item, quantity };
    stock.set(String(item.petId), updated);
    send(200, updated);
  });
}

function parseQuantity(text: string): number | undefined {
  try {
    const { quantity } = JSON.parse(text) as { quantity?: unknown };
    return Number.isInteger(quantity) ? (quantity as number) : undefined;
  } catch {
    return undefined;
  }
}

function spend(account: Account, nowMs: number): { remaining: number; resetSeconds: number } {
  if (nowMs >= account.resetAtMs) {
    account.used = 0;
    account.resetAtMs = nowMs + WINDOW_MS;
  }
  account.used += 1;
  return { remaining: LIMIT - account.used, resetSeconds: Math.ceil(account.resetAtMs / 1000) };
}

function anonymousQuota(nowMs: number): { remaining: number; resetSeconds: number } {
  return { remaining: LIMIT, resetSeconds: Math.ceil((nowMs + WINDOW_MS) / 1000) };
}

function error(status: number, code: string): ErrorBody {
  return { code, message: `The request was rejected: ${code}`, status };
}
