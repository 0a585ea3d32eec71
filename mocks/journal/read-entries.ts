import type { Exchange, RecordedBody, RecordedResponse } from '../../src/exchange/exchange.js';
import { type HiddenRequest, hideInHeaders, hideInRequest } from '../../src/exchange/hide-secrets.js';
import {
  MISSING_BODY,
  recordBody,
  recordSentBody,
  recordText,
  redactHeaders,
  redactUrl,
} from '../../src/exchange/record-exchange.js';
import { deepFreeze } from '../../src/spec/deep-freeze.js';
import type { Accounts } from '../limits/accounts.js';
import { findRoute, type ServiceAddresses } from '../route.js';
import type { Entry, ProxiedDetails } from './entries.js';
import { type JournalLine, writeLines } from './lines.js';
import { createPseudonyms, type Pseudonyms, readCredential } from './secrets.js';

/** Writes exchanges, each one once, and lines, a key under the same pseudonym in both. */
export interface EntryReader extends Pick<Pseudonyms, 'aliasOf' | 'keepUp'> {
  /** Whether most of the secrets that it knows may be of entries that are gone: each of them costs, so that new names are better. */
  readonly isCrowded: boolean;
  /**
   * Returns the exchanges of entries, the same object for the same entry. `all` are the entries that there are: every secret
   * in them is registered before the first body is read, for it may stand there before it is used.
   */
  read(entries: readonly Entry[], all: readonly Entry[]): readonly Exchange[];
  /** Returns the lines of entries. `all` is asked only where one of them passed through a proxy: whose keys are found nowhere else. */
  lines(entries: readonly Entry[], all: () => readonly Entry[]): readonly JournalLine[];
  /** Returns the pseudonym of a key, which is named by it or by its text: one of the fake, or one that was sent to another service. */
  aliasNamed(keyOrAlias: string, all: () => readonly Entry[]): string | undefined;
}

interface Written {
  readonly exchange: Exchange;
  /** How many strangers were known by then. */
  readonly strangers: number;
}

/** So many secrets are no crowd. */
const FEW_SECRETS = 100;

export function createEntryReader(
  accounts: Accounts,
  addresses: () => ServiceAddresses,
  secretsIn: (text: string) => readonly string[],
): EntryReader {
  const names = createPseudonyms(accounts, secretsIn);
  const own = createPseudonyms(accounts, secretsIn);
  const written = new WeakMap<Entry, Written>();
  const hidden = new WeakSet<Entry>();
  /** How many strangers all entries had when they were first read. */
  let atFirst: number | undefined;

  const hide = (entry: Entry) => {
    hidden.add(entry);
    return hideSecrets(entry, addresses(), names);
  };
  const write = (entry: Entry) => {
    const before = written.get(entry);
    const { strangers } = names;
    // What passed may show a key that somebody sent only later. The fake's own keys are known before they are shown.
    if (before !== undefined && (before.strangers === strangers || entry.response.proxied === undefined)) {
      return before.exchange;
    }
    const now = writeExchange(entry, hide(entry), names);
    const exchange = JSON.stringify(now) === JSON.stringify(before?.exchange) && before ? before.exchange : now;
    written.set(entry, { exchange, strangers });
    return exchange;
  };

  const hidePassed = (all: readonly Entry[]) => {
    for (const entry of all) if (entry.response.proxied !== undefined && !hidden.has(entry)) hide(entry);
    atFirst ??= names.strangers;
  };

  return {
    aliasOf: (key) => own.aliasOf(key) ?? names.proxiedAlias(key),
    aliasNamed(keyOrAlias, all) {
      const alias = own.aliasOf(keyOrAlias);
      if (alias !== undefined) return alias;
      hidePassed(all());
      return names.proxiedAlias(keyOrAlias);
    },
    keepUp: () => names.keepUp() && own.keepUp(),
    get isCrowded() {
      return names.strangers > 2 * (atFirst ?? names.strangers) + FEW_SECRETS;
    },
    read(entries, all) {
      for (const entry of all) if (!hidden.has(entry)) hide(entry);
      atFirst ??= names.strangers;
      return Object.freeze(entries.map(write));
    },
    lines(entries, all) {
      if (!entries.some(({ response }) => response.proxied !== undefined)) return writeLines(entries, addresses(), own);
      hidePassed(all());
      return writeLines(entries, addresses(), names, names.proxied);
    },
  };
}

