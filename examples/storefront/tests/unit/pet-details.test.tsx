import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openPage, startFake } from './storefront';

const toggle = () => screen.findByLabelText('Details of pet 1');

/** React asks tests to wait inside act() for what a component suspends on. */
async function press(button: HTMLElement) {
  await act(async () => fireEvent.click(button));
}

it('looks a pet up on demand alone, and warns that the lookup is deprecated', async () => {
  const petstore = startFake();
  openPage(petstore);
  await toggle();
  expect(petstore).toHaveCalled('getPet', { times: 0 });

  await press(await toggle());

  expect((await screen.findByRole('note')).textContent).toBe(
    'This lookup is deprecated since 30 Jun 2026. It ends on 31 Dec 2027.',
  );
  expect(petstore).toHaveCalled('getPet', { times: 1, petId: 1 });
  expect(petstore).toBeWellMannered({ except: ['manners/leaves-deprecated-operations'] });
});

it('shows whatever fields a pet has', async () => {
  openPage(startFake());

  await press(await toggle());

  expect((await screen.findByText('species')).tagName).toBe('DT');
});

it('says so when the lookup has ended', async () => {
  const petstore = startFake();
  petstore.scenario('after-sunset');
  petstore.setBehaviour({ 'after-sunset': 410 });
  openPage(petstore);

  await press(await toggle());

  expect((await screen.findByRole('alert')).textContent).toContain('The service refused (410).');
});

it('closes again', async () => {
  openPage(startFake());
  await press(await toggle());
  await screen.findByRole('note');

  await press(await toggle());

  expect(screen.queryByRole('note')).toBeNull();
});
