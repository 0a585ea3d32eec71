import type { Exchange, RawExchange } from '../src/exchange/exchange.js';
import { recordExchange } from '../src/exchange/record-exchange.js';
import { createRedactor } from '../src/exchange/redactor.js';
import { rateLimitHeaderNames } from '../src/spec/rate-limit-headers.js';
import { InputError } from '../src/spec/validation/input-error.js';
import { createDraw } from './draw.js';
import type { Budget } from './governor/budget.js';
import { createGovernor, type Governor, isGoodKey, type ProbeRequest, type Purpose } from './governor/governor.js';
import { KEPT_FOR_RESTORING } from './governor/quota.js';
import { budgetOf } from './plan.js';
import { composeRequest, createKeyring, hideHeaderValues } from './probes/compose.js';
import { isPetWrite, type Probe, type ProbeValues } from './probes/probe.js';
import { readObservations, readProbes } from './probes/read-probes.js';
import { messageProbes, writeProbes } from './probes/write-probes.js';
import type { RestoreLog } from './restore/restore-log.js';
import { createPetGuard, type PetGuard } from './stock/pet-guard.js';
import { drawValues, type Listing, readListing, type StockEntry } from './stock/stock.js';
import { Stop, type SuiteDependencies, type SuiteOptions } from './suite.js';

/** One run while it goes on: everything that is sent passes through it. */
export interface Session {
  readonly exchanges: readonly Exchange[];
  readonly restoreLog: RestoreLog;
  readonly budget: Budget;
  readonly governor: Governor;
  readonly values: ProbeValues;
  /** Undefined until a pet was chosen. */
  readonly guard: PetGuard | undefined;
  readonly first: Listing | undefined;
  readonly latest: Listing | undefined;
  /** Draws what is sent from a list; with a pet, it may be written to from now on. */
  choose(listing: Listing, pet: StockEntry | undefined): void;
  /** Returns whether the budget allows a probe, and restoring after it. */
  hasRoomFor(probe: Probe): boolean;
  /**
   * Returns undefined where a probe is left out: it needs a pet, and there is none or it could not be put back; or it shows no
   * good key, and the service refuses (429) all such requests. Throws a {@link Stop}.
   */
  perform(probe: Probe, purpose?: Purpose): Promise<Exchange | undefined>;
  /** What a reader must know beside the verdicts. */
  note(text: string): void;
  readonly notes: readonly string[];
}

