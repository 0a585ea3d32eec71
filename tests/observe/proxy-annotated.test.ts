import { expect, test } from 'vitest';
import { startHttp } from '../../contract-tests/sending/servers-for-tests.js';
import { ANNOTATION_HEADER } from '../../src/observe/proxy/annotate.js';
import { createAnnotatingWriter } from '../../src/observe/proxy/write-annotated.js';
import { openSocket, readUntil, startProxy } from './proxy-for-tests.js';

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
    ...(patienceMs !== undefined && { patienceMs }),
  });
  const { origin } = await startProxy(`${upstream}/v1`, { writeAnswer });
  const socket = openSocket(origin);
  socket.write('GET /v1/inventory HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  expect(await readUntil(socket, 'first')).toContain(`${ANNOTATION_HEADER}: head-only\r\n`);
  goOn();
  await readUntil(socket, 'second');
});
