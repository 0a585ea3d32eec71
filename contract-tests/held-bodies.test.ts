import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { RecordedBody } from '../src/exchange/exchange.js';
import { heldTextOf, parseRecordedJson } from '../src/exchange/held-text.js';
import { recorded } from '../tests/recorded.js';
import { HeldBodies } from './held-bodies.js';

const MEBI = 2 ** 20;
const [exchange] = recorded({ body: 'anything' }).exchanges;

function keep(bodies: HeldBodies, text: string): RecordedBody | undefined {
  const body = bodies.hold(inParts(Buffer.from(text)), false) ?? { kind: 'text', text, isRedacted: false };
  return exchange?.response && bodies.bound({ ...exchange, response: { ...exchange.response, body } }).response?.body;
}

/** Parts of any size, as a network delivers them. */
function inParts(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 0, size = 1; at < bytes.length; at += size, size = (size * 7 + 3) % 150_001)
    parts.push(bytes.subarray(at, at + size));
  return parts;
}

const textOf = (body: RecordedBody | undefined) => (body?.kind === 'text' ? body.text : undefined);
const parsedOf = (body: RecordedBody | undefined) => body && heldTextOf(body)?.parse();

/** Returns text of which no part is there twice, so many MiB. */
const numbersFrom = (first: number, size: number) =>
  Array.from({ length: (size * MEBI) / 9 }, (_, index) => first + index).join(',');

it('drops what has no room, but never what a kept response repeats, or short ones', () => {
  const bodies = new HeldBodies();
  const [one, two, three] = [numbersFrom(10 ** 7, 40), numbersFrom(3 * 10 ** 7, 30), numbersFrom(5 * 10 ** 7, 20)];
  const kept = keep(bodies, one);
  expect(textOf(kept) === one).toBe(true);
  expect(keep(bodies, two)?.kind).toBe('missing');
  expect(keep(bodies, two)).toEqual({
    kind: 'missing',
    isDropped: true,
    why: expect.stringContaining('over 64 million characters'),
  });
  expect(keep(bodies, one) === kept).toBe(true);
  expect(textOf(keep(bodies, 'short'))).toBe('short');
  expect(textOf(keep(bodies, three)) === three).toBe(true);
});

it('leaves bytes that are no text alone', () => {
  const bodies = new HeldBodies();
  expect(bodies.hold([new Uint8Array(8_192).fill(0xff)], false)).toBeUndefined();
  expect(bodies.hold([Buffer.alloc(8_192)], false)).toBeUndefined();
});

const pet = (petId: number, quantity = petId % 50) => ({ petId, quantity, status: 'available' });
const stock = Array.from({ length: 20_000 }, (_, index) => pet(index + 1));

it('keeps lists that differ in a few pets nearly once: a hundred of them have room, and share their pets', () => {
  const bodies = new HeldBodies();
  const first = parsedOf(keep(bodies, JSON.stringify(stock))) as object[];
  expect(first).toEqual(stock);
  for (let change = 0; change < 100; change++) {
    const changed = stock.with(change * 150, pet(change * 150 + 1, 10 ** 6 + change));
    const list = [...changed.slice(0, 7_000), pet(10 ** 7 + change), ...changed.slice(7_001 + (change % 3))];
    const body = keep(bodies, JSON.stringify(list));
    expect(textOf(body)).toBe(JSON.stringify(list));
    if (change % 20 === 0) {
      const value = parsedOf(body) as object[];
      expect(value).toEqual(list);
      const known = new Set(first);
      expect(value.filter((item) => !known.has(item)).length).toBeLessThan(1_000);
    }
  }
});

const json = fc.oneof(
  fc.array(
    fc.oneof(fc.record({ petId: fc.maxSafeInteger(), name: fc.string({ unit: 'binary' }) }), fc.json(), fc.string()),
    {
      minLength: 1,
      maxLength: 6,
    },
  ),
);
const texts = fc
  .tuple(
    json,
    fc.constantFrom('[', '[ ', '', '{"items":[', '\uFEFF['),
    fc.constantFrom(',', ', ', ',,', '},{'),
    fc.constantFrom(']', ' ]\n', '', ',]', ']}', ']]'),
  )
  .map(([items, start, comma, end]) => {
    const repeated = Array.from({ length: 200 }, () =>
      items.map((item) => (typeof item === 'string' ? item : JSON.stringify(item))),
    );
    return `${start}${repeated.flat().join(comma)}${end}`;
  });

it('keeps every text as it is, and parses it as a whole text is parsed', () => {
  const parsed = (parse: () => unknown) => {
    try {
      return { value: parse() };
    } catch (error) {
      return { error };
    }
  };
  fc.assert(
    fc.property(texts, (drawn) => {
      const text = drawn.replaceAll('\0', ' ').padEnd(4_096);
      const body = keep(new HeldBodies(), text);
      expect(textOf(body)).toBe(text);
      expect(parsed(() => parsedOf(body))).toEqual(parsed(() => parseRecordedJson(text)));
    }),
    { numRuns: 300 },
  );
});

it.each([
  ['numbers only', `[ ${Array.from({ length: 20_000 }, (_, index) => 100_000 + index).join()}]`],
  ['numbers with something else between them', `[ ${Array.from({ length: 20_000 }, () => '12345x').join()}]`],
])('parses an array of %s, cut anywhere, as a whole', (_what, text) => {
  const outcome = (parse: () => unknown) => {
    try {
      return parse();
    } catch (error) {
      return String(error);
    }
  };
  for (let blanks = 0; blanks < 8; blanks++) {
    const body = keep(new HeldBodies(), `${' '.repeat(blanks)}${text}`);
    expect(outcome(() => parsedOf(body))).toEqual(outcome(() => parseRecordedJson(textOf(body) ?? '')));
  }
});
