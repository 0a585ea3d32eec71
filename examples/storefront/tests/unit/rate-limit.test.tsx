import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { holdTime, oneMoreOf, openPage, passSeconds, quantityOf, startFake } from './storefront';

it('counts down after a 429, sends nothing meanwhile, and then sends again what was refused', async () => {
  holdTime();
  const petstore = startFake();
  const user = openPage(petstore);
  await quantityOf(1);
  petstore.limits.exhaust('test_free');

  await user.click(await oneMoreOf(1));
  const countdown = await screen.findByRole('timer');
  const shown = () => parseInt(countdown.textContent ?? '', 10);
  const before = shown();
  expect(before).toBeGreaterThan(30);
  expect((await quantityOf(1)).value).toBe('5');

  await passSeconds(before - 10);
  expect(shown()).toBeLessThanOrEqual(10);
  expect(petstore).toHaveCalled('updateInventory', { times: 1 });

  await passSeconds(11);
  expect(await screen.findByText('Pet 1: 5 in stock, saved.')).toBeTruthy();
  expect(screen.queryByRole('timer')).toBeNull();
  expect(petstore).toHaveCalled('updateInventory', { times: 2, body: { quantity: 5 } });
  expect(petstore).toBeWellMannered();
});

it('says on every button why it does nothing now', async () => {
  holdTime();
  const petstore = startFake();
  const user = openPage(petstore);
  await quantityOf(1);
  petstore.limits.exhaust('test_free');
  await user.click(screen.getByText('Refresh'));
  await screen.findByRole('timer');

  const button = await oneMoreOf(2);
  await user.click(button);

  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(button.title).toMatch(/^The service asked for a pause until \d\d:\d\d:\d\d$/);
  expect((await quantityOf(2)).value).toBe('7');
});

it('waits longer each time that it is refused again', async () => {
  holdTime();
  const petstore = startFake();
  petstore.faults.next('listInventory', { status: 429 }, { times: 3 });
  openPage(petstore);

  expect(await screen.findByText('Too many requests.')).toBeTruthy();
  await passSeconds(600);

  expect(await screen.findByRole('table')).toBeTruthy();
  const waitsMs = petstore.journal.exchanges.slice(1).map(({ startedMs }, index) => {
    return startedMs - Number(petstore.journal.exchanges[index]?.endedMs);
  });
  expect(waitsMs).toHaveLength(3);
  // On a busy machine each lasts longer than the page meant it to.
  for (const [index, waitMs] of waitsMs.entries()) expect(waitMs).toBeGreaterThanOrEqual(2 ** index * 60_000);
  expect(petstore).toBeWellMannered();
});

it('lets one request find out whether the wait was long enough', async () => {
  holdTime();
  const petstore = startFake();
  petstore.faults.always('updateInventory', { status: 429, delayMs: 1000 });
  openPage(petstore);
  const buttons = [await oneMoreOf(1), await oneMoreOf(2)];
  for (const button of buttons) fireEvent.click(button);
  const seconds = parseInt((await screen.findByRole('timer')).textContent ?? '', 10);
  expect(petstore).toHaveCalled('updateInventory', { times: 2 });

  await passSeconds(seconds + 2);
  expect(petstore).toHaveCalled('updateInventory', { times: 3 });

  petstore.faults.clear();
  await passSeconds(600);
  await waitFor(() => expect(petstore).toHaveCalled('updateInventory', { times: 2, status: 200 }));
  expect(petstore).toHaveCalled('updateInventory', { times: 5 });
  expect(petstore).toBeWellMannered();
});

it('understands a Retry-After that is a date', async () => {
  holdTime();
  const petstore = startFake();
  petstore.setBehaviour({ 'retry-after-format': 'http-date' });
  petstore.limits.exhaust('test_free');
  openPage(petstore);
  await screen.findByRole('timer');

  await passSeconds(62);

  expect(await screen.findByRole('table')).toBeTruthy();
  expect(petstore).toHaveCalled('listInventory', { times: 2 });
  expect(petstore).toBeWellMannered();
});
