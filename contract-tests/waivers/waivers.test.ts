import { expect, test } from 'vitest';
import { InputError } from '../../src/json/input-error.js';
import { isExpired, parseWaivers, waiversFor } from './waivers.js';

const waiver = { rule: 'body/json', reason: 'the gateway answers in HTML, PETS-42', expires: '2027-01-31' };
const parse = (...waivers: object[]) => parseWaivers(JSON.stringify(waivers), 'waivers.json');

test('reads a waivers file', () => {
  expect(parse(waiver)).toEqual([waiver]);
});

test('reads waivers beside the $schema of an editor', () => {
  const file = { $schema: './waivers.schema.json', waivers: [waiver] };
  expect(parseWaivers(JSON.stringify(file), 'w.json')).toEqual([waiver]);
  const wrong = { ...file, waivers: [{ ...waiver, rule: 'weather' }] };
  expect(() => parseWaivers(JSON.stringify(wrong), 'w.json')).toThrow('/waivers/0/rule: there is no rule');
  expect(() => parseWaivers(JSON.stringify({ waivers: 1 }), 'w.json')).toThrow('/waivers ');
});

test('reads a file without waivers, and one with a byte order mark', () => {
  expect(parseWaivers('\uFEFF[]', 'waivers.json')).toEqual([]);
});

test.each([
  [
    'a rule that there is not',
    { ...waiver, rule: 'body/jsn' },
    '/0/rule: there is no rule "body/jsn" (did you mean "body/json"?)',
  ],
  ['a rule that resembles none', { ...waiver, rule: 'weather' }, '/0/rule: there is no rule "weather". Try'],
  ['a waiver without a reason', { rule: 'body/json', expires: '2027-01-31' }, '/0/reason is missing'],
  ['an empty reason', { ...waiver, reason: ' ' }, '/0/reason is empty'],
  ['a date of another form', { ...waiver, expires: '31.1.2027' }, '/0/expires is not a date such as 2027-01-31'],
  ['a waiver without an end', { ...waiver, expires: undefined }, '/0/expires is missing'],
  ['a date that does not exist', { ...waiver, expires: '2027-02-30' }, '/0/expires: there is no date 2027-02-30'],
  [
    'an operation that there is not',
    { ...waiver, operation: 'listinventry' },
    '/0/operation: there is no operation "listinventry" (did you mean "listInventory"?)',
  ],
  [
    'an operation that resembles none',
    { ...waiver, operation: 'weather' },
    '/0/operation: there is no operation "weather" (operations: listInventory, updateInventory, ',
  ],
  ['a target that is no URL', { ...waiver, target: 'staging' }, '/0/target is not a URL such as https://staging'],
  ['a target with a password', { ...waiver, target: 'https://a:b@c.test' }, '/0/target is not a URL'],
  ['a target with a query', { ...waiver, target: 'https://c.test/v1?a=b' }, '/0/target is not a URL'],
  ['an unknown member', { ...waiver, until: 'soon' }, '/0/until is unknown'],
])('rejects %s', (_, wrong, problem) => {
  expect(() => parse(wrong)).toThrow(InputError);
  expect(() => parse(wrong)).toThrow(`Reading the waivers waivers.json: ${problem}`);
});

test('rejects two waivers for one rule, unless they differ in operation or target', () => {
  expect(() => parse(waiver, waiver)).toThrow('/1/rule: "body/json" is waived twice');
  const narrow = { ...waiver, operation: 'getPet', target: 'https://a.test/v1' };
  const others = [
    { ...narrow, operation: 'listOrders' },
    { ...narrow, target: 'https://a.test/v2' },
  ];
  expect(parse(waiver, narrow, ...others)).toHaveLength(4);
  expect(() => parse(narrow, { ...narrow, target: 'HTTPS://a.test:443/v1/' })).toThrow(
    '/1/rule: "body/json" is waived twice for the same operation and target',
  );
});

test.each([
  [undefined, true],
  ['https://api.example.test/v1', true],
  ['https://api.example.test/v1/', true],
  ['https://API.example.test:443', true],
  ['https://api.example.test/', true],
  ['https://api.example.test/v2', false],
  ['https://api.example.test/v', false],
  ['http://api.example.test', false],
  ['https://staging.example.test', false],
])('a waiver with target %s applies to https://api.example.test/v1: %s', (target, isApplied) => {
  const waivers = [{ ...waiver, ...(target !== undefined && { target }) }];
  expect(waiversFor('https://api.example.test/v1', waivers)).toHaveLength(isApplied ? 1 : 0);
});

test.each(['', '{}', 'nope'])('rejects %j and shows a valid file', (text) => {
  expect(() => parseWaivers(text, 'w.json')).toThrow(
    /^Reading the waivers w\.json: .+\. Try \[\{"rule": "limits\/plan"/,
  );
});

test('a waiver applies until the end of its last day', () => {
  expect(isExpired(waiver, Date.UTC(2027, 0, 31, 23, 59, 59, 999))).toBe(false);
  expect(isExpired(waiver, Date.UTC(2027, 1, 1))).toBe(true);
});
