/**
 * Times the JSON parser against `JSON.parse` on texts that are the worst of their kind, in turn, and what their values hold. Runs in its
 * own process, started with --expose-gc, and sends what it found.
 */
import { parseJson } from '../src/spec/json.js';
import type { JsonFigures } from './json-comparison.js';
import { median, medianRatio } from './statistics.js';

const WARM_UP_ROUNDS = 3;
const rounds = Number(process.argv[2]);

const arrayOf = (item: string, count: number) => `[${`${item},`.repeat(count - 1)}${item}]`;
const pet = (id: number) => `{"petId":${id},"quantity":${id % 100},"status":"available"}`;
const texts: Readonly<Record<string, string>> = {
  '100 pets': `[${Array.from({ length: 100 }, (_, id) => pet(id)).join(',')}]`,
  '100,000 pets': `[${Array.from({ length: 100_000 }, (_, id) => pet(id)).join(',')}]`,
  'a string of 10 MB': `"${'x'.repeat(10_000_000)}"`,
  'a string of escapes': `"${'\\n'.repeat(500_000)}"`,
  'short strings': arrayOf('"ab"', 150_000),
  'longer strings': arrayOf('"abcdefghijklmnop"', 50_000),
  zeros: arrayOf('0', 500_000),
  fractions: arrayOf('1.5', 200_000),
  'numbers such as 1e2': arrayOf('1e2', 200_000),
  'integers beyond 2^53': arrayOf('9007199254740993', 50_000),
  'a million digits': '1'.repeat(1_000_000),
  'a million blanks': `${' '.repeat(1_000_000)}1`,
  'empty objects': arrayOf('{}', 300_000),
  '60,000 keys': `{${Array.from({ length: 60_000 }, (_, index) => `"key${index}":1`).join(',')}}`,
};

const figures: JsonFigures[] = Object.entries(texts).map(([title, built]) => {
  // In one piece, as a received body is.
  const text = Buffer.from(built).toString();
  const own: number[] = [];
  const engine: number[] = [];
  for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
    const ownMs = timeOf(() => parseJson(text));
    const engineMs = timeOf(() => JSON.parse(text));
    if (round < 0) continue;
    own.push(ownMs);
    engine.push(engineMs);
  }
  return {
    title,
    characters: text.length,
    ownMs: median(own),
    ratio: medianRatio(own, engine),
    heldBytes: heldBy(() => parseJson(text)),
    heldByEngine: heldBy(() => JSON.parse(text)),
  };
});
process.send?.(figures);

function timeOf(parse: () => unknown): number {
  const startMs = performance.now();
  parse();
  return performance.now() - startMs;
}

function heldBy(parse: () => unknown): number {
  const values: unknown[] = [];
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  values.push(parse());
  globalThis.gc?.();
  const held = process.memoryUsage().heapUsed - before;
  return values.length > 0 ? Math.max(0, held) : 0;
}
