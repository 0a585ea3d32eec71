import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { ReceivedRequest } from './received-request.js';

it.each([
  ['/v1/inventory', ''],
  ['/v1/inventory?', ''],
  ['/v1/inventory?page=2&q=a?b', '?page=2&q=a?b'],
  ['http://petstore.test/v1/inventory?page=2', '?page=2'],
  ['/v1/inventory?page=2#part', '?page=2'],
  ['/v1/inventory#part?no', ''],
  [`/v1/inventory?q=${Buffer.from('é').toString('latin1')}`, '?q=%C3%A9'],
])('reads the query of %j', (url, query) => {
  const head = { method: 'GET', url, httpVersion: '1.1', rawHeaders: [], headers: {}, socket: {} };
  expect(new ReceivedRequest(head, '/v1/inventory', [], new Uint8Array(), new Writable()).query).toBe(query);
});
