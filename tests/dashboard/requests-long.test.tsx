// Long: 70 MiB of bodies, which no other test sends.
import { waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { handle } from '../../mocks/handle.js';
import { completeRequest } from '../../mocks/petstore.js';
import { openControlRoom, rowsIn } from './open-control-room.js';

test('the page says that bodies are too large for more requests', async () => {
  const { fake, page } = await openControlRoom();
  await page.goTo('Requests');
  const { world } = fake.server;
  const request = { method: 'PATCH', path: '/v1/inventory/1', headers: {}, body: 'x'.repeat(2 ** 20) };
  const send = (times: number) => {
    for (let sent = 0; sent < times; sent++) handle(completeRequest(request), world);
  };
  send(1);
  await waitFor(() => expect(rowsIn(page)).toHaveLength(1));
  expect(page.queryByText(/older ones were dropped/)).toBeNull();
  send(70);
  await waitFor(() => expect(page.queryByText(/older ones were dropped: requests and responses/)).not.toBeNull());
});
