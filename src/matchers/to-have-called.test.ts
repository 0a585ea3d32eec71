import { expect, test } from 'vitest';
import { type ExchangeInit, goodKey, recorded } from '../../tests/recorded.js';
import { toHaveCalled } from './to-have-called.js';

const baseUrl = 'https://api.example.test/v1';
const update: ExchangeInit = { method: 'PATCH', path: '/inventory/1', sends: '{"quantity":5}' };

function journal(told: readonly ExchangeInit[], dropped = 0) {
  return { ...recorded(...told), baseUrl, dropped };
}

const messageOf = (...args: Parameters<typeof toHaveCalled>) => toHaveCalled(...args).message();

test('a transcript is accepted, with the base URL or with a run that contains it', () => {
  expect(toHaveCalled(journal([{}]), 'listInventory').pass).toBe(true);
  const run = { baseUrl } as never;
  expect(toHaveCalled({ ...recorded({}), run }, 'listInventory').pass).toBe(true);
  expect(() => toHaveCalled(recorded({}), 'listInventory')).toThrow('the transcript has no base URL');
});

test('messages are found at their URL', () => {
  const sent: ExchangeInit = { method: 'POST', path: '/messages', sends: '{"message":"Hello"}' };
  expect(toHaveCalled({ ...journal([sent]), messagesUrl: baseUrl }, 'sendMessage').pass).toBe(true);
});

test('zero calls can be expected', () => {
  expect(toHaveCalled(journal([{}]), 'updateInventory', { times: 0 }).pass).toBe(true);
  expect(messageOf(journal([{}]), 'listInventory', { times: 0 })).toContain('1 matching call found, expected 0.');
});

test.each([[1], [1n], ['1']])('a pet is found by its id %s', (petId) => {
  expect(toHaveCalled(journal([update]), 'updateInventory', { petId }).pass).toBe(true);
  expect(toHaveCalled(journal([{ ...update, path: '/inventory/11' }]), 'updateInventory', { petId }).pass).toBe(false);
});

test('a call without a response counts', () => {
  expect(toHaveCalled(journal([{ status: null }]), 'listInventory').pass).toBe(true);
  expect(messageOf(journal([{ status: null }]), 'listInventory', { status: 200 })).toContain(
    '✗ #1 GET /v1/inventory → no response  key#1  (other status)',
  );
});

test('a body that is not JSON is compared as text', () => {
  const broken = journal([{ ...update, sends: '{"quantity":' }]);
  expect(toHaveCalled(broken, 'updateInventory', { body: '{"quantity":' }).pass).toBe(true);
  expect(toHaveCalled(broken, 'updateInventory', { body: { quantity: 5 } }).pass).toBe(false);
});

test('keys of a transcript match by their pseudonyms', () => {
  const other = { ...goodKey, name: 'key#2' };
  const two = journal([{}, { credential: other }, { credential: { kind: 'none' } }]);
  expect(toHaveCalled(two, 'listInventory', { key: 'key#2', times: 1 }).pass).toBe(true);
  expect(() => toHaveCalled(two, 'listInventory', { key: 's3cret-key' })).toThrow(/pseudonyms.*\{ key: "key#1" \}/);
  expect(() => toHaveCalled(two, 'listInventory', { key: 's3cret-key' })).not.toThrow('s3cret');
});

test('the latest calls are shown if there are many', () => {
  const many = messageOf(journal(Array.from({ length: 30 }, () => ({}))), 'listInventory', { times: 2 });
  expect(many).toContain('… 10 earlier');
  expect(many).toContain('#30 ');
  expect(many).not.toContain('#10 ');
});

test('a result that depends on dropped calls is an error', () => {
  const forgetful = journal([{}], 7);
  expect(toHaveCalled(forgetful, 'listInventory').pass).toBe(true);
  expect(toHaveCalled(forgetful, 'listInventory', { times: 0 }).pass).toBe(false);
  const said = /1 call found, but 7 older exchanges were dropped\. Raise `journalLimit`, or call .*clear\(\)/;
  expect(() => toHaveCalled(forgetful, 'listInventory', { times: 1 })).toThrow(said);
  expect(() => toHaveCalled(forgetful, 'listInventory', { times: 2 })).toThrow(said);
  expect(() => toHaveCalled(forgetful, 'getPet')).toThrow('0 calls found, but 7 older exchanges were dropped');
});

test('a key in the filter is not shown', () => {
  const filter = { body: { message: 'mine is s3cret-key' }, key: 's3cret-key' };
  const found = { ...journal([update]), list: () => [] };
  expect(messageOf(found, 'updateInventory', filter)).toContain('{ body: {"message":"mine is key#1"}, key: … }');
});

test.each([
  [{ times: -1 }, 'times is -1. Expected a whole number'],
  [{ times: 1.5 }, 'times is 1.5'],
  [{ times: undefined }, 'times is undefined. Expected a whole number, such as 2; 0 for no call, or leave it out'],
  [{ status: '429' }, 'status is "429". Expected a status, such as 429'],
  [{ status: 42 }, 'status is 42'],
  [{ petId: 2 ** 53 }, 'petId is 9007199254740992. Expected an id, such as 7, 9007199254740993n or "7"'],
  [{ key: '' }, 'key is a string. Expected an API key that was sent'],
  [{ key: 5 }, 'key is a number'],
  [{ stauts: 200 }, 'there is no option "stauts". Did you mean \'status\'? Options: times, body, key, status, petId.'],
  ['twice', 'the filter is a string'],
  [[1], 'the filter is a list'],
])('%j is not a filter', (filter, message) => {
  expect(() => toHaveCalled(journal([update]), 'updateInventory', filter as object)).toThrow(message);
});

test('a petId is rejected for an operation without one in its path', () => {
  expect(() => toHaveCalled(journal([{}]), 'listInventory', { petId: 1 })).toThrow('GET /inventory has no pet');
});

test.each([
  [undefined, 'it received undefined'],
  [{}, 'neither a petstore nor a journal. Pass the petstore'],
  [Promise.resolve(), 'is a promise. Write expect(await …)'],
])('%j has no journal', (received, message) => {
  expect(() => toHaveCalled(received, 'listInventory')).toThrow(message);
});

test('a body is found that repeats a key, which is not shown', () => {
  const sends = '{"message":"sent with key#1."}';
  const sent = { ...journal([{ method: 'POST', path: '/messages', sends }]), messagesUrl: baseUrl };
  const isFound = (message: string) => toHaveCalled(sent, 'sendMessage', { body: { message } }).pass;
  expect(['sent with test_free.', 'sent with test_free', 'sent with .'].map(isFound)).toEqual([true, false, false]);
});
