import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { oneMoreOf, openPage, startFake } from './storefront';

it('asks for a key before it sends anything without one', async () => {
  const petstore = startFake();
  const user = openPage(petstore, '');

  await user.type(await screen.findByLabelText('API key'), 'test_free{Enter}');

  expect(await screen.findByRole('table')).toBeTruthy();
  expect(petstore.journal.list({ status: 401 })).toEqual([]);
});

it('asks for another key when the service answers 401, and goes on with what it was doing', async () => {
  const petstore = startFake();
  const user = openPage(petstore);
  await user.click(await oneMoreOf(1));
  petstore.keys.revoke('test_free');

  await user.type(await screen.findByLabelText('API key'), `${petstore.keys.mint()}{Enter}`);

  expect(await screen.findByText('Pet 1: 5 in stock, saved.')).toBeTruthy();
  expect(petstore).toHaveCalled('updateInventory', { times: 2, body: { quantity: 5 } });
  expect(petstore).toBeWellMannered();
});

it('says why it asks again', async () => {
  const user = openPage(startFake(), 'wrong');

  await user.type(await screen.findByLabelText('API key'), 'two words{Enter}');
  expect(screen.getByText(/without spaces/)).toBeTruthy();

  await user.clear(screen.getByLabelText('API key'));
  await user.type(screen.getByLabelText('API key'), 'wrong_too{Enter}');
  expect(await screen.findByText('The service did not accept the key.')).toBeTruthy();
});

it('can do without, and offers to be given one later', async () => {
  const user = openPage(startFake(), '');
  await user.click(await screen.findByText('Not now'));

  await user.click(await screen.findByText('Enter an API key'));

  expect(await screen.findByLabelText('API key')).toBeTruthy();
});
