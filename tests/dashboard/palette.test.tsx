import { waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { type OpenedPage, openControlRoom } from './open-control-room.js';

/** Runs the first command with these words. */
async function command(page: OpenedPage, words: string): Promise<void> {
  await page.user.keyboard('{Control>}k{/Control}');
  const commands = await page.dialog('Commands');
  await commands.findByRole('option', { name: 'Run the scenario slow' });
  await page.user.keyboard(`${words}{Enter}`);
}

test('a command goes to a page', async () => {
  const { page } = await openControlRoom();
  await command(page, 'stock');
  await page.findByRole('heading', { level: 1, name: 'Stock' });
  await page.noDialog();
});

test('commands freeze the clock, run it and move it', async () => {
  const { page, admin } = await openControlRoom();
  await command(page, '1m');
  await page.announced('The clock moved 1m forward.');
  await page.noDialog();
  expect((await admin.clock.get()).now).toContain('12:01:00');
  await command(page, 'run clock');
  await page.announced('The clock runs at 1×.');
  await waitFor(() => expect(page.queryByText('frozen')).toBeNull());
  await command(page, 'freeze');
  await page.announced('The clock is frozen.');
});

test('a command runs a scenario, and another one resets the world', async () => {
  const { page, admin } = await openControlRoom();
  await command(page, 'sold-out');
  await page.announced(/^Ran:/);
  await page.noDialog();
  const { items } = await admin.inventory.list();
  expect(items.map(({ quantity }) => quantity)).toEqual([0, 0, 0]);
  await command(page, 'reset');
  await page.announced('The world shared was reset.');
  expect((await admin.inventory.list()).items.map(({ quantity }) => quantity)).not.toEqual([0, 0, 0]);
});

test('a command opens the form of a new key, over which no other opens', async () => {
  const { page } = await openControlRoom();
  await command(page, 'key');
  await page.dialog('Create a key');
  await page.user.keyboard('{Control>}k{/Control}');
  expect(page.queryByRole('dialog', { name: 'Commands' })).toBeNull();
});

test('words that no command has find none', async () => {
  const { page } = await openControlRoom();
  await command(page, 'stock xyz');
  const commands = await page.dialog('Commands');
  expect(commands.getByText('No such command')).toBeDefined();
  expect(commands.queryAllByRole('option')).toEqual([]);
});
