import { expect, test } from 'vitest';
import { MOST_PETS, MOST_SEED } from '../../../mocks/open-catalogue.js';
import { settingsSchema } from './serve-options.js';
import { parseKeyFile, parseKeys, parseSettingsFile, resolveSettings, type SettingSources } from './settings.js';

function resolve(sources: Partial<SettingSources>) {
  return resolveSettings({ flags: {}, variables: {}, file: undefined, ...sources });
}

test('has a default for all that serve needs', () => {
  const { port, host, basePath, pets, seed, watch, log, cors, assumed, fixture, adminToken, keys } = resolve({});
  expect([port, host, basePath, pets, seed, watch, log, cors, assumed].map(({ value }) => value)).toEqual([
    4290,
    '127.0.0.1',
    '/v1',
    100,
    1,
    false,
    'pretty',
    true,
    true,
  ]);
  expect([fixture, adminToken, keys.size]).toEqual([undefined, undefined, 0]);
});

test('takes a flag over a variable over the file over the default, and remembers whose choice it was', () => {
  const flags = { port: '1' };
  const variables = { PETSTORE_PORT: '2' };
  const file = '{"port": 3}';
  expect(resolve({ flags, variables, file }).port).toEqual({ value: 1, chosenBy: '--port' });
  expect(resolve({ variables, file }).port).toEqual({ value: 2, chosenBy: 'PETSTORE_PORT' });
  expect(resolve({ file }).port).toEqual({ value: 3, chosenBy: 'petstore-mock.config.json' });
  expect(resolve({}).port).toEqual({ value: 4290, chosenBy: 'the default' });
});

test('knows how much the control room keeps, and leaves open whether there is one', () => {
  const { admin, allowedHosts, journal, worlds, worldIdle } = resolve({});
  expect([allowedHosts, journal, worlds, worldIdle].map(({ value }) => value)).toEqual([[], 10_000, 1_000, '1h']);
  expect(admin).toBeUndefined();
});

test('reads lists', () => {
  const file = '{"allowedHosts": ["c.test"]}';
  const variables = { PETSTORE_ALLOWED_HOST: 'b.test, [::1]:8080,' };
  const flags = { allowedHost: ['a.test', 'a.test:1'] };
  expect(resolve({ flags, variables, file }).allowedHosts).toEqual({
    value: ['a.test', 'a.test:1'],
    chosenBy: '--allowed-host',
  });
  expect(resolve({ variables, file }).allowedHosts.value).toEqual(['b.test', '[::1]:8080']);
  expect(resolve({ file }).allowedHosts.value).toEqual(['c.test']);
});

test.each(['localhost', 'petstore.internal', 'petstore.internal.:8080', 'my_service', '10.0.0.1', '[fd00::1]:80'])(
  'takes the allowed host %s',
  (host) => {
    expect(resolve({ flags: { allowedHost: [host] } }).allowedHosts.value).toEqual([host]);
  },
);

test.each([
  'http://a.test',
  'a.test/',
  '*.a.test',
  '*',
  '.a.test',
  'a..test',
  'a.test:',
  'a.test:0',
  'fd00::1',
  'a b',
  '',
])('refuses the allowed host “%s”', (host) => {
  expect(() => resolve({ flags: { allowedHost: ['good.test', host] } })).toThrow(
    `Reading --allowed-host: ${JSON.stringify(host)} is not a host without scheme or pattern`,
  );
});

test.each(['1s', '90m', '2 hours', '1 day', '36h'])('takes an idle time of %s', (worldIdle) => {
  expect(resolve({ flags: { worldIdle } }).worldIdle.value).toBe(worldIdle);
});

test.each(['0s', '-1h', '1', 'soon', '1y', '1.5h'])('refuses an idle time of %s', (worldIdle) => {
  expect(() => resolve({ flags: { worldIdle } })).toThrow(
    'is not a length of time in s, m, h or d. Try --world-idle 1h',
  );
});

test('reads switches', () => {
  expect(resolve({ flags: { watch: true, cors: false } })).toMatchObject({
    watch: { value: true, chosenBy: '--watch' },
    cors: { value: false, chosenBy: '--no-cors' },
  });
  const file = '{"watch": true, "cors": false}';
  const variables = { PETSTORE_WATCH: 'true', PETSTORE_CORS: 'false' };
  expect(resolve({ flags: { watch: false, cors: true }, variables, file })).toMatchObject({
    watch: { value: false, chosenBy: '--no-watch' },
    cors: { value: true, chosenBy: '--cors' },
  });
  const values = { true: true, '1': true, false: false, '0': false };
  for (const [text, value] of Object.entries(values)) {
    expect(resolve({ variables: { PETSTORE_WATCH: text } }).watch.value).toBe(value);
  }
});

