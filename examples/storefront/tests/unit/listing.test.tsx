import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { holdTime, openPage, passSeconds, startFake } from './storefront';

const shownIds = async () => (await screen.findAllByRole('rowheader')).map(({ textContent }) => textContent);

it('lists the stock', async () => {
  openPage(startFake());

  expect(await shownIds()).toEqual(['1', '2', '3', '30']);
  expect(screen.getByText('4 pets, 23 in stock')).toBeTruthy();
});

it('narrows the list to a status, and counts each', async () => {
  const user = openPage(startFake());

  await user.click(await screen.findByRole('radio', { name: 'available 2' }));

  expect(await shownIds()).toEqual(['1', '30']);
});

it('finds pets by their id', async () => {
  const user = openPage(startFake());

  await user.type(await screen.findByRole('searchbox', { name: 'Find by pet id' }), '3');

  expect(await shownIds()).toEqual(['3', '30']);
});

it('says so when no pet fits, and offers the way back', async () => {
  const user = openPage(startFake());
  await user.type(await screen.findByRole('searchbox'), '99');

  await user.click(within(screen.getByText('No pet fits').parentElement as HTMLElement).getByText('Show all 4'));

  expect(await shownIds()).toHaveLength(4);
});

it('says so when the shelves are empty', async () => {
  const petstore = startFake();
  petstore.scenario('empty-store');
  openPage(petstore);

  expect(await screen.findByText('The shelves are empty')).toBeTruthy();
});

it('lists a large catalogue a hundred rows at a time', async () => {
  const petstore = startFake();
  petstore.scenario('large-catalogue');
  const user = openPage(petstore);

  await user.click(await screen.findByText('Show 100 more'));

  expect(screen.getByRole<HTMLTableElement>('table').tBodies[0]?.rows).toHaveLength(200);
});

it('offers another try when the service cannot be reached', async () => {
  const petstore = startFake();
  petstore.faults.next('listInventory', { network: 'reset' });
  const user = openPage(petstore);

  await user.click(await screen.findByText('Try again'));

  expect(await shownIds()).toHaveLength(4);
});

it('says that it is trying again', async () => {
  holdTime();
  const petstore = startFake();
  petstore.faults.next('listInventory', { status: 503 });
  const user = openPage(petstore);
  const retry = await screen.findByText('Try again');
  petstore.faults.next('listInventory', { delayMs: 60_000 });

  await user.click(retry);

  expect(retry.textContent).toBe('Trying …');
  await passSeconds(60);
  expect(await shownIds()).toHaveLength(4);
});

it('says so when the answer is no list', async () => {
  const petstore = startFake();
  petstore.server.use(http.get('*/inventory', () => HttpResponse.json({ items: [] })));
  openPage(petstore);

  expect(await screen.findByText('The answer of the service was cut short or garbled.')).toBeTruthy();
});

it('keeps the old stock, and calls it old, when it cannot be read again', async () => {
  const petstore = startFake();
  const user = openPage(petstore);
  await screen.findByRole('table');
  petstore.faults.next('listInventory', { status: 503 });

  await user.click(screen.getByText('Refresh'));

  expect(await screen.findByText('This stock may be out of date')).toBeTruthy();
  expect(await shownIds()).toHaveLength(4);
});

it('shows what is left of the quota', async () => {
  const petstore = startFake();
  petstore.limits.set('test_free', { remaining: 10 });
  openPage(petstore);

  const meter = await screen.findByRole<HTMLMeterElement>('meter', { name: 'Request quota' });

  expect([meter.value, meter.max]).toEqual([9, 60]);
});
