import { jsonErrorResponse, jsonTextResponse } from '../json-response.js';
import type { ReadStore, ServedResponse, ServedResult, ServerRequest } from '../responder.js';
import type { Metrics } from './metrics.js';

const LIVE = '/livez';
const READY = '/readyz';
const METRICS = '/metrics';

/** Returns whether a path belongs to the server itself, whatever its base path: no world sees a request to it. */
export function isMonitoringPath(path: string): boolean {
  return path === LIVE || path === READY || path === METRICS;
}

interface MonitoringOptions {
  /** Undefined: off. */
  readonly metrics: Metrics | undefined;
  /** A server listens once it is ready, and no longer while it closes: only a shared store may be away. */
  readonly readStore: ReadStore | undefined;
}

/** What whoever runs a server asks it: whether it lives, whether it is ready, and for its metrics. */
export class Monitoring {
  readonly #options: MonitoringOptions;

  constructor(options: MonitoringOptions) {
    this.#options = options;
  }

  /** Whether `count` does anything. */
  get isCounting(): boolean {
    return this.#options.metrics !== undefined;
  }

  /** Responds to a request for one of its paths. */
  respond(request: ServerRequest): ServedResponse | Promise<ServedResponse> {
    const { method, path } = request;
    const now = Date.now();
    if (method !== 'GET' && method !== 'HEAD') {
      const message = `${path} supports GET and HEAD only.`;
      return jsonErrorResponse(405, 'method_not_allowed', message, now, { Allow: 'GET, HEAD' });
    }
    if (path === METRICS) return this.#scrape();
    if (path === READY && this.#options.readStore?.().isReady === false) {
      return jsonErrorResponse(503, 'service_unavailable', 'The store of this fake is away.', now, {
        'Retry-After': '1',
      });
    }
    return jsonTextResponse(200, '{"status":"ok"}', now);
  }

  /** Counts a request to a world. `startMs` is by `performance.now()`. */
  count(request: ServerRequest, result: ServedResult, startMs: number): void {
    this.#options.metrics?.count(request, result, (performance.now() - startMs) / 1000);
  }

  async #scrape(): Promise<ServedResponse> {
    const { metrics } = this.#options;
    if (metrics === undefined) {
      const message = 'Metrics are off. To serve them, start the server with --metrics.';
      return jsonErrorResponse(404, 'not_found', message, Date.now());
    }
    const { text, contentType } = await metrics.read();
    return jsonTextResponse(200, text, Date.now(), { 'Content-Type': contentType });
  }
}
