import { waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { serveFake } from '../serve-fake.js';
import { connectionOf, showPage } from './open-control-room.js';

test('the whole address of the banner opens the control room, too', async () => {
  const fake = await serveFake();
  const page = showPage(`${fake.origin}/__admin/ui`, () => fake.close());
  await page.fill(await page.findByLabelText('Token'), fake.address);
  await page.press('Sign in');
  await waitFor(() => expect(connectionOf(page)).toBe('Connection: Live'));
});
