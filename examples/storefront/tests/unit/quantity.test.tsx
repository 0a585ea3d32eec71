import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { holdTime, oneMoreOf, openPage, passSeconds, quantityOf, startFake } from './storefront';

it('shows a new quantity at once, and sends it', async () => {
  const petstore = startFake();
  const user = openPage(petstore);
  const field = await quantityOf(1);

  await user.click(await oneMoreOf(1));

  expect(field.value).toBe('5');
  expect(await screen.findByText('Pet 1: 5 in stock, saved.')).toBeTruthy();
  expect(petstore).toHaveCalled('updateInventory', { times: 1, petId: 1, body: { quantity: 5 } });
  expect(petstore).toBeWellMannered();
});

it('makes one request of quick clicks', async () => {
  const petstore = startFake();
  openPage(petstore);
  const more = await oneMoreOf(1);

  for (let clicks = 0; clicks < 3; clicks++) fireEvent.click(more);

  expect(await screen.findByText('Pet 1: 7 in stock, saved.')).toBeTruthy();
  expect(petstore).toHaveCalled('updateInventory', { times: 1, body: { quantity: 7 } });
});

it('sends nothing when the clicks cancel each other out', async () => {
  const petstore = startFake();
  openPage(petstore);
  const more = await oneMoreOf(1);
  const row = more.closest('tr');

  fireEvent.click(more);
  fireEvent.click(screen.getByLabelText('One less of pet 1'));

  expect(row?.ariaBusy).toBe('true');
  await waitFor(() => expect(row?.ariaBusy).toBe('false'));
  expect(petstore).toHaveCalled('updateInventory', { times: 0 });
});

it('never has two changes of one pet under way', async () => {
  holdTime();
  const petstore = startFake();
  petstore.faults.next('updateInventory', { delayMs: 600_000 });
  const user = openPage(petstore);
  await user.click(await oneMoreOf(1));
  await waitFor(() => expect(petstore).toHaveCalled('updateInventory', { body: { quantity: 5 } }));

  await user.click(await oneMoreOf(1));
  await passSeconds(60);
  expect(petstore).toHaveCalled('updateInventory', { times: 1 });

  await passSeconds(600);
  expect(await screen.findByText('Pet 1: 6 in stock, saved.')).toBeTruthy();
  expect(petstore).toHaveCalled('updateInventory', { times: 2 });
});

it('takes a typed quantity at Enter', async () => {
  const petstore = startFake();
  const user = openPage(petstore);
  const field = await quantityOf(30);

  await user.clear(field);
  await user.type(field, '100{Enter}');

  expect(await screen.findByText('Pet 30: 100 in stock, saved.')).toBeTruthy();
  expect(petstore.inventory.get(30)?.quantity).toBe(100);
});

it.each(['-1', '2.5', 'many', ''])('marks %j as no quantity, and goes back to the old one at Enter', async (text) => {
  openPage(startFake());
  const field = await quantityOf(1);

  fireEvent.change(field, { target: { value: text } });
  expect(field.ariaInvalid).toBe('true');

  fireEvent.keyDown(field, { key: 'Enter' });
  expect([field.value, field.ariaInvalid]).toEqual(['4', 'false']);
});

it.each([
  [{ status: 400 }, 'The service refused (400).'],
  [{ status: 404 }, 'The service does not know this pet.'],
  [{ status: 503 }, 'The service is in trouble (503).'],
  [{ network: 'reset' }, 'The service could not be reached.'],
] as const)('rolls a change back that meets %j', async (fault, reason) => {
  const petstore = startFake();
  petstore.faults.next('updateInventory', fault);
  openPage(petstore);
  const field = await quantityOf(1);
  const more = await oneMoreOf(1);

  fireEvent.click(more);

  expect(field.value).toBe('5');
  const notice = await screen.findByText(/Pet 1 is back at 4/);
  expect(notice.textContent).toContain(reason);
  expect(field.value).toBe('4');
});

it('finds out that a change arrived whose answer was lost', async () => {
  const petstore = startFake();
  petstore.faults.next('updateInventory', { body: 'truncated' });
  const user = openPage(petstore);

  await user.click(await oneMoreOf(1));

  expect(await screen.findByText(/Pet 1 is at 5 after all/)).toBeTruthy();
  expect((await quantityOf(1)).value).toBe('5');
});

it('leaves a pet alone whose id it cannot hold exactly', async () => {
  const petstore = startFake();
  petstore.inventory.set('9007199254740993', { quantity: 1, status: 'available' });
  openPage(petstore);

  const button = await oneMoreOf(Number('9007199254740993'));

  expect(button.title).toBe('This id is too large for this page to be sure of');
});

it('takes a notice away when it is dismissed', async () => {
  const petstore = startFake();
  petstore.faults.next('updateInventory', { status: 400 });
  const user = openPage(petstore);
  await user.click(await oneMoreOf(1));

  await user.click(await screen.findByLabelText('Dismiss the notice about Pet 1'));

  expect(screen.queryByText(/is back at/)).toBeNull();
});
