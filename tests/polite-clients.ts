import type { Transcript } from '../src/exchange/transcript.js';
import { type ExchangeInit, recorded, START_MS } from './recorded.js';
import { fixedWindow } from './simulated-limits.js';

export interface World {
  /** Clients' workers, which send side by side with one key. */
  readonly workers: number;
  /** Requests of each worker, those that are refused not counted. */
  readonly requests: number;
  readonly limit: number;
  readonly windowMs: number;
  readonly retryAfter: 'seconds' | 'date';
  /** How far the service's clock is off. */
  readonly skewMs: number;
  /** How long a request is under way, its answer too, and how long a worker thinks; drawn in turn. */
  readonly draws: readonly number[];
}

interface Sent {
  readonly told: ExchangeInit;
  readonly startedMs: number;
  readonly arrivedMs: number;
  readonly endedMs: number;
}

/**
 * Workers that send no request while any of them knows of a Retry-After that has not passed. Answers what a recorder beside them saw,
 * and what the service wrote down, whose exchanges take no time.
 */
export function simulatePolite(world: World): { readonly recording: Transcript; readonly journal: Transcript } {
  const sent: Sent[] = [];
  const window = fixedWindow(world.limit, world.windowMs);
  const workers = Array.from({ length: world.workers }, () => ({ nextMs: 0, left: world.requests }));
  const known: { fromMs: number; untilMs: number }[] = [];
  let drawn = 0;
  const draw = (most: number) => (world.draws[drawn++ % world.draws.length] ?? 0) % (most + 1);

  for (let steps = 0; steps < 2_000; steps++) {
    // Whoever is next sends: requests arrive in the order of their times, more or less.
    const [worker] = workers.filter(({ left }) => left > 0).sort((a, b) => a.nextMs - b.nextMs);
    if (worker === undefined) break;
    const startedMs = worker.nextMs;
    const silentUntilMs = Math.max(
      0,
      ...known.filter(({ fromMs }) => fromMs <= startedMs).map(({ untilMs }) => untilMs),
    );
    if (silentUntilMs > startedMs) {
      worker.nextMs = silentUntilMs + draw(500);
      continue;
    }
    const arrivedMs = startedMs + 1 + draw(80);
    const endedMs = arrivedMs + 1 + draw(80);
    const isRefused = window.used(arrivedMs) >= window.limit;
    if (!isRefused) window.charge(arrivedMs);
    const dateMs = Math.floor((START_MS + arrivedMs + world.skewMs) / 1000) * 1000;
    const waitMs = window.roomMs(arrivedMs) - arrivedMs;
    const untilMs = Math.ceil((START_MS + arrivedMs + world.skewMs + waitMs) / 1000) * 1000;
    const seconds = Math.max(1, Math.ceil(waitMs / 1000));
    const retryAfter = world.retryAfter === 'date' ? new Date(untilMs).toUTCString() : String(seconds);
    if (isRefused) {
      const waitedMs = world.retryAfter === 'date' ? untilMs - dateMs : seconds * 1000;
      known.push({ fromMs: endedMs, untilMs: endedMs + waitedMs });
    } else worker.left--;
    const headers = { Date: new Date(dateMs).toUTCString(), ...(isRefused ? { 'Retry-After': retryAfter } : {}) };
    sent.push({ told: { status: isRefused ? 429 : 200, headers }, startedMs, arrivedMs, endedMs });
    worker.nextMs = endedMs + draw(2_000);
  }
  return {
    recording: transcriptOf(sent, ({ startedMs, endedMs }) => [startedMs, endedMs]),
    journal: transcriptOf(sent, ({ arrivedMs }) => [arrivedMs, arrivedMs]),
  };
}

function transcriptOf(sent: readonly Sent[], timesOf: (one: Sent) => [startedMs: number, endedMs: number]): Transcript {
  const ordered = [...sent].sort((a, b) => timesOf(a)[0] - timesOf(b)[0]);
  const exchanges = recorded(...ordered.map(({ told }) => told)).exchanges.map((exchange, index) => {
    const one = ordered[index];
    const [startedMs, endedMs] = one === undefined ? [0, 0] : timesOf(one);
    return { ...exchange, startedMs: START_MS + startedMs, endedMs: START_MS + endedMs };
  });
  return { exchanges, run: undefined };
}
