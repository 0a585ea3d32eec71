import { expect, test } from 'vitest';
import { InputError } from '../../src/json/input-error.js';
import { isExpired, parseWaivers } from './waivers.js';

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
  ['an unknown member', { ...waiver, until: 'soon' }, '/0/until is unknown'],
])('rejects %s', (_, wrong, problem) => {
  expect(() => parse(wrong)).toThrow(InputError);
  expect(() => parse(wrong)).toThrow(`Reading the waivers waivers.json: ${problem}`);
});

test('rejects two waivers for one rule', () => {
  expect(() => parse(waiver, waiver)).toThrow('/1/rule: "body/json" is waived twice');
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
