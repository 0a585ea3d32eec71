import type { RequestLine } from '../../admin/schemas/requests.js';

/** A request as the feed lists it, with status 200 unless changed. */
export function lineForTests(change: Partial<RequestLine> = {}): RequestLine {
  return {
    number: 1,
    at: '2026-11-21T12:00:00.000Z',
    method: 'GET',
    target: '/v1/inventory',
    operation: 'listInventory',
    key: 'key#1',
    status: 200,
    delayMs: 0,
    limits: null,
    cut: null,
    assumed: [],
    fault: null,
    replayOf: null,
    ...change,
  };
}
