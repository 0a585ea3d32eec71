import { expect, test } from 'vitest';
import type { WireResponse } from '../../src/exchange/exchange.js';
import type { OutgoingRequest, SendFailure } from '../sending/sender.js';
import { restorePending } from './restore-stock.js';

const baseUrl = 'https://staging.example.test/v1';
const write = { baseUrl, petId: '9007199254740993', original: '12', possible: ['5', '17'] };
const NOW = Date.UTC(2027, 0, 1);
const KEY = 'key-of-the-user';

type Reply = WireResponse | SendFailure;

function reply(status: number, body: string, headers: [string, string][] = []): WireResponse {
  const bytes = new TextEncoder().encode(body);
  return { httpVersion: '1.1', status, statusText: '', headers, body: bytes, incomplete: undefined };
}

const listed = (quantity: string, status = 'available') =>
  reply(200, `[{"petId":9007199254740992},{"petId":9007199254740993,"quantity":${quantity},"status":"${status}"}]`);
const patched = reply(200, '{}');

/** Restores against a service that gives these replies in turn. */
async function restoring(replies: readonly Reply[], says = false) {
  const requests: OutgoingRequest[] = [];
  const questions: string[] = [];
  const closed: string[] = [];
  const left = [...replies];
  const outcome = await restorePending(write, {
    headers: [['Authorization', `Bearer ${KEY}`]],
    now: () => NOW,
    send: async (request) => {
      requests.push(request);
      return left.shift() ?? { cause: 'nothing was expected here' };
    },
    confirm: async (question) => {
      questions.push(question);
      return says;
    },
    restoreLog: {
      close: async (...pet) => {
        closed.push(pet.join(' '));
      },
    },
  });
  return { outcome, questions, closed, requests, sent: requests.map(({ method, url }) => `${method} ${url}`) };
}

test.each(['12', '12.0', '1.2e1'])(
  'closes the entry of a pet that has its original, written as %s',
  async (quantity) => {
    const { outcome, closed, sent } = await restoring([listed(quantity)]);
    expect(outcome).toMatchObject({ state: 'unchanged', message: expect.stringContaining('has 12: there is nothing') });
    expect(closed).toEqual([`${baseUrl} 9007199254740993`]);
    expect(sent).toHaveLength(1);
  },
);

test('sets back what the run may have caused without asking, and looks whether it holds', async () => {
  const { outcome, closed, requests, sent, questions } = await restoring([listed('5'), patched, listed('12')]);
  expect(outcome).toMatchObject({ state: 'restored', message: expect.stringMatching(/has 12 again$/) });
  expect(closed).toHaveLength(1);
  expect(questions).toEqual([]);
  expect(sent).toEqual([
    `GET ${baseUrl}/inventory`,
    `PATCH ${baseUrl}/inventory/9007199254740993`,
    `GET ${baseUrl}/inventory`,
  ]);
  expect(requests[1]).toMatchObject({
    headers: [
      ['Authorization', `Bearer ${KEY}`],
      ['Content-Type', 'application/json'],
    ],
    body: '{"quantity":12}',
  });
});

test('asks before it overwrites what the run cannot have caused', async () => {
  const { outcome, questions } = await restoring([listed('31'), patched, listed('12')], true);
  expect(questions).toEqual([expect.stringMatching(/has 31 now, which the run cannot.*12 as the original.*to 12\?$/)]);
  expect(outcome.state).toBe('restored');
});

test('leaves the pet and the entry as they are when the user says no', async () => {
  const { outcome, closed, sent } = await restoring([listed('31')], false);
  expect(outcome).toMatchObject({ state: 'open', message: expect.stringContaining('you said no') });
  expect(closed).toEqual([]);
  expect(sent).toHaveLength(1);
});

test('tells of a status that changed meanwhile', async () => {
  const { outcome } = await restoring([listed('5'), patched, listed('12', 'sold')]);
  expect(outcome.message).toContain('its status went from "available" to "sold"');
});

test.each<[string, readonly Reply[], RegExp]>([
  ['the pet is gone', [reply(200, '[]')], /no longer listed/],
  ['the pet is there twice', [reply(200, '[{"petId":9007199254740993},{"petId":9007199254740993}]')], /several times/],
  ['the inventory is no list', [reply(200, '{}')], /is no list/],
  ['the inventory is no JSON', [reply(200, '<html>')], /is no JSON/],
  ['the inventory is cut', [{ ...listed('5'), incomplete: 'the connection was reset' }], /not come whole: the conn/],
  ['the key is refused', [reply(401, KEY)], /refused the key \(401\)/],
  ['nobody answers', [{ cause: 'the name cannot be resolved' }], /the name cannot be resolved/],
  ['the address is wrong', [reply(404, '')], /does not know the pet or the address/],
  ['the service is broken', [reply(500, '')], /answered 500/],
  ['the write is refused', [listed('5'), reply(400, '')], /answered 400/],
  ['the write gets no answer', [listed('5'), { cause: 'the connection was reset' }], /connection was reset/],
  ['the write does nothing', [listed('5'), patched, listed('5')], /was set to 12, yet it has 5/],
  ['nobody answers in the end', [listed('5'), patched, { cause: 'gone' }], /was set to 12, but then gone/],
  ['it is limited', [reply(429, '', [['retry-after', '30']])], /limited until 2027-01-01T00:00:30\.000Z \(429\)/],
  ['it is limited', [reply(429, '')], /limited \(429\); run it again in a minute/],
  ['it is limited for ever', [reply(429, '', [['Retry-After', '9'.repeat(30)]])], /limited \(429\)/],
])('leaves the entry open and says why when %s', async (_what, replies, expected) => {
  const { outcome, closed, requests } = await restoring(replies);
  expect(outcome).toEqual({ state: 'open', message: expect.stringMatching(expected) });
  expect(outcome.message).not.toContain(KEY);
  expect(closed).toEqual([]);
  expect(requests).toHaveLength(replies.length);
});

test('shows what a hostile service tells in one short line', async () => {
  const { questions } = await restoring([listed(JSON.stringify(`\n\u001b[2J${'x'.repeat(500)}`))]);
  expect(questions[0]).toMatch(/^[\x20-\x7e…]{1,350}$/);
});
