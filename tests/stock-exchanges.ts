import type { ExchangeInit } from './recorded.js';

/** A list: pet 7 has 5, pet 8 has 3; a quantity of null omits a pet. */
export function list(
  quantities: Readonly<Record<string, number | string | null>> = {},
  status = 'available',
): ExchangeInit {
  const all = Object.entries({ '7': 5, '8': 3, ...quantities }).filter(([, quantity]) => quantity !== null);
  const items = all.map(([petId, quantity]) => `{"petId":${petId},"quantity":${quantity},"status":"${status}"}`);
  return { body: `[${items.join(',')}]` };
}

/** An update of pet 7; the response conforms unless `changes` say otherwise. */
export function patch(quantity: number | string, changes: ExchangeInit = {}): ExchangeInit {
  const body =
    (changes.status ?? 200) < 300 ? { body: { petId: 7, quantity: Number(quantity), status: 'available' } } : {};
  return { method: 'PATCH', path: '/inventory/7', sends: `{"quantity":${quantity}}`, ...body, ...changes };
}
