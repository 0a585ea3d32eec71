import { expect, test } from 'vitest';
import { nameOfAddress, parseHost } from './host-name.js';

test.each([
  ['localhost', 'localhost', undefined],
  ['LocalHost:4290', 'localhost', 4290],
  ['localhost.:80', 'localhost', 80],
  ['petstore.internal:', 'petstore.internal', undefined],
  ['my_service', 'my_service', undefined],
  ['127.0.0.1:1', '127.0.0.1', 1],
  ['0x7f.1', '127.0.0.1', undefined],
  ['[::1]:4290', '[::1]', 4290],
  ['[0:0:0:0:0:0:0:1]', '[::1]', undefined],
  ['[FD00::A]', '[fd00::a]', undefined],
  ['[::ffff:127.0.0.1]', '127.0.0.1', undefined],
  ['[::FFFF:c0a8:105]:8080', '192.168.1.5', 8080],
])('reads %s', (text, name, port) => {
  expect(parseHost(text)).toEqual({ name, port });
});

test.each([
  '',
  ':4290',
  'localhost:x',
  'localhost:70000',
  'localhost, evil.test',
  'localhost evil.test',
  'user@localhost',
  'localhost/evil.test',
  'localhost#',
  'localhost?',
  'localhost\\evil.test',
  '%6cocalhost',
  'lоcalhost',
  'http://localhost',
  '*.localhost',
  '::1',
  '[::1',
  '[localhost]',
  '[fe80::1%25eth0]',
  '1.2.3.4.5',
])('takes “%s” for no host', (text) => {
  expect(parseHost(text)).toBeUndefined();
});

test('strips one dot at the end, and no more', () => {
  expect(parseHost('localhost..')?.name).not.toBe('localhost');
});

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['::1', '[::1]'],
  ['::ffff:172.17.0.2', '172.17.0.2'],
  ['fe80::1%eth0', '[fe80::1]'],
  ['', undefined],
])('names the address %s', (address, name) => {
  expect(nameOfAddress(address)).toBe(name);
});
