// Long: the page of a proxy.
import { waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { serveProxyRoom } from '../serve-proxy-room.js';
import { filtersIn, openPage, rowsIn } from './open-control-room.js';

async function openProxyRoom() {
  const room = await serveProxyRoom();
  return { ...room, page: await openPage(room.address, () => room.close()) };
}

const WRONG_KEY = 'wrong_key_of_mine';

test('a proxy shows its upstream, and has no page that would control it', async () => {
  const { page, upstream } = await openProxyRoom();
  expect(page.getByRole('region', { name: 'Service' }).textContent).toContain(`Proxy in front of ${upstream}`);
  const links = within(page.getByRole('navigation', { name: 'Pages' })).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(['Overview', 'Requests', 'Contract']);
  expect(page.queryByRole('combobox', { name: 'World' })).toBeNull();
  for (const name of ['Reset the world', 'Create a key', 'Freeze']) {
    expect(page.queryByRole('button', { name })).toBeNull();
  }
  await page.goTo('Requests');
  location.hash = '#/stock';
  await page.findByRole('heading', { level: 1, name: 'Overview' });
});

test('violations and manners are counted, and link to the exchange', async () => {
  const { page, pass } = await openProxyRoom();
  pass({ status: 200, body: '[{"petId":1,"quantity":5,"status":"available"}]' });
  pass({ status: 200, body: '[{"petId":1,' });
  pass({ failure: 'connect ECONNREFUSED 10.0.0.7:443' });
  const traffic = page.getByRole('region', { name: 'Requests per second' });
  await waitFor(() => expect(traffic.textContent).toContain('No response 1'));
  await page.findByRole('link', { name: '3 requests' });
  await page.findByRole('link', { name: '0 manners violations' });
  await page.user.click(await page.findByRole('link', { name: /^[1-9] rules? violated$/ }));
  const rule = within((await page.findByText(/the body is not JSON/)).closest('li') as HTMLElement);
  await page.user.click(rule.getByRole('link', { name: 'Request #2' }));
  const detail = await page.findByRole('region', { name: 'Request #2' });
  await waitFor(() => expect(detail.textContent).toContain('The response violates the document.'));
  expect(detail.textContent).toContain('84 ms');
});

test('a key that a proxy saw is shown as its pseudonym, and its quota beside its requests', async () => {
  const { page, pass } = await openProxyRoom();
  pass({ status: 200 });
  pass({ status: 401, key: null });
  pass({ status: 401, key: WRONG_KEY, body: `{"code":"no_key","message":"The key ${WRONG_KEY} is unknown."}` });
  await page.goTo('Requests');
  await waitFor(() => expect(rowsIn(page)).toHaveLength(3));
  expect(rowsIn(page)[2]?.textContent).toMatch(/key#1.*59\/60/);
  await page.user.selectOptions(filtersIn(page).getByRole('combobox', { name: 'Key' }), 'key#2');
  await waitFor(() => expect(rowsIn(page)).toHaveLength(1));
  await page.user.click(rowsIn(page)[0] as HTMLElement);
  const response = await page.findByRole('region', { name: 'Response' });
  await waitFor(() => expect(response.textContent).toContain('The key key#2 is unknown.'));
  for (const key of ['live_key_of_mine', WRONG_KEY]) expect(document.documentElement.outerHTML).not.toContain(key);
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
  await page.user.click(rowsIn(page)[1] as HTMLElement);
  await waitFor(() => expect(shown()).toContain('not UTF-8 text, 2 bytes'));
});

test('a response that was cut off is marked in the list, with the reason', async () => {
  const { page, pass } = await openProxyRoom();
  pass({ status: 200, cutBy: 'service', tookMs: 0.4 });
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
