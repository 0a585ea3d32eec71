import { type Exchange, isGivenKey } from '../../src/exchange/exchange.js';
import { quote } from '../../src/json/quoting.js';
import { frontOf, wasServed } from '../../src/judge/in-front.js';
import { Stop } from '../suite.js';

/** Throws a {@link Stop} if something in front of the service sent the response, or if it rejects the key for a request that it served before. */
export function requireReachable(exchange: Exchange, earlier: readonly Exchange[]): void {
  const { request, response, number } = exchange;
  const front = frontOf(exchange, () => earlier);
  if (front !== undefined) {
    const asked = `${request.method} ${quote(request.url)}`;
    throw new Stop(`${asked} ${front}: something in front of the service blocks this check, so allow the check there`);
  }
  if (response?.status === 401 && isGivenKey(request.credential) && wasServed(request, earlier)) {
    throw new Stop(`the key was rejected (401) at request #${number}, though it was accepted before: did it expire?`);
  }
}
