import { jsonErrorResponse, jsonTextResponse } from '../json-response.js';
import type { ControlRoom, ReadStore, ServedResponse, ServedResult, ServerRequest } from '../responder.js';
import type { Worlds } from '../worlds/worlds.js';
import type { Metrics } from './metrics.js';

const LIVE = '/livez';
const READY = '/readyz';
const METRICS = '/metrics';
const METRICS_NEED =
  'Metrics need the admin token, which was passed to the server or printed at its start, or a server that was started with --metrics. ' +
  `Try curl -H 'Authorization: Bearer ADMIN_TOKEN' http://HOST:PORT${METRICS}`;

/** Returns whether a path belongs to the server itself, whatever its base path: no world sees a request to it. */
export function isMonitoringPath(path: string): boolean {
  return path === LIVE || path === READY || path === METRICS;
}

/** Loads what metrics need: prom-client takes longer to load than the rest of the server. */
export function loadMetrics(): Promise<typeof import('./metrics.js')> {
  return import('./metrics.js');
}

interface MonitoringOptions {
  readonly worlds: Worlds;
  readonly controlRoom: ControlRoom | undefined;
  /** Given: metrics need no token and count from the start. Else they count once somebody with the token has read them. */
  readonly metrics: Awaited<ReturnType<typeof loadMetrics>> | undefined;
  /** A server listens once it is ready, and no longer while it closes: only a shared store may be away. */
  readonly readStore: ReadStore | undefined;
}

/** What whoever runs a server asks it: whether it lives, whether it is ready, and for its metrics. */
export class Monitoring {
  readonly #options: MonitoringOptions;
  #metrics: Metrics | undefined;

  constructor(options: MonitoringOptions) {
    this.#options = options;
    this.#metrics = options.metrics && new options.metrics.Metrics(options.worlds, options.readStore);
  }

  /** Whether `count` does anything. */
  get isCounting(): boolean {
    return this.#metrics !== undefined;
  }

  /** Responds to a request for one of its paths. */
  respond(request: ServerRequest): ServedResponse | Promise<ServedResponse> {
    const { method, path } = request;
    const now = Date.now();
    if (method !== 'GET' && method !== 'HEAD') {
      const message = `${path} supports GET and HEAD only.`;
      return jsonErrorResponse(405, 'method_not_allowed', message, now, { Allow: 'GET, HEAD' });
    }
    if (path === METRICS) return this.#rejectScrape(request) ?? this.#scrape();
    if (path === READY && this.#options.readStore?.().isReady === false) {
      return jsonErrorResponse(503, 'service_unavailable', 'The store of this fake is away.', now, {
        'Retry-After': '1',
      });
    }
    return jsonTextResponse(200, '{"status":"ok"}', now);
  }

  /** Counts a request to a world. `startMs` is by `performance.now()`. */
  count(request: ServerRequest, result: ServedResult, startMs: number): void {
    this.#metrics?.count(request, result, (performance.now() - startMs) / 1000);
  }

  #rejectScrape(request: ServerRequest): ServedResponse | undefined {
    const { metrics, controlRoom } = this.#options;
    if (metrics !== undefined) return undefined;
    const rejected = controlRoom?.reject(request);
    if (rejected?.status === 401) {
      const { 'WWW-Authenticate': challenge } = rejected.headers;
      return jsonErrorResponse(401, 'unauthorized', METRICS_NEED, Date.now(), { 'WWW-Authenticate': `${challenge}` });
    }
    if (controlRoom !== undefined) return rejected;
    const message = 'Metrics are off. To serve them, start the server with --metrics.';
    return jsonErrorResponse(404, 'not_found', message, Date.now());
  }

  async #scrape(): Promise<ServedResponse> {
    const { Metrics } = await loadMetrics();
    this.#metrics ??= new Metrics(this.#options.worlds, this.#options.readStore);
    const { text, contentType } = await this.#metrics.read();
    return jsonTextResponse(200, text, Date.now(), { 'Content-Type': contentType });
  }
}
