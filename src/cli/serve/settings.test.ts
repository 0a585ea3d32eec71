import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MOST_PETS, MOST_SEED } from '../../../mocks/stock/open-catalogue.js';
import { InputError } from '../../json/input-error.js';
import { parseOption } from '../options.js';
import { serveOptions } from './serve-options.js';
import { parseSettingsFile, resolveSettings, type SettingSources } from './settings.js';

/** Reads a value as the command line gives it. */
function read(name: keyof typeof serveOptions, text: string) {
  return parseOption(serveOptions[name], text);
}

function resolve(sources: Partial<SettingSources>) {
  return resolveSettings({ flags: {}, variables: {}, file: undefined, ...sources });
}

test('has a default for everything that serve needs', () => {
  const { port, host, basePath, pets, seed, watch, log, cors, assumed, fixture, adminToken, keys } = resolve({});
  expect([port, host, basePath, pets, seed, watch, log, cors, assumed]).toEqual([
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

test('a flag takes precedence over a variable, a variable over the file, and the file over the default', () => {
  const portOf = (sources: Partial<SettingSources>) => {
    const { port, chosenBy } = resolve(sources);
    return [port, chosenBy.port];
  };
  const flags = { port: 1 };
  const variables = { PETSTORE_PORT: '2' };
  const file = '{"port": 3}';
  expect(portOf({ flags, variables, file })).toEqual([1, '--port']);
  expect(portOf({ variables, file })).toEqual([2, 'PETSTORE_PORT']);
  expect(portOf({ file })).toEqual([3, 'petstore-mock.config.json']);
  expect(portOf({})).toEqual([4290, 'the default']);
});

test('has limits for the control room, and no default for turning it on', () => {
  const { admin, allowedHosts, journal, worlds, worldIdle } = resolve({});
  expect([allowedHosts, journal, worlds, worldIdle]).toEqual([[], 10_000, 1_000, 3_600_000]);
  expect(admin).toBeUndefined();
});

test('reads lists', () => {
  const file = '{"allowedHosts": ["c.test"]}';
  const variables = { PETSTORE_ALLOWED_HOST: 'b.test, [::1]:8080,' };
  const flags = { allowedHosts: ['a.test', 'a.test:1'] };
  expect(resolve({ flags, variables, file })).toMatchObject({
    allowedHosts: ['a.test', 'a.test:1'],
    chosenBy: { allowedHosts: '--allowed-host' },
  });
  expect(resolve({ variables, file }).allowedHosts).toEqual(['b.test', '[::1]:8080']);
  expect(resolve({ file }).allowedHosts).toEqual(['c.test']);
});

test.each(['localhost', 'petstore.internal', 'petstore.internal.:8080', 'my_service', '10.0.0.1', '[fd00::1]:80'])(
  'accepts the allowed host %s',
  (host) => {
    expect(read('allowedHosts', host)).toBe(host);
  },
);

test.each(['http://a.test', 'a.test/', '*.a.test', '*', '.a.test', 'a..test', 'a.test:', 'a.test:0', 'fd00::1', 'a b'])(
  'rejects the allowed host “%s”',
  (host) => {
    const error = (source: string) =>
      `Reading ${source}: ${JSON.stringify(host)} is not a host without scheme or pattern`;
    expect(() => resolve({ variables: { PETSTORE_ALLOWED_HOST: `good.test,${host}` } })).toThrow(
      error('PETSTORE_ALLOWED_HOST'),
    );
    expect(() => read('allowedHosts', host)).toThrow(
      `Reading --allowed-host: ${JSON.stringify(host)} is not a host without scheme or pattern`,
    );
  },
);

test.each([
  ['1s', 1_000],
  ['90m', 5_400_000],
  ['1.5h', 5_400_000],
  ['2 hours', 7_200_000],
  ['1 day', 86_400_000],
  ['36h', 129_600_000],
])('accepts an idle time of %s', (text, ms) => {
  expect(read('worldIdle', text)).toBe(ms);
});

test.each(['0s', '-1h', '1', 'soon', '2y'])('rejects an idle time of %s', (text) => {
  expect(() => read('worldIdle', text)).toThrow('is not a duration from 1s to 365d. Try --world-idle 1h');
});

test('reads switches', () => {
  expect(resolve({ flags: { watch: true, cors: false } })).toMatchObject({
    watch: true,
    cors: false,
    chosenBy: { watch: '--watch', cors: '--no-cors' },
  });
  const file = '{"watch": true, "cors": false}';
  const variables = { PETSTORE_WATCH: 'true', PETSTORE_CORS: 'false' };
  expect(resolve({ flags: { watch: false, cors: true }, variables, file })).toMatchObject({
    watch: false,
    cors: true,
    chosenBy: { watch: '--no-watch', cors: '--cors' },
  });
  const values = { true: true, '1': true, false: false, '0': false };
  for (const [text, value] of Object.entries(values)) {
    expect(resolve({ variables: { PETSTORE_WATCH: text } }).watch).toBe(value);
  }
});

// The table does not import them: that would load the fixtures at start-up.
test('has the limits of the fake for pets and seeds', () => {
  const { pets, seed } = serveOptions;
  expect([pets.form, seed.form]).toEqual([
    `a whole number from 0 to ${MOST_PETS}`,
    `a whole number from 0 to ${MOST_SEED}`,
  ]);
});

test('ignores an empty variable', () => {
  expect(resolve({ variables: { PETSTORE_PORT: '', PETSTORE_KEY: '' } }).port).toBe(4290);
});

test('merges the keys of all sources; for the same key the stronger source takes precedence', () => {
  const { keys } = resolve({
    flags: { keys: [['a', 'pro']] },
    variables: { PETSTORE_KEY: 'a:free, b:free' },
    file: '{"keys": {"a": "business", "b": "business", "c": "business"}}',
  });
  expect(Object.fromEntries(keys)).toEqual({ a: 'pro', b: 'free', c: 'business' });
});

test.each([
  ['port', 'abc', 'Reading --port: "abc" is not a whole number from 0 to 65535. Try --port 4290'],
  ['port', '65536', 'Reading --port: "65536" is not a whole number from 0 to 65535. Try --port 4290'],
  ['seed', '-5', 'Reading --seed: "-5" is not a whole number from 0 to 4294967295. Try --seed 1'],
  ['pets', '1e3', 'Reading --pets: "1e3" is not a whole number from 0 to 1000000. Try --pets 100'],
  ['host', 'a b', 'Reading --host: "a b" is not a host name or an address. Try --host 127.0.0.1'],
  ['log', 'loud', 'Reading --log: "loud" is not one of pretty, json, off. Try --log pretty'],
  ['fixture', ' ', 'Reading --fixture: the value is empty. Try --fixture fixture.json'],
] as const)('rejects --%s %s in one clear sentence', (name, text, message) => {
  expect(() => read(name, text)).toThrow(message);
});

test.each([
  [{ PETSTORE_PORT: 'x' }, 'Reading PETSTORE_PORT: "x" is not a whole number from 0 to 65535. Try PETSTORE_PORT=4290'],
  [{ PETSTORE_CORS: 'no' }, 'Reading PETSTORE_CORS: "no" is not true or false. Try PETSTORE_CORS=false'],
  [{ PETSTORE_KEY: 'a:pro,b' }, 'Reading PETSTORE_KEY: the plan is missing. Try my_key:pro.'],
])('rejects %j in one sentence', (variables, message) => {
  expect(() => resolve({ variables })).toThrow(message);
});

test('never prints an invalid admin token', () => {
  const wrong = () => read('adminToken', 's3cret s3cret');
  expect(wrong).toThrow('Reading --admin-token: the token is not a bearer token');
  expect(wrong).not.toThrow('s3cret');
});

test.each(['/', '/v1', '/v1/', '/api/v1.0', '/__administrator'])('accepts the base path %s', (basePath) => {
  expect(read('basePath', basePath)).toBe(basePath);
});

test.each(['v1', '//v1', '/v1//x', '/v1/../x', '/.', '/a b', '/v1?x', '/%31', '/__admin', '/__admin/x'])(
  'rejects the base path %s',
  (basePath) => {
    expect(() => read('basePath', basePath)).toThrow('is not a plain path outside /__admin. Try --base-path /v1');
  },
);

test('reads a settings file', () => {
  const text = '{"port": 1e3, "keys": {"team_a": "pro"}, "watch": true, "log": "json", "worldIdle": "90s"}';
  const settings = { port: 1000, keys: { team_a: 'pro' }, watch: true, log: 'json', worldIdle: 90_000 };
  expect(parseSettingsFile(text)).toEqual(settings);
});

test.each([
  ['{"port": }', 'invalid JSON at position 9. Try {"port": 4290}'],
  ['{', 'invalid JSON at position 1. Try {"port": 4290}'],
  ['[]', 'not a JSON object. Try {"port": 4290}'],
  ['{"port": "4290"}', '/port is not a whole number from 0 to 65535. Try "port": 4290'],
  ['{"basePath": "v1"}', '/basePath is not a plain path outside /__admin. Try "basePath": "/v1"'],
  ['{"cors": "no"}', '/cors is not true or false. Try "cors": false'],
  [
    '{"allowedHosts": "a.test"}',
    '/allowedHosts is not a list: each item is a host without scheme or pattern, such as petstore.internal or petstore.internal:8080. Try "allowedHosts": ["petstore.internal"]',
  ],
  ['{"worldIdle": 3600}', '/worldIdle is not a duration from 1s to 365d. Try "worldIdle": "1h"'],
  ['{"prot": 1}', "/prot is not a setting. Did you mean 'port'? Settings: port, host, "],
  ['{"team": "pro"}', 'unknown setting. Settings: port, host, '],
  // It is code: only a flag loads code.
  ['{"handlers": "h.mjs"}', '/handlers is not a setting. Settings: port, host, '],
  ['{"port": 1.5}', '/port is not a whole number from 0 to 65535'],
  ['{"port": 70000}', '/port is not a whole number from 0 to 65535'],
  ['{"fixture": " "}', '/fixture is not the name of a file. Try "fixture": "fixture.json"'],
  ['{"port": 1, "port": 2}', 'invalid JSON: an object has the same key twice'],
])('rejects %s', (text, problem) => {
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
])('never prints a secret of %j', (text) => {
  expect(() => parseSettingsFile(text)).toThrow(/ is not |unknown setting|invalid JSON/);
  expect(() => parseSettingsFile(text)).not.toThrow('s3');
});

test('any invalid JSON throws an InputError', () => {
  const settings = fc.record({ port: fc.jsonValue(), keys: fc.jsonValue(), allowedHosts: fc.jsonValue() });
  fc.assert(
    fc.property(
      fc.oneof(
        fc.json(),
        settings.map((value) => JSON.stringify(value)),
      ),
      (text) => {
        try {
          parseSettingsFile(text);
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
        }
      },
    ),
  );
});

test.each([
  ['team_a:pro', ['team_a', 'pro']],
  ['a.b/c+d==:free', ['a.b/c+d==', 'free']],
  ['12|Ab:C,d:pro', ['12|Ab:C,d', 'pro']],
])('reads the key %s with its plan', (text, key) => {
  expect(read('keys', text)).toEqual(key);
});

test.each([
  ['s3cret', 'the plan is missing'],
  ['s3cret:', 'the plan is missing'],
  ['s3cret:gold', 'unknown plan'],
  ['pro:s3cret', 'unknown plan'],
  ['s3 cret:pro', 'a header cannot carry the key: it must consist of visible ASCII characters, without spaces'],
  [':pro', 'a header cannot carry the key: it must consist of visible ASCII characters, without spaces'],
])('rejects %s without showing it', (text, problem) => {
  const parse = () => read('keys', text);
  expect(parse).toThrow(`Reading --key: ${problem}. Try my_key:pro. Plans: free, pro,`);
  expect(parse).not.toThrow('cret');
});