const RESET = 'the connection was reset, as a fault asked for';
const TRUNCATED = 'cut off halfway, as a fault asked for';
const NO_RESPONSE = 'no answer came';
const NO_BYTES = new Uint8Array(0);

/** Registers every secret that an exchange shows in its URL and headers, and answers those of the request without these. */
function hideSecrets(entry: Entry, addresses: ServiceAddresses, names: Pseudonyms): HiddenRequest {
  const { proxied: passed } = entry.response;
  if (passed === undefined) return hideInRequest(urlOf(entry, addresses), entry.headers, names);
  hideInHeaders(passed.headers, names.proxied);
  return hideInRequest(urlOf(entry, addresses), entry.headers, names.proxied);
}

/** Writes the exchange of an entry, frozen and without a secret. */
function writeExchange(entry: Entry, hidden: HiddenRequest, names: Pseudonyms): Exchange {
  const { number, method, body, response, startedMs, endedMs = startedMs + response.delayMs, sentAfter } = entry;
  const isReset = response.cut === 'reset';
  return deepFreeze({
    number,
    probe: undefined,
    request: {
      method: names.redact(method),
      url: redactUrl(hidden.url, names),
      headers: redactHeaders(hidden.headers, names),
      ...(body === 'too-large' ? MISSING_BODY : recordSentBody(body, names)),
      credential: readCredential(entry, hidden, names),
    },
    response: isReset ? undefined : recordResponse(entry, names),
    failure: isReset ? failureOf(entry, names) : undefined,
    startedMs,
    endedMs,
    ...(sentAfter === undefined ? {} : { sentAfter }),
  });
}

/** Where an edge does not tell on what name it was reached, it was reached where the operation lives. */
function urlOf({ path, query = '', origin }: Entry, addresses: ServiceAddresses): string {
  const { operation } = findRoute({ path }, addresses);
  const home = addresses[operation?.address ?? 'base'];
  // The target of a request can be `*` (RFC 9110 §7.1).
  return `${origin ?? home.origin}${path.startsWith('/') ? '' : '/'}${path}${query}`;
}

function failureOf({ response: { proxied: passed } }: Entry, names: Pseudonyms): string {
  return passed === undefined ? RESET : names.redact(passed.failure ?? NO_RESPONSE);
}

function recordResponse({ response }: Entry, names: Pseudonyms): RecordedResponse {
  if (response.proxied !== undefined) return recordProxied(response, response.proxied, names);
  return {
    httpVersion: '1.1',
    status: response.status,
    statusText: '',
    headers: redactHeaders(Object.entries(response.headers), names),
    body: recordResponseBody(response, names),
  };
}

function recordProxied(
  { status, encodedBody = NO_BYTES }: Entry['response'],
  passed: ProxiedDetails,
  names: Pseudonyms,
): RecordedResponse {
  const { httpVersion, statusText, headers, incomplete } = passed;
  return {
    httpVersion,
    status,
    statusText: names.redact(statusText),
    headers: redactHeaders(hideInHeaders(headers, names.proxied), names),
    body: recordBody(encodedBody, incomplete, names),
  };
}

function recordResponseBody({ body = '', cut }: Entry['response'], names: Pseudonyms): RecordedBody {
  if (body === '') return { kind: 'empty' };
  return cut === 'truncated' ? { kind: 'missing', why: TRUNCATED } : recordText(body, names);
}
