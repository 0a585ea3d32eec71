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
  'closes the entry of a pet with its original quantity, written as %s',
  async (quantity) => {
    const { outcome, closed, sent } = await restoring([listed(quantity)]);
    expect(outcome).toMatchObject({ state: 'unchanged', message: expect.stringContaining('has quantity 12: nothing') });
    expect(closed).toEqual([`${baseUrl} 9007199254740993`]);
    expect(sent).toHaveLength(1);
  },
);

test('restores without asking if the run may have written the quantity, and verifies it', async () => {
  const { outcome, closed, requests, sent, questions } = await restoring([listed('5'), patched, listed('12')]);
  expect(outcome).toMatchObject({ state: 'restored', message: expect.stringMatching(/has quantity 12 again$/) });
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

test('asks before it overwrites a quantity that the run cannot have caused', async () => {
  const { outcome, questions } = await restoring([listed('31'), patched, listed('12')], true);
  expect(questions).toEqual([
    expect.stringMatching(/has quantity 31, which the check cannot have written.*original quantity 12\?$/),
  ]);
  expect(outcome.state).toBe('restored');
});

test('changes nothing if the user declines', async () => {
  const { outcome, closed, sent } = await restoring([listed('31')], false);
  expect(outcome).toMatchObject({ state: 'open', message: expect.stringContaining('you declined') });
  expect(closed).toEqual([]);
  expect(sent).toHaveLength(1);
});

test('reports a status that changed meanwhile', async () => {
  const { outcome } = await restoring([listed('5'), patched, listed('12', 'sold')]);
  expect(outcome.message).toContain('its status changed from "available" to "sold"');
});

test.each<[string, readonly Reply[], RegExp]>([
  ['the pet is gone', [reply(200, '[]')], /no longer listed/],
  ['the pet is there twice', [reply(200, '[{"petId":9007199254740993},{"petId":9007199254740993}]')], /several times/],
  ['the inventory is an object', [reply(200, '{}')], /is not a JSON array/],
  ['the inventory is not JSON', [reply(200, '<html>')], /is not a JSON array/],
  [
    'the inventory is incomplete',
    [{ ...listed('5'), incomplete: 'the connection was reset' }],
    /inventory is incomplete: the conn/,
  ],
  ['the key is rejected', [reply(401, KEY)], /rejected the key \(401\)/],
  ['there is no response', [{ cause: 'the name cannot be resolved' }], /the name cannot be resolved/],
  ['the address is wrong', [reply(404, '')], /the pet or the URL was not found/],
  ['the service fails', [reply(500, '')], /returned 500/],
  ['the write is rejected', [listed('5'), reply(400, '')], /returned 400/],
  ['the write gets no response', [listed('5'), { cause: 'the connection was reset' }], /connection was reset/],
  ['the write does nothing', [listed('5'), patched, listed('5')], /after the update to 12, it has 5/],
  ['there is no response in the end', [listed('5'), patched, { cause: 'gone' }], /after the update to 12, gone/],
  ['it is limited', [reply(429, '', [['retry-after', '30']])], /used up \(429\); try again after 00:00:30 UTC/],
  ['it is limited', [reply(429, '')], /used up \(429\); try again in a minute/],
  ['it is limited for ever', [reply(429, '', [['Retry-After', '9'.repeat(30)]])], /used up \(429\)/],
])('leaves the entry open and reports the reason if %s', async (_what, replies, expected) => {
  const { outcome, closed, requests } = await restoring(replies);
  expect(outcome).toEqual({ state: 'open', message: expect.stringMatching(expected) });
  expect(outcome.message).not.toContain(KEY);
  expect(closed).toEqual([]);
  expect(requests).toHaveLength(replies.length);
});

test('shows a hostile value in one short line', async () => {
  const { questions } = await restoring([listed(JSON.stringify(`\n\u001b[2J${'x'.repeat(500)}`))]);
  expect(questions[0]).toMatch(/^[\x20-\x7e…]{1,350}$/);
});
