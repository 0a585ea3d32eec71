/**
 * The floor: what the same promises cost on bare node:http. It knows its keys, counts requests, sends every header that
 * the fake sends and checks what a PATCH brings; it routes by comparing texts and caches nothing.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { announce, charge, commonHeaders, errorBody, pets } from './rival.js';

const ITEM_PATH = '/v1/inventory/';

const stock = new Map(pets.map((item) => [String(item.petId), item]));

announce(createServer(handle));

function handle(request: IncomingMessage, response: ServerResponse): void {
  const { known, headers } = charge(request.headers.authorization);
  const send = (status: number, body: object) => {
    const text = JSON.stringify(body);
    response.writeHead(status, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(text),
      ...commonHeaders,
      ...headers,
    });
    response.end(text);
  };
  const path = request.url ?? '';
  if (!known) send(401, errorBody(401, 'unauthorized'));
  else if (request.method === 'GET' && path === '/v1/inventory') send(200, [...stock.values()]);
  else if (request.method === 'PATCH' && path.startsWith(ITEM_PATH)) update(request, path, send);
  else send(404, errorBody(404, 'not_found'));
}

function update(request: IncomingMessage, path: string, send: (status: number, body: object) => void): void {
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (chunk: string) => {
    text += chunk;
  });
  request.on('end', () => {
    const quantity = parseQuantity(text);
    if (quantity === undefined) return send(400, errorBody(400, 'invalid_request'));
    const item = stock.get(path.slice(ITEM_PATH.length));
    if (item === undefined) return send(404, errorBody(404, 'not_found'));
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
