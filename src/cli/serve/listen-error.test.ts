import { expect, test } from 'vitest';
import { explainListenError } from './listen-error.js';

const settings = { port: 4290, host: '10.0.0.1', chosenBy: { port: 'PETSTORE_PORT', host: '--host' } };

test.each([
  ['EADDRINUSE', 'port 4290 is already in use (set by PETSTORE_PORT). Try --port 0, which picks a free one'],
  ['EACCES', 'port 4290 requires privileges (set by PETSTORE_PORT). Try --port 4290'],
  ['EADDRNOTAVAIL', '10.0.0.1 is not an address of this machine (set by --host). Try --host 127.0.0.1'],
  ['ENOTFOUND', '10.0.0.1 cannot be resolved (set by --host). Try --host 127.0.0.1'],
])('explains %s', (code, message) => {
  const error = Object.assign(new Error('listen'), { code });
  expect(String(explainListenError(error, settings))).toBe(`InputError: Starting the server: ${message}`);
});

test('returns any other error unchanged', () => {
  const error = new Error('bug');
  expect(explainListenError(error, settings)).toBe(error);
});
