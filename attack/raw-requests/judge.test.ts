import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Conversation } from './conversation.js';
import { holdConversation } from './hold-conversation.js';
import { judge } from './judge.js';
import type { Piece } from './pieces.js';

const SECRET = 'the-secret';
const limits = 'X-RateLimit-Limit: 60\r\nX-RateLimit-Remaining: 59\r\nX-RateLimit-Reset: 1\r\n';

function write(status: number, body: string, headers = limits): string {
  const described = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n${headers}`;
  return `HTTP/1.1 ${status} X\r\n${described}\r\n${body}`;
}

const errorOf = (status: number) => `{"code":"x","message":"y","status":${status}}`;
const first = write(200, '{"quantity":1}');
const second = write(200, '{"quantity":2}');
const rejection = write(400, errorOf(400), 'Connection: close\r\n');
const good = [first, second, rejection];

const facts = { isHead: false, isLimited: true } as const;
const pieces: readonly Piece[] = [
  { ...facts, bytes: 'first', kind: 'plain', tag: '"quantity":1' },
  { ...facts, bytes: 'second', kind: 'odd', tag: '"quantity":2' },
  { ...facts, bytes: 'nonsense', kind: 'rejected', isLimited: false },
];
const conversation: Conversation = {
  pieces,
  writes: ['first', 'second', 'nonsense'],
  ending: 'wait',
  leavesAfterMs: 0,
};

/** Holds the conversation with a server that sends this and closes. */
async function problemsWith(sent: string): Promise<string[]> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
      if (received.endsWith('nonsense')) socket.end(sent);
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const outcome = await holdConversation({ port, isTls: false }, conversation);
  return judge(conversation, outcome, { secrets: [SECRET], isHalfOpenAllowed: true });
}

test('finds nothing wrong with what a server should send', async () => {
  expect(await problemsWith(good.join(''))).toEqual([]);
});

test.each([
  ['responses in another order', [second, first, rejection], 'the response is another request’s'],
  ['an error in the place of a response', [first, rejection], 'is another request’s'],
  ['a missing response', [first, second], 'a response is missing'],
  ['a response too many', [...good, second], 'a response follows Connection: close'],
  ['a hidden request that is carried out', [first, second, write(200, '{"quantity":1234000000005}')], 'hidden request'],
  ['nonsense that is accepted', [first, second, write(200, '{}')], 'read in two ways was accepted'],
  ['a 5xx', [first, write(500, errorOf(500)), rejection], 'the status is 500'],
  ['a valid request that is rejected', [write(400, errorOf(400)), second, rejection], 'though the request is valid'],
  ['no rate-limit headers', [first, write(200, '{"quantity":2}', ''), rejection], 'lacks the headers of §8.1'],
  ['more left than the limit', [first, second.replace('59', '61'), rejection], 'has 61 of 60 requests left'],
  ['a key', [first, write(404, `{"message":"${SECRET}"}`), rejection], 'shows the-secret'],
  ['an error of another form', [first, second, write(400, '{"error":1}')], 'does not have the documented body'],
  ['an error of another type', [first, second, rejection.replace('application/json', 'text/html')], 'that it is JSON'],
  ['a wrong length', [first.replace('Length: 14', 'Length: 13'), second], 'what comes is not HTTP'],
  ['two lengths', [first.replace('\r\n', '\r\nContent-Length: 14\r\n')], 'what comes is not HTTP'],
  ['a header without a colon', [first.replace('X-RateLimit-Limit:', 'Broken')], 'what comes is not HTTP'],
  ['half a response', [first, second, rejection.slice(0, -5)], 'the connection ends within a response'],
])('finds %s', async (_defect, sent, problem) => {
  expect((await problemsWith(sent.join(''))).join()).toContain(problem);
});
