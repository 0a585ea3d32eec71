import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough, Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { writeResponse } from './forwarded-response.js';
import { BodyTap } from './wire-exchange.js';

/** A response to a client that reads only when it is told to. */
function responseTo() {
  const events: string[] = [];
  let goOn = () => {};
  const response = new Writable({
    highWaterMark: 4,
    write(chunk, _encoding, done) {
      events.push(chunk.length === 0 ? 'flush' : String(chunk));
      goOn = done;
    },
  });
  const head = (status: number, reason: string, headers: string[]) => events.push(`${status} ${reason} ${headers}`);
  Object.assign(response, { writeHead: head, addTrailers: () => {} });
  response.on('finish', () => events.push('end'));
  return { events, response: response as unknown as ServerResponse, read: () => goOn() };
}

function receive() {
  const received = new PassThrough() as unknown as PassThrough & IncomingMessage;
  const rawHeaders = ['Connection', 'close', 'X-Pet', '1'];
  Object.assign(received, { statusCode: 200, statusMessage: 'OK', rawHeaders, rawTrailers: [], headers: {} });
  return received;
}

function forward() {
  const received = receive();
  const to = responseTo();
  const tap = new BodyTap();
  writeResponse(received, { httpVersion: '1.1' } as IncomingMessage, to.response, tap);
  return { ...to, received, tap };
}

test('does not read from the upstream what the client does not read', async () => {
  const { events, received, read, tap } = forward();
  for (const part of ['one', 'two2', 'bye']) {
    received.write(part);
    await setImmediate();
  }
  expect(events).toEqual(['200 OK X-Pet,1', 'one']);
  expect([received.isPaused(), tap.length]).toEqual([true, 7]);
  read();
  await setImmediate();
  read();
  await setImmediate();
  expect(received.isPaused()).toBe(false);
  received.end();
  read();
  await setImmediate();
  expect([events, tap.length]).toEqual([['200 OK X-Pet,1', 'one', 'two2', 'bye', 'end'], 10]);
});

test('sends the head alone if the body is late', async () => {
  const { events, received, read } = forward();
  await setImmediate();
  expect(events).toEqual(['200 OK X-Pet,1', 'flush']);
  received.end('late');
  read();
  await setImmediate();
  expect(events).toEqual(['200 OK X-Pet,1', 'flush', 'late']);
});

test('forwards what arrived before a cut to a client that reads later', async () => {
  const { events, received, read, tap } = forward();
  for (const part of ['one', 'two2', 'bye']) {
    received.write(part);
    await setImmediate();
  }
  received.destroy(new Error('cut off'));
  for (let reads = 0; reads < 3; reads++) {
    await setImmediate();
    read();
  }
  expect([events, tap.length]).toEqual([['200 OK X-Pet,1', 'one', 'two2', 'bye'], 10]);
});

test('writes what arrived before its connection is ended for a cut', async () => {
  const { events, received } = forward();
  received.once('error', () => events.push('cut off'));
  received.write('one');
  await new Promise<void>((resolve) => process.nextTick(resolve));
  received.destroy(new Error('cut off'));
  await setImmediate();
  expect(events).toEqual(['200 OK X-Pet,1', 'one', 'cut off']);
});

test('writes nothing to a client that has left', async () => {
  const { events, received, response, tap } = forward();
  response.destroy();
  let error: unknown;
  response.on('error', (one) => {
    error = one;
  });
  received.write('one');
  received.end('two');
  await setImmediate();
  expect([events, error, tap.length]).toEqual([['200 OK X-Pet,1'], undefined, 6]);
});
