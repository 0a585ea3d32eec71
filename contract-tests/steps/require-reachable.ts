import { type Exchange, isGivenKey } from '../../src/exchange/exchange.js';
import { quote } from '../../src/json/quoting.js';
import { signOfIntermediary, wasServed } from '../../src/judge/in-front.js';
import { isOfGateway } from '../../src/judge/outages.js';
import { Stop } from '../suite.js';

/** So many requests in a row do not reach the service in an outage that will not pass soon. */
const OUTAGE = 8;

/** Throws a {@link Stop} if something in front of the service sent the response, or if it rejects the key for a request that it served before. */
export function requireReachable(
  exchange: Exchange,
  earlier: readonly Exchange[],
  { isUnusual = false, overlaps = false }: { isUnusual?: boolean | undefined; overlaps?: boolean } = {},
): void {
  const { request, response, number } = exchange;
  // A firewall may block what another client sends, and that alone.
  const front = isUnusual ? undefined : signOfIntermediary(exchange, () => earlier);
  if (front !== undefined) {
    const asked = `${request.method} ${quote(request.url)}`;
    throw new Stop(`${asked} ${front}: something in front of the service blocks this check, so allow the check there`);
  }
  const isDown = [exchange, ...earlier.slice(1 - OUTAGE)].every((one) => isOfGateway(one.response?.status));
  // Also if by then another client asks for it.
  const wasUp = earlier.some((one) => one.request.url === request.url && one.response?.status === 200);
  if (isDown && earlier.length >= OUTAGE && isGivenKey(request.credential) && request.method === 'GET' && wasUp) {
    throw new Stop(
      `the last ${OUTAGE} requests got ${response?.status} or the like: a gateway does not reach the service`,
    );
  }
  // A service may take the key of another request that is under way for that of this one.
  const isOwn = !isUnusual && !overlaps;
  if (response?.status === 401 && isOwn && isGivenKey(request.credential) && wasServed(request, earlier)) {
    throw new Stop(`the key was rejected (401) at request #${number}, though it was accepted before: did it expire?`);
  }
}
