import { expect, test } from 'vitest';
import { startHttp, startRaw } from '../../contract-tests/sending/servers-for-tests.js';
import { ANNOTATION_HEADER, createAnnotatingWriter } from '../../src/observe/proxy/write-annotated.js';
import { exchangeRaw, openSocket, readUntil, startProxy } from './proxy-for-tests.js';

test.each([
  ['a stream of events is not held back', 'text/event-stream', undefined],
  ['a body that is slow is not held back any longer', 'application/json', 10],
])('%s', async (_what, type, patienceMs) => {
  let goOn = () => {};
  const upstream = await startHttp((_request, response) => {
    response.writeHead(200, { 'Content-Type': type });
    response.write('first');
    goOn = () => response.end('second');
  });
  const writeAnswer = createAnnotatingWriter({
    origin: upstream,
    annotate: (_live, isWhole) => (isWhole ? 'none' : 'head-only'),
    onBug: () => {},
    ...(patienceMs !== undefined && { patienceMs }),
  });
  const { origin } = await startProxy(`${upstream}/v1`, { writeAnswer });
  const socket = openSocket(origin);
  socket.write('GET /v1/inventory HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  expect(await readUntil(socket, 'first')).toContain(`${ANNOTATION_HEADER}: head-only\r\n`);
  goOn();
  await readUntil(socket, 'second');
});

test('an answer that could not be judged passes without the header, and the bug is told', async () => {
  const upstream = await startHttp((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('[]');
  });
  const bugs: unknown[] = [];
  const writeAnswer = createAnnotatingWriter({
    origin: upstream,
    annotate: () => {
      throw new Error('no rule is that long');
    },
    onBug: (bug) => bugs.push(bug),
  });
  const { origin } = await startProxy(`${upstream}/v1`, { writeAnswer });
  const answer = await exchangeRaw(origin, 'GET /v1/inventory HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(answer).toContain('[]');
  expect(answer).not.toContain(ANNOTATION_HEADER);
  expect(bugs).toEqual([new Error('no rule is that long')]);
});

test.each([
  ['passed on as it comes', () => undefined],
  ['held back', (origin: string) => createAnnotatingWriter({ origin, annotate: () => 'none', onBug: () => {} })],
])(
  'an answer that is %s and has an impossible status is told of, and is none of the service',
  async (_what, writer) => {
    const raw = await startRaw('HTTP/1.1 099 Odd\r\nContent-Length: 2\r\nContent-Type: application/json\r\n\r\n[]');
    const { origin, count } = await startProxy(`${raw}/v1`, { writeAnswer: writer(raw) });
    const response = await exchangeRaw(origin, 'GET /v1/inventory HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(response).toMatch(/^HTTP\/1\.1 502 /);
    const [passed] = await count(1);
    expect(passed?.response).toBeUndefined();
    expect(passed?.failure).toContain('its answer cannot be passed on');
  },
);
