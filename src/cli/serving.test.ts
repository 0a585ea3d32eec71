import { expect, test } from 'vitest';
import { resolveSettings, type SettingSources } from './serve/settings.js';
import { explainListenError, resolveAdminAccess } from './serving.js';

function resolve(flags: SettingSources['flags']) {
  return resolveAdminAccess(resolveSettings({ flags, variables: {}, file: undefined }));
}

test.each(['127.0.0.1', '127.8.9.10', 'localhost', 'LOCALHOST', '::1', '0:0:0:0:0:0:0:1'])(
  'generates a token on %s, where only this machine can connect',
  (host) => {
    const access = resolve({ host });
    expect(access).toEqual({ state: 'open', token: expect.stringMatching(/^[0-9a-f]{32}$/), isTokenGenerated: true });
    expect(resolve({ host })).not.toEqual(access);
  },
);

test.each(['0.0.0.0', '::', '192.168.1.5', 'petstore.internal', '127.evil.test', 'localhost.evil.test', '::2'])(
  'is off on %s without a token of the user',
  (host) => {
    expect(resolve({ host })).toEqual({ state: 'without-token' });
    expect(resolve({ host, adminToken: 'mine' })).toEqual({ state: 'open', token: 'mine', isTokenGenerated: false });
  },
);

test('rejects --admin for other machines without a token', () => {
  expect(() => resolve({ host: '0.0.0.0', admin: true })).toThrow(
    'Opening the control room: other machines can connect to 0.0.0.0 (set by --host), so --admin needs a token that you choose. ' +
      'Add --admin-token <token>, or turn the control room off with --no-admin',
  );
});

test('--no-admin turns it off, with and without a token', () => {
  expect(resolve({ admin: false })).toEqual({ state: 'left-out' });
  expect(resolve({ admin: false, adminToken: 'mine' })).toEqual({ state: 'left-out' });
});

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
