import type { Exchange } from '../../../exchange/exchange.js';
import type { ExchangeLine, LoggedRequests } from '../../../exchange/request-log.js';
import { AdminHttpError } from '../admin-http-error.js';
import type { AdminCall } from '../admin-route.js';

/** Returns the request of a path. Throws an AdminHttpError that names those that there are. */
export function recordedRequest(
  log: LoggedRequests,
  path: AdminCall['path'],
): { readonly line: ExchangeLine; readonly exchange: Exchange } {
  const number = Number(path.number);
  const line = log.line(number);
  const exchange = log.exchange(number);
  if (line === undefined || exchange === undefined) throw unknownRequestError(log);
  return { line, exchange };
}

function unknownRequestError(log: LoggedRequests): AdminHttpError {
  const [first, last] = (['oldest', 'newest'] as const).map((order) => log.lines({}, { order, limit: 1 }).lines[0]);
  const remedy =
    first === undefined ? 'It is empty: send a request first.' : `Try any from ${first.number} to ${last?.number}.`;
  return new AdminHttpError(404, `The journal has no request with this number. ${remedy}`);
}
