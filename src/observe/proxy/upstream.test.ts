import { expect, test } from 'vitest';
import { rejectOwnAddress, upstreamAt } from './upstream.js';

const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  'my-laptop.test': ['198.51.100.7', '127.0.1.1'],
  'my-desktop.test': ['fd00::2', '198.51.100.7'],
  'elsewhere.test': ['203.0.113.1'],
};

/** Runs the check; returns the names that it resolved. */
async function check(upstream: string, host = '127.0.0.1', port = 5009): Promise<string[]> {
  const asked: string[] = [];
  await rejectOwnAddress(upstreamAt(upstream), { host, port }, async (name) => {
    asked.push(name);
    return ADDRESSES[name] ?? [name];
  });
  return asked;
}

test.each([
  ['http://127.0.0.1:5009/v1', '127.0.0.1'],
  ['http://localhost:5009/v1', '127.0.0.1'],
  ['http://[::1]:5009', '::1'],
  ['http://[::ffff:127.0.0.1]:5009', '::'],
  ['http://my-laptop.test:5009/v1', '127.0.0.1'],
  ['http://my-desktop.test:5009/v1', '198.51.100.7'],
  ['http://198.51.100.7:5009/v1', 'my-desktop.test'],
  ['http://localhost:5009', '0.0.0.0'],
  ['http://0.0.0.0:5009', '127.0.0.1'],
])('rejects the upstream %s for a proxy at %s', async (upstream, host) => {
  await expect(check(upstream, host)).rejects.toThrow(
    `Reading --upstream: ${upstream} is the address of the proxy itself. Choose another port for the proxy: --port 0`,
  );
});

test('accepts another upstream, and resolves no name if the ports differ', async () => {
  expect(await check('http://elsewhere.test:5009/v1', '198.51.100.7')).toEqual(['elsewhere.test', '198.51.100.7']);
  expect(await check('http://elsewhere.test:5009/v1', '0.0.0.0')).toEqual(['elsewhere.test']);
  expect(await check('http://127.0.0.1:5009/v1', '198.51.100.7')).toEqual(['198.51.100.7']);
  expect(await check('http://my-laptop.test/v1')).toEqual([]);
  expect(await check('https://localhost/v1')).toEqual([]);
});

test('leaves a name that nobody knows to the requests', async () => {
  const own = { host: '127.0.0.1', port: 5009 };
  await expect(rejectOwnAddress(upstreamAt('http://nowhere.invalid:5009/v1'), own)).resolves.toBeUndefined();
});
