import { expect, test } from 'vitest';
import { parseSettingsFile } from './settings-file.js';

test('reads settings', () => {
  const text = '{"port": 1e3, "keys": {"team_a": "pro"}, "watch": true, "log": "json"}';
  expect(parseSettingsFile(text)).toEqual({ port: 1000, keys: { team_a: 'pro' }, watch: true, log: 'json' });
});

test.each([
  ['{"port": }', 'its JSON cannot be read: it goes wrong at position 9. Try {"port": 4290}'],
  ['{', 'its JSON cannot be read: it goes wrong at position 1. Try {"port": 4290}'],
  ['[]', 'it is no JSON object. Try {"port": 4290}'],
  ['{"port": "4290"}', '/port is not a whole number from 0 to 65535. Try "port": 4290'],
  ['{"basePath": "v1"}', '/basePath is not a plain path outside /__admin. Try "basePath": "/v1"'],
  ['{"cors": "no"}', '/cors is not true or false. Try "cors": false'],
  [
    '{"allowedHosts": "a.test"}',
    '/allowedHosts is not a list: each is a host without scheme or pattern, such as petstore.internal or petstore.internal:8080. Try "allowedHosts": ["petstore.internal"]',
  ],
  ['{"worldIdle": 3600}', '/worldIdle is not a length of time in s, m, h or d. Try "worldIdle": "1h"'],
  ['{"prot": 1}', 'a setting is unknown. There are: port, host, '],
  ['{"handlers": "h.mjs"}', '/handlers is code, and a settings file loads none. Use the flag: --handlers handlers.mjs'],
  ['{"port": 1, "port": 2}', 'its JSON cannot be read: an object has one key twice'],
])('refuses %s', (text, problem) => {
  expect(() => parseSettingsFile(text)).toThrow(`Reading petstore-mock.config.json: ${problem}`);
});

test.each([
  '{"keys": {"s3cret": "gold"}}',
  '{"keys": {"s3 cret": "pro"}}',
  '{"keys": "s3cret:pro"}',
  '{"adminToken": "s3 cret"}',
  '{"keys": {"s3cret": "pro", "s3cret": "free"}}',
  '{"s3cret": "pro"}',
  '{"adminToken": "s3cret\n',
  '{"adminToken": "\\s3cret"}',
  '{"adminToken": s3cret}',
])('never shows a secret of %j', (text) => {
  expect(() => parseSettingsFile(text)).toThrow(/ is not | is unknown|cannot be read/);
  expect(() => parseSettingsFile(text)).not.toThrow('s3');
});
