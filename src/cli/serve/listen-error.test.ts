import { expect, test } from 'vitest';
import { explainListenError } from './listen-error.js';

const port = { value: 4290, chosenBy: 'PETSTORE_PORT' };
const host = { value: '10.0.0.1', chosenBy: '--host' };

test.each([
  ['EADDRINUSE', 'port 4290 is taken (chosen by PETSTORE_PORT). Choose another with --port 0'],
  ['EACCES', 'port 4290 needs privileges (chosen by PETSTORE_PORT). Choose another with --port 4290'],
  ['EADDRNOTAVAIL', '10.0.0.1 is no address of this machine (chosen by --host). Choose another with --host 127.0.0.1'],
  ['ENOTFOUND', '10.0.0.1 is no host that can be found (chosen by --host). Choose another with --host 127.0.0.1'],
])('explains %s', (code, message) => {
  const error = Object.assign(new Error('listen'), { code });
  expect(String(explainListenError(error, port, host))).toBe(`InputError: Starting the server: ${message}`);
});

test('leaves any other error as it is', () => {
  const error = new Error('bug');
  expect(explainListenError(error, port, host)).toBe(error);
});
