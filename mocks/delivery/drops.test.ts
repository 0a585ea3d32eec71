import { expect, test } from 'vitest';
import { cutIntoDrops } from './drops.js';

const cut = (body: string | Uint8Array, dripMs: number) => [...cutIntoDrops(body, dripMs)];
const textOf = (drops: ReturnType<typeof cut>) => Buffer.concat(drops.map(({ bytes }) => bytes)).toString();
const timeOf = (drops: ReturnType<typeof cut>) => drops.reduce((sum, { afterMs }) => sum + afterMs, 0);

test('a body comes in pieces of one size, at one pace', () => {
  const drops = cut('abcdef', 150);
  expect(drops.map(({ afterMs }) => afterMs)).toEqual([50, 50, 50]);
  expect(drops.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(['ab', 'cd', 'ef']);
});

test.each([
  ['a short time', 1],
  ['a time that no number of pieces divides', 997],
  ['an hour', 3_600_000],
])('nothing of the body and nothing of %s gets lost', (_, dripMs) => {
  const body = '[{"petId":1,"name":"Zoë 🐕"}]';
  const drops = cut(body, dripMs);
  expect(textOf(drops)).toBe(body);
  expect(timeOf(drops)).toBe(dripMs);
  expect(drops.every(({ bytes }) => bytes.length > 0)).toBe(true);
});

test('a body that has few bytes comes byte by byte', () => {
  expect(cut(new Uint8Array([1, 2, 3]), 6000)).toHaveLength(3);
});

test('a long body in a short time comes in one piece', () => {
  expect(cut('x'.repeat(100_000), 20)).toHaveLength(1);
});

test('of nothing, nothing comes', () => {
  expect(cut('', 1000)).toEqual([]);
});
