import { isJsonObject } from '../spec/json.js';
import { schemas } from '../spec/schemas.js';
import type { Reading } from './evidence.js';
import { isGood } from './requests.js';

/**
 * Returns whether the responses cannot be those of the service at its base URL: none has a sign of it, or its operations respond like
 * a path that no operation has.
 */
export function isElsewhere(readings: readonly Reading[]): boolean {
  const responded = readings.filter(({ status }) => status !== undefined);
  return responded.length > 0 && (!responded.some(mayBeService) || servesNothing(responded));
}

/**
 * Rate-limit headers (§8.1), arrays, and most of an Error (§2.4) are signs of the service. An unknown body may be its own, and a
 * server error may be its own.
 */
function mayBeService({ received, header, status = 0 }: Reading): boolean {
  if (received.kind === 'unknown' || status >= 500 || header('x-ratelimit-limit') !== undefined) return true;
  if (received.kind !== 'json') return false;
  const { value } = received;
  if (!isJsonObject(value)) return Array.isArray(value);
  return schemas.Error.required.filter((name) => Object.hasOwn(value, name)).length >= 2;
}

/**
 * The service itself responds like this under a wrong base URL, with headers and Errors. A service that lacks one operation has the
 * others, so at least two are needed, and an unknown path to compare them with.
 */
function servesNothing(responded: readonly Reading[]): boolean {
  const good = responded.filter((reading) => reading.exchange.request.method === 'GET' && isGood(reading));
  const operations = new Set(good.map(({ operation }) => operation));
  const [look, ...others] = new Set(good.map(lookOf));
  return operations.has(undefined) && operations.size > 2 && look !== undefined && others.length === 0;
}

/** Equal for responses of a server that has none of the paths, or responds to all of them alike; undefined for any other. */
function lookOf(reading: Reading): string | undefined {
  const { status, isAccepted, received } = reading;
  if (status === 404 || status === 405) return 'missing';
  if (!isAccepted || mayBeService(reading) || received.kind !== 'json' || !isJsonObject(received.value))
    return undefined;
  return `members: ${Object.keys(received.value).sort().join()}`;
}
