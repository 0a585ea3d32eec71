import { collectDefaultMetrics, type Metric, Registry } from 'prom-client';
import { isPreflight } from '../../../mocks/handle.js';
import { sentKey } from '../../../mocks/neutral-http.js';
import { findRoute } from '../../../mocks/route.js';
import type { ReadStore, ServedResult, ServerRequest } from '../responder.js';
import type { Worlds } from '../worlds/worlds.js';
import { RequestTally } from './request-tally.js';

const REQUESTS = 'petstore_mock_requests_total';
const DURATIONS = 'petstore_mock_request_duration_seconds';

/**
 * Counts requests of all worlds together. Labels come from short lists: operations, statuses and plans. No label shows a key, a path
 * or a world: there is no end to these.
 */
export class Metrics {
  readonly #worlds: Worlds;
  readonly #tally = new RequestTally();
  /** Not the one of the process, which may have several servers. */
  readonly #registry = new Registry();

  constructor(worlds: Worlds, readStore: ReadStore | undefined) {
    this.#worlds = worlds;
    this.#register({
      name: REQUESTS,
      type: 'counter',
      help: 'Requests to the fake, by operation (other: none of them), status (none: the connection was cut) and plan of the key (none: no known key).',
      samples: () => this.#tally.counts(),
    });
    this.#register({
      name: DURATIONS,
      type: 'histogram',
      help: 'Seconds from the head of a request to its response, delays included, by operation.',
      samples: () => this.#tally.durations(DURATIONS),
    });
    this.#gauge('petstore_mock_worlds', 'Worlds on this server: the shared one and the isolated ones.', () => {
      return worlds.all().length;
    });
    this.#gauge('petstore_mock_journal_entries', 'Exchanges in the journals of all worlds.', () => {
      return worlds.all().reduce((sum, { world }) => sum + world.journal.count, 0);
    });
    if (readStore !== undefined) this.#registerStore(readStore);
    collectDefaultMetrics({ register: this.#registry });
  }

  /** Counts a request, except a preflight, and its response. */
  count(request: ServerRequest, result: ServedResult, seconds: number): void {
    const found = this.#worlds.find(request);
    const { world } = 'problem' in found ? this.#worlds.shared : found;
    if (request.method === 'OPTIONS' && isPreflight(request, world)) return;
    const operation = findRoute(request, world.addresses).requested ?? 'other';
    const status = result === 'aborted' || result.cut === 'reset' ? 'none' : result.status;
    const plan = world.accounts.ofKey(sentKey(request) ?? '')?.plan ?? 'none';
    this.#tally.add(operation, status, plan, seconds);
  }

  /** Returns the metrics in Prometheus' text format, and its media type. */
  async read(): Promise<{ readonly text: string; readonly contentType: string }> {
    return { text: await this.#registry.metrics(), contentType: this.#registry.contentType };
  }

  #registerStore(readStore: ReadStore): void {
    this.#gauge('petstore_mock_store_ready', '1 while the shared store responds; 0 while it is away.', () => {
      return Number(readStore().isReady);
    });
    this.#gauge(
      'petstore_mock_replica_lag_seconds',
      'Seconds from the moment of the last input to its use here.',
      () => {
        return readStore().lagMs / 1000;
      },
    );
    this.#register({
      name: 'petstore_mock_store_entries_total',
      type: 'counter',
      help: 'Inputs that this server applied, by their origin: sent to this server (own) or to another one (other).',
      samples: () => {
        const { own, other } = readStore();
        return Object.entries({ own, other }).map(([origin, value]) => ({ labels: { origin }, value }));
      },
    });
  }

  /** A metric is whatever has its `get()`. */
  #register({ samples, ...facts }: { name: string; type: string; help: string; samples: () => object[] }): void {
    const metric = { ...facts, aggregator: 'sum', get: async () => ({ ...facts, values: samples() }) };
    this.#registry.registerMetric(metric as unknown as Metric);
  }

  #gauge(name: string, help: string, read: () => number): void {
    this.#register({ name, type: 'gauge', help, samples: () => [{ labels: {}, value: read() }] });
  }
}
