// Long: the page of a proxy: failures, and responses that were cut off.
import { waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { serveProxyRoom } from '../serve-proxy-room.js';
import { openPage, rowsIn } from './open-control-room.js';

async function openProxyRoom() {
  const room = await serveProxyRoom();
  return { ...room, page: await openPage(room.address, () => room.close()) };
}

test('the reason for a missing response or a missing text is shown', async () => {
  const { page, pass } = await openProxyRoom();
  pass({ status: 200, path: '/pets/7', body: Uint8Array.of(0xff, 0xfe) });
  pass({ failure: 'connect ECONNREFUSED 10.0.0.7:443' });
  await page.goTo('Requests');
  await waitFor(() => expect(rowsIn(page)[0]?.textContent).toContain('none'));
  const shown = () => page.getByRole('region', { name: 'Response' }).textContent;
  await page.user.click(rowsIn(page)[0] as HTMLElement);
  await waitFor(() => expect(shown()).toContain('connect ECONNREFUSED'));
  await page.user.keyboard('j');
  await waitFor(() => expect(shown()).toContain('not UTF-8 text, 2 bytes'));
});

test('a response that was cut off is marked in the list, with the reason', async () => {
  const { page, pass } = await openProxyRoom();
  pass({ status: 200, cutBy: 'service', tookMs: 0 });
  pass({ status: 200, cutBy: 'client' });
  await page.goTo('Requests');
  await waitFor(() => expect(rowsIn(page)).toHaveLength(2));
  expect(rowsIn(page)[0]?.textContent).toContain('client left');
  expect(rowsIn(page)[1]?.textContent).toContain('cut off');
  expect(rowsIn(page)[1]?.textContent).toContain('<1 ms');
  await page.user.click(rowsIn(page)[1] as HTMLElement);
  const detail = await page.findByRole('region', { name: 'Request #1' });
  await waitFor(() => expect(detail.textContent).toContain('The connection closed halfway through the body.'));
  expect(detail.textContent).toContain('No body: the connection was reset.');
  expect(detail.textContent).toContain('<1 ms');
});
