import { expect, test } from 'vitest';
import { resolveAdminAccess } from './control-room.js';
import { resolveSettings } from './serve/settings.js';

function resolve(flags: Readonly<Record<string, string | boolean>>) {
  return resolveAdminAccess(resolveSettings({ flags, variables: {}, file: undefined }));
}

test.each(['127.0.0.1', '127.8.9.10', 'localhost', 'LOCALHOST', '::1', '::ffff:127.0.0.1'])(
  'makes up a token on %s, which only this machine reaches',
  (host) => {
    const access = resolve({ host });
    expect(access).toEqual({ state: 'open', token: expect.stringMatching(/^[0-9a-f]{32}$/), isTokenGenerated: true });
    expect(resolve({ host })).not.toEqual(access);
  },
);

test.each(['0.0.0.0', '::', '192.168.1.5', 'petstore.internal', '127.evil.test', 'localhost.evil.test', '::2'])(
  'opens nothing on %s without a token of the user',
  (host) => {
    expect(resolve({ host })).toEqual({ state: 'without-token' });
    expect(resolve({ host, adminToken: 'mine' })).toEqual({ state: 'open', token: 'mine', isTokenGenerated: false });
  },
);

test('refuses to open what the user asked for and gave no token to', () => {
  expect(() => resolve({ host: '0.0.0.0', admin: true })).toThrow(
    'Opening the control room: other machines reach 0.0.0.0 (chosen by --host), and --admin alone chooses no token. ' +
      'Add --admin-token <token>, or leave the control room out with --no-admin',
  );
});

test('leaves it out when it is told so, token or not', () => {
  expect(resolve({ admin: false })).toEqual({ state: 'left-out' });
  expect(resolve({ admin: false, adminToken: 'mine' })).toEqual({ state: 'left-out' });
});
