import { expect, test } from 'vitest';
import { parseOption } from '../options.js';
import { baseUrlOf, checkOptions, readCheckSettings } from './check-options.js';

/** Reads a value as the command line gives it. */
function read(name: keyof typeof checkOptions, text: string) {
  return parseOption(checkOptions[name], text);
}

const URL = 'https://a.test/v1';

test('writes nothing by default', () => {
  expect(readCheckSettings(`${URL}/`, {})).toMatchObject({
    baseUrl: URL,
    messagesUrl: undefined,
    level: 'read',
    maxRequests: undefined,
    maxTimeMs: undefined,
    seed: undefined,
    isExclusive: false,
    isConfirmed: false,
    failOn: 'violation',
  });
});

test('counts the rules of a version that exists, and sends an id with every request unless told otherwise', () => {
  expect(readCheckSettings(URL, {})).toMatchObject({ rules: undefined, isTraced: true });
  expect(read('rules', '0.2')).toBe('0.2');
  for (const version of ['0.3', '0.1', '0.2.0', '2']) {
    expect(() => read('rules', version)).toThrow(
      `Reading --rules: "${version}" is not a version of the rules (0.2). Try --rules 0.2`,
    );
  }
});

test('with a fake whose clock can be advanced, defaults to level exhaust and an exclusive store', () => {
  const flags = { adminUrl: 'http://127.0.0.1:4290/__admin' };
  expect(readCheckSettings(URL, flags)).toMatchObject({
    adminUrl: 'http://127.0.0.1:4290/__admin',
    level: 'exhaust',
    isExclusive: true,
  });
  expect(readCheckSettings(URL, { ...flags, level: 'read' }).level).toBe('read');
});

test.each([
  ['level', 'write', 'write'],
  ['plan', 'pro', 'pro'],
  ['petId', '9223372036854775807', '9223372036854775807'],
  ['messagesUrl', 'http://[::1]:8080/', 'http://[::1]:8080'],
  ['adminUrl', 'http://127.0.0.1:4290/__admin/', 'http://127.0.0.1:4290/__admin'],
  ['maxRequests', '12', 12],
  ['maxTimeMs', '90s', 90_000],
  ['seed', '4294967295', 4_294_967_295],
  ['failOn', 'inconclusive', 'inconclusive'],
  ['headers', 'X-Tenant: blue', ['X-Tenant', 'blue']],
  ['headers', 'X-Empty:', ['X-Empty', '']],
] as const)('reads %s %s', (name, text, value) => {
  expect(read(name, text)).toEqual(value);
});

test.each([
  ['level', 'all', 'Reading --level: "all" is not one of read, write, exhaust. Try --level write'],
  ['plan', 'gold', 'Reading --plan: "gold" is not one of free, pro, business, enterprise. Try --plan free'],
  ['petId', '9223372036854775808', 'Reading --pet-id: "9223372036854775808" is not an int64. Try --pet-id 7'],
  ['maxRequests', '0', 'Reading --max-requests: "0" is not a whole number from 1 to 10000000. Try --max-requests 40'],
  ['maxTimeMs', '0s', 'Reading --max-time: "0s" is not a duration from 1s to 7d. Try --max-time 10m'],
  [
    'failOn',
    'pass',
    'Reading --fail-on: "pass" is not one of violation, inconclusive, change. Try --fail-on inconclusive',
  ],
] as const)('rejects %s %s', (name, text, message) => {
  expect(() => read(name, text)).toThrow(message);
});

test.each([
  ['staging', 'not a URL'],
  ['localhost:4290/v1', 'the URL does not start with http:// or https://'],
  ['127.0.0.1:4290/v1', 'the URL does not start with http:// or https://'],
  ['ftp://a.test', 'ftp:// is neither http:// nor https://'],
  ['https://me:s3cret@a.test/v1', 'the URL contains a user name or password'],
  ['https://a.test/v1?key=s3cret', 'the URL has a query or a fragment'],
])('rejects the base URL %s without repeating any of it', (target, problem) => {
  expect(() => readCheckSettings(target, {})).toThrow(
    `Reading the base URL: ${problem}. Try https://staging.example.test/v1: scheme, host and path`,
  );
});

test('needs a base URL to send requests', () => {
  expect(() => baseUrlOf(readCheckSettings(undefined, {}))).toThrow('the base URL is missing');
  expect(readCheckSettings(undefined, { from: 'recording.har' })).toMatchObject({ from: 'recording.har' });
});

test.each([
  ['Authorization: Bearer s3cret', 'the API key does not belong in a header option'],
  ['s3cret', 'not a name, a colon and a value'],
  ['X-Evil: a\r\nX-More: s3cret', 'not a name, a colon and a value'],
  ['content-type: s3cret', 'the suite sets content-type itself'],
])('rejects the header %j without repeating its value', (header, problem) => {
  const reading = () => read('headers', header);
  expect(reading).toThrow(problem);
  expect(reading).not.toThrow(/s3cret/);
});

test('--strict-waivers needs waivers', () => {
  expect(() => readCheckSettings(URL, { isStrictOnWaivers: true })).toThrow(
    'Reading --strict-waivers: it needs the file of waivers. Add --waivers waivers.json',
  );
  const settings = readCheckSettings(URL, { isStrictOnWaivers: true, waiversFile: 'waivers.json' });
  expect(settings).toMatchObject({ isStrictOnWaivers: true });
});