// The schema cannot import them: it is compiled before the code that reads fixtures can be loaded.
test('takes as many pets and seeds as the fake does', () => {
  const { pets, seed } = settingsSchema.properties;
  expect([pets.maximum, seed.maximum]).toEqual([MOST_PETS, MOST_SEED]);
});

test('takes an empty variable for none', () => {
  expect(resolve({ variables: { PETSTORE_PORT: '', PETSTORE_KEY: '' } }).port.value).toBe(4290);
});

test('gathers keys from everywhere; where two name the same key, the stronger one wins', () => {
  const { keys } = resolve({
    flags: { key: ['a:pro'] },
    variables: { PETSTORE_KEY: 'a:free, b:free' },
    file: '{"keys": {"a": "business", "b": "business", "c": "business"}}',
  });
  expect(Object.fromEntries(keys)).toEqual({ a: 'pro', b: 'free', c: 'business' });
});

test.each([
  [{ flags: { port: 'abc' } }, 'Reading --port: "abc" is not a whole number from 0 to 65535. Try --port 4290'],
  [{ flags: { port: '65536' } }, 'Reading --port: "65536" is not a whole number from 0 to 65535. Try --port 4290'],
  [{ flags: { seed: '-5' } }, 'Reading --seed: "-5" is not a whole number from 0 to 4294967295. Try --seed 1'],
  [{ flags: { pets: '1e3' } }, 'Reading --pets: "1e3" is not a whole number from 0 to 1000000. Try --pets 100'],
  [{ flags: { host: 'a b' } }, 'Reading --host: "a b" is not a host name or an address. Try --host 127.0.0.1'],
  [{ flags: { log: 'loud' } }, 'Reading --log: "loud" is not pretty, json or off. Try --log pretty'],
  [
    { variables: { PETSTORE_PORT: 'x' } },
    'Reading PETSTORE_PORT: "x" is not a whole number from 0 to 65535. Try PETSTORE_PORT=4290',
  ],
  [{ variables: { PETSTORE_CORS: 'no' } }, 'Reading PETSTORE_CORS: "no" is not true or false. Try PETSTORE_CORS=false'],
  [
    { variables: { PETSTORE_KEY: 'a:pro,b' } },
    'Reading key 2 of PETSTORE_KEY: it names no plan. Try PETSTORE_KEY=my_key:pro.',
  ],
])('refuses %j in one clear sentence', (sources, message) => {
  expect(() => resolve(sources)).toThrow(message);
});

test('never shows an admin token that cannot be one', () => {
  const wrong = () => resolve({ flags: { adminToken: 's3cret s3cret' } });
  expect(wrong).toThrow('Reading --admin-token: the value is not a bearer token');
  expect(wrong).not.toThrow('s3cret');
});

test.each(['/', '/v1', '/v1/', '/api/v1.0', '/__administrator'])('takes the base path %s', (basePath) => {
  expect(resolve({ flags: { basePath } }).basePath.value).toBe(basePath);
});

test.each(['v1', '//v1', '/v1//x', '/v1/../x', '/.', '/a b', '/v1?x', '/%31', '/__admin', '/__admin/x'])(
  'refuses the base path %s',
  (basePath) => {
    expect(() => resolve({ flags: { basePath } })).toThrow('is not a plain path outside /__admin. Try --base-path /v1');
  },
);

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

test('reads keys with their plans', () => {
  expect([...parseKeys(['team_a:pro', 'a.b/c+d==:free'], '--key', '--key my_key:pro')]).toEqual([
    ['team_a', 'pro'],
    ['a.b/c+d==', 'free'],
  ]);
});

test.each([
  ['s3cret', 'it names no plan'],
  ['s3cret:', 'it names no plan'],
  ['s3cret:gold', 'there is no such plan'],
  ['pro:s3cret', 'there is no such plan'],
  ['s3 cret:pro', 'a bearer token cannot be written so'],
  [':pro', 'a bearer token cannot be written so'],
])('refuses %s without showing it', (text, problem) => {
  const parse = () => parseKeys(['team_a:pro', text], '--key', '--key my_key:pro');
  expect(parse).toThrow(`Reading key 2 of --key: ${problem}. Try --key my_key:pro. Plans: free, pro,`);
  expect(parse).not.toThrow('cret');
});

test('reads a key file, its comments and empty lines aside', () => {
  const text = '# the team\nteam_a:pro   # until May\r\n\n  team_b:business\n';
  expect([...parseKeyFile(text, 'keys.txt')]).toEqual([
    ['team_a', 'pro'],
    ['team_b', 'business'],
  ]);
});

test('names the line of a key file that it cannot read', () => {
  expect(() => parseKeyFile('\n# x\ns3cret\n', 'keys.txt')).toThrow('Reading line 3 of keys.txt: it names no plan');
});
