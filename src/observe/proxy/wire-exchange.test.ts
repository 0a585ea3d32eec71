import { expect, test } from 'vitest';
import { BodyTap, RecentBodies } from './wire-exchange.js';

const bytesOf = (text: string) => new TextEncoder().encode(text);

function tapped(recent: RecentBodies, ...chunks: readonly string[]): Uint8Array | undefined {
  const tap = new BodyTap();
  for (const chunk of chunks) tap.add(bytesOf(chunk));
  return tap.bytes(recent);
}

test('shares equal bodies, however they were cut, and no others', () => {
  const recent = new RecentBodies();
  const first = tapped(recent, '[1,2,3]');
  expect(first).toEqual(bytesOf('[1,2,3]'));
  expect(tapped(recent, '[1', ',2,', '3]')).toBe(first);
  expect(tapped(recent, '[1,2,4]')).toEqual(bytesOf('[1,2,4]'));
  expect(first).toEqual(bytesOf('[1,2,3]'));
});

test('copies what it keeps: the memory of a chunk is that of others', () => {
  const memory = bytesOf('[1,2,3][4,5]');
  const tap = new BodyTap();
  tap.add(memory.subarray(0, 7));
  const body = tap.bytes(new RecentBodies());
  memory.fill(0);
  expect(body).toEqual(bytesOf('[1,2,3]'));
  expect(body?.buffer.byteLength).toBe(7);
});

test('remembers the last body of 16 lengths', () => {
  const recent = new RecentBodies();
  const ofLength = (length: number) => tapped(recent, 'x'.repeat(length));
  const [first, ...more] = Array.from({ length: 17 }, (_, at) => ofLength(at + 1));
  expect(ofLength(2)).toBe(more[0]);
  expect(ofLength(1)).toEqual(first);
  expect(ofLength(1)).not.toBe(first);
});

test('keeps no body over 1 MiB, and counts its bytes', () => {
  const tap = new BodyTap();
  for (let sent = 0; sent < 3; sent++) tap.add(new Uint8Array(2 ** 19));
  expect([tap.length, tap.bytes(new RecentBodies())]).toEqual([3 * 2 ** 19, undefined]);
});
