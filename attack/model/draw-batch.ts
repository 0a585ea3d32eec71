import type { Draw } from '../../contract-tests/draw.js';
import { pick } from '../attack.js';
import { type RawRequest, writeRequest } from '../connection.js';
import { BATCH, type Model, ORDERED_KEY, quotaKeys } from './model-state.js';
import type { StoreCall } from './store-model.js';

/** A request, and what it asks of the store if it is one of those that are ordered. */
export interface Call {
  readonly key: string;
  readonly request: RawRequest;
  readonly made?: StoreCall;
}

/** Draws what one connection sends in a round. What comes of quotas is the same in every order, so those requests change no stock. */
export function drawBatch(draw: Draw, { store }: Model): Call[] {
  const petIds = [...store.stock.keys()].slice(0, 20);
  return Array.from({ length: BATCH }, () => {
    if (draw.fraction() < 0.4) {
      const key = pick(draw, quotaKeys);
      return { key, request: writeRequest('GET', pick(draw, ['/v1/inventory', '/v1/store/orders', '/v1/none']), key) };
    }
    const made = drawCall(draw, petIds);
    return { key: ORDERED_KEY, made, request: requestOf(made) };
  });
}

function drawCall(draw: Draw, petIds: readonly string[]): StoreCall {
  const petId = pick(draw, petIds);
  const quantity = draw.integer(0, 1_000_000);
  return pick<StoreCall>(draw, [
    { call: 'list' },
    { call: 'update', petId, quantity },
    { call: 'update', petId, quantity },
    { call: 'wrong-update', petId },
    { call: 'unknown-pet', petId: `9${petId}00000`, quantity },
    { call: 'message', text: `message ${quantity}` },
  ]);
}

function requestOf(made: StoreCall): RawRequest {
  if (made.call === 'list') return writeRequest('GET', '/v1/inventory', ORDERED_KEY);
  if (made.call === 'message') return writeRequest('POST', '/v1/messages', ORDERED_KEY, { message: made.text });
  const body = made.call === 'wrong-update' ? { quantity: 'many' } : { quantity: made.quantity };
  return writeRequest('PATCH', `/v1/inventory/${made.petId}`, ORDERED_KEY, body);
}
