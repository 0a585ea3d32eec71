import { expect, test } from 'vitest';
import { ask } from '../../tests/ask.js';
import { createWorld } from '../world.js';

const json = { quantity: 1 };

test.each(['1', '%31', '0', '-1', '9223372036854775807', '-9223372036854775808', '9007199254740993'])(
  '%s is an id',
  (id) => {
    expect(ask(createWorld({ pets: 1 }), 'PATCH', `/inventory/${id}`, { json }).status).not.toBe(400);
    expect(ask(createWorld({ pets: 1 }), 'GET', `/pets/${id}`).status).not.toBe(400);
  },
);

test.each([
  ...[
    'abc',
    '1.5',
    '1.0',
    '1e2',
    '-0',
    '00',
    '01',
    '-01',
    '+1',
    '%2B1',
    '%201',
    '1%20',
    '%00',
    '1%00',
    '1%2F2',
    '%zz',
    '%',
  ],
  ...[
    '9223372036854775808',
    '-9223372036854775809',
    '1'.repeat(400),
    '%D9%A1',
    '１',
    '0x1',
    '1n',
    '--1',
    '-',
    '1,2',
    'NaN',
  ],
])('%s is no int64 and gets 400', (id) => {
  const { status, body } = ask(createWorld(), 'PATCH', `/inventory/${id}`, { json });
  expect(status).toBe(400);
  expect(JSON.parse(body ?? '').message).toContain(
    'petId must be an integer from -9223372036854775808 to 9223372036854775807',
  );
  expect(ask(createWorld(), 'GET', `/pets/${id}`).status).toBe(400);
});

test('where malformed ids are unknown pets, they get 404', () => {
  const world = createWorld({ behaviour: { 'malformed-pet-id': 404 } });
  const { status, body } = ask(world, 'PATCH', '/inventory/abc', { json });
  expect(status).toBe(404);
  expect(JSON.parse(body ?? '')).toMatchObject({ code: 'not_found', status: 404 });
});

test.each(['9007199254740993', '9007199254740991'])('%s does not hit the pet that a double would make of it', (id) => {
  const inventory = [{ petId: 9007199254740992n, quantity: 5, status: 'available' }] as const;
  const world = createWorld({ fixture: { inventory } });
  expect(ask(world, 'PATCH', `/inventory/${id}`, { json }).status).toBe(404);
  expect(world.inventory.get('9007199254740992')?.quantity).toBe(5);
});
