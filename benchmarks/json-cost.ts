/**
 * Times the JSON parser against `JSON.parse` on texts that are the worst of their kind, in turn, and what their values hold. Runs in its
 * own process, started with --expose-gc, and sends what it found.
 */
import { parseJson } from '../src/spec/json.js';
import type { JsonFigures } from './in-process.js';
import { worstJson } from './worst-json.js';

const WARM_UP_ROUNDS = 3;
const rounds = Number(process.argv[2]);

const pet = (id: number) => `{"petId":${id},"quantity":${id % 100},"status":"available"}`;
const listOf = (pets: number) => `[${Array.from({ length: pets }, (_, id) => pet(id)).join(',')}]`;
const texts = { '100 pets': listOf(100), '100,000 pets': listOf(100_000), ...worstJson(2 ** 20) };

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
    ownMs: own,
    engineMs: engine,
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
