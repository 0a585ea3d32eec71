import { expect, it } from 'vitest';
import { recorded } from '../tests/recorded.js';
import { HeldBodies } from './held-bodies.js';

const MEBI = 2 ** 20;
const [exchange] = recorded({ body: 'anything' }).exchanges;

function responseWith(body: Uint8Array | string) {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const head = { httpVersion: '1.1', status: 200, statusText: 'OK', headers: [], incomplete: undefined };
  return { ...head, body: bytes };
}

it('drops what has no room, but never what a kept response repeats, or short ones', () => {
  const bodies = new HeldBodies();
  const keeps = (text: string) => {
    const { body } = bodies.share(responseWith(text));
    expect(body).toBe(text);
    return exchange && bodies.bound(exchange, body).response?.body;
  };
  const [one, two] = ['a'.repeat(40 * MEBI), 'b'.repeat(30 * MEBI)];
  expect(keeps(one)).toEqual(exchange?.response?.body);
  expect(keeps(two)).toEqual({
    kind: 'missing',
    isDropped: true,
    why: expect.stringContaining('over 64 million characters'),
  });
  expect(keeps(one)).toEqual(exchange?.response?.body);
  expect(keeps('short')).toEqual(exchange?.response?.body);
  expect(keeps('c'.repeat(20 * MEBI))).toEqual(exchange?.response?.body);
});

it('leaves bytes that are no text alone', () => {
  const bodies = new HeldBodies();
  const bytes = new Uint8Array(8_192).fill(0xff);
  expect(bodies.share(responseWith(bytes)).body).toBe(bytes);
  expect(exchange && bodies.bound(exchange, bytes)).toBe(exchange);
});
