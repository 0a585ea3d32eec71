import { expect, test } from 'vitest';
import { baseUrlOf, readCheckSettings } from './check-settings.js';

const URL = 'https://a.test/v1';

test('writes nothing unless it is asked to', () => {
  expect(readCheckSettings(`${URL}/`, {})).toMatchObject({
    baseUrl: URL,
    messagesUrl: undefined,
    level: 'read',
    reserve: 0.2,
    maxRequests: undefined,
    maxWaitMs: 75_000,
    depth: 'standard',
    seed: undefined,
    isExclusive: false,
    isConfirmed: false,
    reporter: undefined,
    failsOnInconclusive: false,
  });
});

test('goes as far as it can where it may move a fake’s clock, and takes the store for its own', () => {
  const flags = { adminUrl: 'http://127.0.0.1:4290/__admin/' };
  expect(readCheckSettings(URL, flags)).toMatchObject({
    adminUrl: 'http://127.0.0.1:4290/__admin',
    level: 'exhaust',
    isExclusive: true,
  });
  expect(readCheckSettings(URL, { ...flags, level: 'read' }).level).toBe('read');
});

test('reads every flag', () => {
  const flags = {
    level: 'write',
    plan: 'pro',
    petId: '9223372036854775807',
    messagesUrl: 'http://[::1]:8080/',
    reserve: '35',
    maxRequests: '12',
    maxWait: '2 minutes',
    depth: 'thorough',
    seed: '4294967295',
    failOn: 'inconclusive',
    header: ['X-Tenant: blue', 'X-Empty:'],
    yes: true,
  };
  expect(readCheckSettings(URL, flags)).toMatchObject({
    level: 'write',
    plan: 'pro',
    petId: '9223372036854775807',
    messagesUrl: 'http://[::1]:8080',
    reserve: 0.35,
    maxRequests: 12,
    maxWaitMs: 120_000,
    depth: 'thorough',
    seed: 4_294_967_295,
    failsOnInconclusive: true,
    headers: [
      ['X-Tenant', 'blue'],
      ['X-Empty', ''],
    ],
    isConfirmed: true,
  });
});

test.each([
  [{ level: 'all' }, 'Reading --level: "all" is not one of read, write, exhaust. Try --level write'],
  [{ depth: 'thorough' }, 'Reading --depth: generated requests are writes. Add --level write'],
  [{ plan: 'gold' }, 'Reading --plan: "gold" is not one of free, pro, business, enterprise. Try --plan free'],
  [{ petId: '9223372036854775808' }, 'Reading --pet-id: "9223372036854775808" is not an int64. Try --pet-id 7'],
  [{ reserve: '95%' }, 'Reading --reserve: "95%" is not a share from 0% to 90%. Try --reserve 20%'],
  [{ maxRequests: '0' }, 'Reading --max-requests: "0" is not a whole number from 1. Try --max-requests 40'],
  [{ maxWait: 'soon' }, 'Reading --max-wait: "soon" is not a length of time. Try --max-wait 75s'],
  [
    { failOn: 'pass' },
    'Reading --fail-on: "pass" is not one of violation, inconclusive, change. Try --fail-on inconclusive',
  ],
  [
    { reporter: 'dot' },
    'Reading --reporter: "dot" is not one of list, quiet, github, json, junit. Try --reporter github',
  ],
])('refuses %j', (flags, message) => {
  expect(() => readCheckSettings(URL, flags)).toThrow(message);
});

test.each([
  ['staging', 'it is no URL'],
  ['localhost:4290/v1', 'it begins with neither http:// nor https://'],
  ['127.0.0.1:4290/v1', 'it begins with neither http:// nor https://'],
  ['ftp://a.test', 'ftp:// is neither http nor https'],
  ['https://me:s3cret@a.test/v1', 'it holds a user name or password'],
  ['https://a.test/v1?key=s3cret', 'it has a query or a fragment'],
])('refuses the base URL %s and repeats nothing of it', (target, problem) => {
  expect(() => readCheckSettings(target, {})).toThrow(
    `Reading the base URL: ${problem}. Try https://staging.example.test/v1: scheme, host and path`,
  );
});

test('asks for a base URL where requests are to be sent', () => {
  expect(() => baseUrlOf(readCheckSettings(undefined, {}))).toThrow('there is no base URL');
  expect(readCheckSettings(undefined, { from: ['recording.har'] })).toMatchObject({ from: ['recording.har'] });
});

test.each([
  ['Authorization: Bearer s3cret', 'the API key does not belong there'],
  ['s3cret', 'it is no name, colon and value'],
  ['X-Evil: a\r\nX-More: s3cret', 'it is no name, colon and value'],
  ['content-type: s3cret', 'content-type is set by the suite'],
])('refuses the header %j and does not repeat its value', (header, problem) => {
  const read = () => readCheckSettings(URL, { header: [header] });
  expect(read).toThrow(problem);
  expect(read).not.toThrow(/s3cret/);
});
