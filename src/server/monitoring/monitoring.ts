import { jsonErrorResponse, jsonTextResponse } from '../json-response.js';
import type { ReadStore, ServedResponse, ServerRequest } from '../responder.js';
import type { Metrics } from './metrics.js';

const LIVE = '/livez';
const READY = '/readyz';
const METRICS = '/metrics';

/** Returns whether a path belongs to the server itself, whatever its base path: no world sees a request to it. */
export function isMonitoringPath(path: string): boolean {
  return path === LIVE || path === READY || path === METRICS;
}

/** Responds to a request for one of these paths: whether the server lives, whether it is ready, and its metrics, unless they are off. */
export function respondToMonitoring(
  { method, path }: ServerRequest,
  metrics: Metrics | undefined,
  readStore: ReadStore | undefined,
): ServedResponse | Promise<ServedResponse> {
  const now = Date.now();
  if (method !== 'GET' && method !== 'HEAD') {
    const message = `${path} supports GET and HEAD only.`;
    return jsonErrorResponse(405, 'method_not_allowed', message, now, { Allow: 'GET, HEAD' });
  }
  if (path === METRICS) {
    const off = 'Metrics are off. To serve them, start the server with --metrics.';
    return metrics?.scrape() ?? jsonErrorResponse(404, 'not_found', off, now);
  }
  // A server listens once it is ready, and no longer while it closes: only a shared store may be away.
  if (path === READY && readStore?.().isReady === false) {
    const retry = { 'Retry-After': '1' };
    return jsonErrorResponse(503, 'service_unavailable', 'The store of this fake is away.', now, retry);
  }
  return jsonTextResponse(200, '{"status":"ok"}', now);
}