export function openSession(options: SuiteOptions, surroundings: SuiteDependencies): Session {
  const { seed, baseUrl, isExclusive, reserve, isFake } = options;
  const { sender, clock, progress, signal } = surroundings;
  const restoreLog = stoppingRestoreLog(surroundings.restoreLog);
  const redactor = createRedactor();
  requireDistinctKey(options);
  const keyring = createKeyring(options.apiKey, createDraw(seed, 'keys'), redactor);
  const extraHeaders = hideHeaderValues(options, redactor);
  const values = createDraw(seed, 'values');
  const exchanges: Exchange[] = [];
  const notes: string[] = [];
  const budget = budgetOf(options);
  let places = drawValues([], undefined, values);
  let guard: PetGuard | undefined;
  let first: Listing | undefined;
  let latest: Listing | undefined;

  const governor = createGovernor({
    clock,
    signal,
    budget,
    jitter: createDraw(seed, 'jitter'),
    reserve,
    maxWaitMs: isFake ? Number.POSITIVE_INFINITY : options.maxWaitMs,
    progress,
    send,
  });

  async function send(ask: ProbeRequest, until: AbortSignal): Promise<Exchange> {
    await ask.beforeSending?.();
    const startedMs = clock.now();
    const result = await sender.send(ask.request, until);
    const { headers } = ask.request;
    const own = headers.slice(0, headers.length - extraHeaders.length);
    const isResponse = 'status' in result;
    const raw: RawExchange = {
      request: { ...ask.request, headers: own },
      response: isResponse ? result : undefined,
      failure: isResponse ? undefined : result.cause,
      probe: ask.probe,
      startedMs,
      endedMs: clock.now(),
    };
    const credentialOf = () => ask.credential;
    const exchange = recordExchange(raw, exchanges.length + 1, redactor, { credentialOf, extraHeaders });
    exchanges.push(exchange);
    see(exchange);
    return exchange;
  }

  function see(exchange: Exchange): void {
    const listing = readListing(exchange);
    if (listing === undefined) return;
    first ??= listing;
    latest = listing;
    guard?.see(listing);
  }

  const inHandAfter = (probe: Probe) => (isPetWrite(probe) || guard?.isOpen ? KEPT_FOR_RESTORING : 0);

  async function perform(probe: Probe, purpose: Purpose = 'probe'): Promise<Exchange | undefined> {
    if (probe.needs === 'pet' && (guard === undefined || (guard.problem !== undefined && purpose !== 'restore')))
      return;
    const { request, credential } = composeRequest(probe, options, keyring, places);
    if (governor.limitsOtherKeys && !isGoodKey(credential)) {
      if (!notes.includes(OTHER_KEYS_LIMITED)) notes.push(OTHER_KEYS_LIMITED);
      return;
    }
    const inHand = purpose === 'restore' ? 0 : inHandAfter(probe);
    const isWrite = isPetWrite(probe) && purpose !== 'restore';
    const beforeSending = isWrite ? () => guard?.beforeWrite(request.body ?? '') : undefined;
    return governor.send({ probe: probe.name, request, credential, purpose, inHand, beforeSending });
  }

  return {
    exchanges,
    restoreLog,
    budget,
    governor,
    notes,
    get values() {
      return places;
    },
    get guard() {
      return guard;
    },
    get first() {
      return first;
    },
    get latest() {
      return latest;
    },
    choose(listing, pet) {
      places = drawValues(listing, pet, values);
      if (pet === undefined) return;
      const restoring = (probe: Probe) => perform(probe, 'restore');
      guard = createPetGuard({ baseUrl, values: places, isExclusive, restoreLog, perform: restoring });
      guard.see(listing);
    },
    hasRoomFor: (probe) => budget.hasRoom(inHandAfter(probe)),
    perform,
    note: (text) => notes.push(text),
  };
}

const OTHER_KEYS_LIMITED =
  'requests without a good key were answered 429 even after the wait, so no more of them were sent';

/** What stands in the answers of a service that conforms. */
const DOCUMENTED = [
  'petId quantity status available pending sold code message id queued createdAt',
  'Authorization Bearer Basic Content-Type application/json Retry-After',
  ...rateLimitHeaderNames,
  '200 400 401 404 429',
];

/** Throws an InputError, which does not repeat the key, where hiding it would make the requests or sound answers unreadable. */
export function requireDistinctKey({
  apiKey,
  baseUrl,
  messagesUrl = '',
}: Pick<SuiteOptions, 'apiKey' | 'baseUrl' | 'messagesUrl'>): void {
  const redactor = createRedactor();
  redactor.nameOf(apiKey);
  const probes = [...readProbes, ...writeProbes, ...messageProbes, ...readObservations];
  const ordinary = [baseUrl, messagesUrl, ...DOCUMENTED, ...probes.map(({ path }) => path)].join('\n');
  if (redactor.redact(ordinary) === ordinary) return;
  const problem =
    'it is part of the URL or an ordinary word of the service, so it could not be hidden in what is reported';
  throw new InputError('Using the API key', problem, 'Use a key such as petstore_live_4f9a1c77');
}

/** A restore log that ends the run when it cannot be read or written: without it nothing may be changed. */
function stoppingRestoreLog(restoreLog: RestoreLog): RestoreLog {
  return {
    pending: (baseUrl, petId) => orStop(() => restoreLog.pending(baseUrl, petId)),
    open: (write) => orStop(() => restoreLog.open(write)),
    close: (baseUrl, petId) => orStop(() => restoreLog.close(baseUrl, petId)),
    restoreCommand: restoreLog.restoreCommand,
  };
}

async function orStop<T>(use: () => Promise<T>): Promise<T> {
  try {
    return await use();
  } catch (error) {
    throw new Stop(`the restore log cannot be used: ${error instanceof Error ? error.message : error}`);
  }
}
