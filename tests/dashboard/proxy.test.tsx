// Long: the page of a proxy: quotas that responses report, failures, and responses that were cut off.
import { waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { serveProxyRoom } from '../serve-proxy-room.js';
import { openPage, rowsIn } from './open-control-room.js';

async function openProxyRoom() {
  const room = await serveProxyRoom();
  return { ...room, page: await openPage(room.address, () => room.close()) };
}

const limits = (limit: number, remaining: number, seconds: number) => ({
  'X-RateLimit-Limit': String(limit),
  'X-RateLimit-Remaining': String(remaining),
  'X-RateLimit-Reset': String(Math.floor(Date.now() / 1_000) + seconds),
});

test('the quota of each key is that of the newest responses, for each Limit', async () => {
  const { page, pass } = await openProxyRoom();
  const quotas = () => page.getByRole('region', { name: 'Quotas' });
  await waitFor(() => expect(quotas().textContent).toContain('Quotas appear here'));
  pass({ status: 200, body: '[]', headers: limits(1_000, 413, 40_000) });
  pass({ status: 200, body: '[]', headers: limits(60, 8, 3_500) });
  pass({ status: 200, body: '[]', headers: limits(1_000, 412, 40_000) });
  pass({ status: 429, key: 'another', headers: limits(60, 0, -90) });
  pass({ failure: 'connect ECONNREFUSED 10.0.0.7:443', key: 'a third' });
  const card = (name: string) => within(quotas()).getByRole('listitem', { name });
  await waitFor(() => card('key#3'));
  await waitFor(() => expect(within(card('key#1')).getAllByRole('meter')).toHaveLength(2));
  const hour = within(card('key#1')).getByRole('meter', { name: 'Requests left of 60' });
  expect(hour.getAttribute('aria-valuetext')).toBe('8 of 60 left');
  expect(card('key#1').textContent).toMatch(/412 of 1\u202f000 left/);
  expect(card('key#1').textContent).toMatch(/resets in 5\dm/);
  expect(card('key#2').textContent).toMatch(/0 of 60 left.*reset was due [1-3]m( \d+s)? ago/);
  expect(card('key#3').textContent).toContain('No response reported a limit.');
  await page.user.click(within(card('key#1')).getByRole('link', { name: 'Request #3' }));
  const detail = await page.findByRole('region', { name: 'Request #3' });
  await waitFor(() => expect(detail.textContent).toContain('412 of'));
});

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
