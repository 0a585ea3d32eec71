import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { isPreflight } from '../../../mocks/handle.js';
import { sentKey } from '../../../mocks/neutral-http.js';
import { jsonTextResponse } from '../json-response.js';
import type { ReadStore, ServedResponse, ServedResult, ServerRequest } from '../responder.js';
import type { Worlds } from '../worlds/worlds.js';

/** From a list on an idle machine to the longest delay of most faults, in seconds. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counts requests of all worlds together. No label shows a key, a path or a world: there is no end to these. */
export class Metrics {
  readonly #worlds: Worlds;
  /** Not the one of the process, which may have several servers. */
  readonly #registry = new Registry();
  readonly #requests = new Counter({
    name: 'petstore_mock_requests_total',
    help: 'Requests to the fake, by operation (other: none of them), status (none: the connection was cut) and plan of the key (none: no known key).',
    labelNames: ['operation', 'status', 'plan'],
    registers: [this.#registry],
  });
  readonly #durations = new Histogram({
    name: 'petstore_mock_request_duration_seconds',
    help: 'Seconds from the head of a request to its response, delays included, by operation.',
    labelNames: ['operation'],
    buckets: BUCKETS,
    registers: [this.#registry],
  });

  constructor(worlds: Worlds, readStore: ReadStore | undefined) {
    this.#worlds = worlds;
    this.#gauge('petstore_mock_worlds', 'Worlds on this server: the shared one and the isolated ones.', () => {
      return worlds.all().length;
    });
    this.#gauge('petstore_mock_journal_entries', 'Exchanges in the journals of all worlds.', () => {
      return worlds.all().reduce((sum, { world }) => sum + world.journal.count, 0);
    });
    if (readStore !== undefined) {
      const ready = '1 while the shared store responds; 0 while it is away.';
      this.#gauge('petstore_mock_store_ready', ready, () => Number(readStore().isReady));
      const lag = 'Seconds from the moment of the last input to its use here.';
      this.#gauge('petstore_mock_replica_lag_seconds', lag, () => readStore().lagMs / 1000);
    }
    collectDefaultMetrics({ register: this.#registry });
  }

  /** Counts a request, except a preflight, and its response. `startMs` is by `performance.now()`. */
  count(request: ServerRequest, result: ServedResult, startMs: number): void {
    const found = this.#worlds.find(request);
    const { world } = 'problem' in found ? this.#worlds.shared : found;
    if (request.method === 'OPTIONS' && isPreflight(request, world)) return;
    const operation = world.routeOf(request).requested?.id ?? 'other';
    const status = result === 'aborted' || result.cut === 'reset' ? 'none' : result.status;
    const plan = world.accounts.ofKey(sentKey(request) ?? '')?.plan ?? 'none';
    this.#requests.inc({ operation, status, plan });
    this.#durations.observe({ operation }, (performance.now() - startMs) / 1000);
  }

  async scrape(): Promise<ServedResponse> {
    const text = await this.#registry.metrics();
    return jsonTextResponse(200, text, Date.now(), { 'Content-Type': this.#registry.contentType });
  }

  #gauge(name: string, help: string, read: () => number): void {
    const gauge: Gauge = new Gauge({ name, help, registers: [this.#registry], collect: () => gauge.set(read()) });
  }
}
