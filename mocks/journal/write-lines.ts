import { parseRateLimitHeaders, type RateLimitState, rateLimitHeaderNames } from '../../src/spec/rate-limit-headers.js';
import { createRedactor } from '../../src/transcript/create-redactor.js';
import { headerOf } from '../../src/transcript/exchange.js';
import { hideInRequest } from '../../src/transcript/hide-in-request.js';
import { isTelling } from '../../src/transcript/recorded-secrets.js';
import type { Redactor } from '../../src/transcript/redactor.js';
import { findRoute, type Route } from '../route.js';
import { sentKey } from '../sent-key.js';
import type { ServiceAddresses } from '../service-address.js';
import type { Entry } from './entry.js';
import type { JournalLine } from './journal-line.js';
import type { Pseudonyms } from './pseudonyms.js';

/** A target is no URL without one; it does not show. */
const SOMEWHERE = 'http://petstore.invalid';

/**
 * Writes requests in one line each, frozen and without a secret; no body is looked at. `own` has the names of the fake's own
 * keys, and learns no other: whoever sends another wrong key each time must not make it slower and slower. `passing` has the names of
 * keys that were sent to another service through a proxy.
 */
export function writeLines(
  entries: readonly Entry[],
  addresses: ServiceAddresses,
  own: Pseudonyms,
  passing?: Redactor,
): readonly JournalLine[] {
  const routed = entries.map((entry) => ({ entry, route: findRoute(placeOf(entry), addresses) }));
  const isOneTelling = routed.some(({ entry, route }) => !isPlain(entry, route));
  const strangers = passing ?? (isOneTelling ? nameStrangers(entries, own) : own);
  return routed.map(({ entry, route }) => {
    const target = isPlain(entry, route) ? own.redact(entry.path) : hideInTarget(entry, strangers);
    return writeLine(entry, route, target, own);
  });
}

function placeOf({ path, origin }: Entry): Pick<Entry, 'path'> & { origin?: string } {
  return origin === undefined ? { path } : { path, origin };
}

/** Of the paths of the document, numbers are all that is left to the client: too short to tell a secret. */
function isPlain({ query = '' }: Entry, { operation, petIdText }: Route): boolean {
  return query === '' && operation !== undefined && (petIdText === undefined || /^-?\d{1,19}$/.test(petIdText));
}

/** Names the secrets of a few requests: what one of them sends as its key may stand in the path of another. */
function nameStrangers(entries: readonly Entry[], own: Pseudonyms): Redactor {
  const redactor = createRedactor({ isSought: isTelling });
  const nameOf = (secret: string) => own.aliasOf(secret) ?? redactor.nameOf(secret, 'secret');
  for (const entry of entries) {
    const key = sentKey(entry);
    if (key !== undefined) nameOf(key);
  }
  return { nameOf, redact: (text) => own.redact(redactor.redact(text)) };
}

function hideInTarget({ path, query = '', headers }: Entry, strangers: Redactor): string {
  const { url } = hideInRequest(`${SOMEWHERE}${path.startsWith('/') ? '' : '/'}${path}${query}`, headers, strangers);
  // In the exchange it may have another number.
  return strangers.redact(url.slice(SOMEWHERE.length)).replace(/secret#\d+/g, 'secret');
}

function writeLine(entry: Entry, { operation }: Route, target: string, own: Pseudonyms): JournalLine {
  const { number, startedMs, endedMs, method, answer } = entry;
  const { status, delayMs, cut, assumed, faultId } = answer;
  return Object.freeze({
    number,
    startedMs,
    method: own.redact(method),
    target,
    operation: operation?.method === method ? operation.id : undefined,
    keyAlias: keyAliasOf(entry, own),
    status: cut === 'reset' ? undefined : status,
    delayMs: endedMs === undefined ? delayMs : endedMs - startedMs,
    limits: limitsOf(answer),
    cut: cutOf(answer),
    assumed: Object.freeze([...assumed]),
    faultId,
  });
}

function cutOf({ cut, passed }: Entry['answer']): JournalLine['cut'] {
  if (passed?.cutBy === 'client') return 'left';
  return passed?.cutBy === 'service' ? 'truncated' : cut;
}

function limitsOf({ cut, headers, passed }: Entry['answer']): RateLimitState | undefined {
  if (cut === 'reset') return undefined;
  const list = passed?.headers ?? rateLimitHeaderNames.map((name) => [name, headers[name] ?? ''] as const);
  const limits = parseRateLimitHeaders({ get: (name) => headerOf(list, name) ?? null });
  return limits && Object.freeze(limits);
}

function keyAliasOf(entry: Entry, own: Pseudonyms): string | undefined {
  const { hasGoodKey, answer } = entry;
  if (answer.keyAlias !== undefined) return answer.keyAlias;
  const key = sentKey(entry) ?? '';
  if (answer.passed !== undefined) return own.passedAlias(key);
  // Under a path outside the service nobody has looked at the key.
  return hasGoodKey ? own.aliasOf(key) : undefined;
}
