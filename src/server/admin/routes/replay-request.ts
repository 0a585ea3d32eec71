import { handle } from '../../../../mocks/handle.js';
import type { SentRequest } from '../../../../mocks/journal/journal.js';
import type { RequestDetail } from '../../../admin/schemas/requests.js';
import type { ServedWorld } from '../../worlds/served-world.js';
import { AdminHttpError } from '../admin-http-error.js';
import type { AdminCall } from '../admin-route.js';
import { serialiseExchange } from '../serialise-requests.js';
import { recordedRequest } from './recorded-request.js';

/**
 * Sends a request of the journal to its world again, as it was, with its secrets: the road of every request, but without a
 * connection, so that no response is delayed or cut off. Throws an AdminHttpError for a request that is not in the journal, or not
 * as a whole.
 */
export function replayRequest(call: AdminCall): RequestDetail | Promise<RequestDetail> {
  const { served, worlds } = call;
  const { world, log, traffic } = served;
  const { number } = recordedRequest(log, call.path).line;
  const { method, path, query = '', headers, body } = world.journal.sentRequest(number) as SentRequest;
  if (body === 'too-large') {
    const why = 'its body was too large to record. Send it with curl.';
    throw new AdminHttpError(409, `The request cannot be sent again: ${why}`);
  }
  const { callerAddress } = call.request;
  const request = { method, path, query, headers, body, callerAddress, replayOf: number };
  const before = log.latest;
  if (worlds.carryOut !== undefined) {
    return worlds.carryOut(served.id, request).then(() => recordedReplay(served, number, before));
  }
  const response = handle(request, world);
  const replay = recordedReplay(served, number, before);
  traffic.count(response.cut === 'reset' ? undefined : response.status);
  return replay;
}

/** With other servers, further requests may have come since. */
const MOST_SINCE = 1_000;

function recordedReplay({ log, world }: ServedWorld, number: number, before: number): RequestDetail {
  const line = log.newest(before, MOST_SINCE).lines.findLast(({ replayOf }) => replayOf === number);
  if (line === undefined) {
    throw new AdminHttpError(409, 'The request was sent, but the journal was cleared or restored meanwhile.');
  }
  return serialiseExchange(line, recordedRequest(log, { number: String(line.number) }).exchange, world.accounts);
}
