import { createRedactor } from '../src/transcript/create-redactor.js';
import type { Exchange } from '../src/transcript/exchange.js';
import { createDraw } from './draw.js';
import type { Budget } from './governor/budget.js';
import { type Ask, createGovernor, type Governor, isGoodKey, type Purpose } from './governor/governor.js';
import { KEPT_FOR_RESTORING } from './governor/quota.js';
import { budgetOf } from './plan.js';
import { compose } from './probes/compose.js';
import { createKeyring } from './probes/keyring.js';
import type { Places } from './probes/places.js';
import { isPetWrite, type Probe } from './probes/probe.js';
import { requireDistinctKey } from './require-distinct-key.js';
import type { RestoreJournal } from './restore/restore-journal.js';
import { hideHeaderValues } from './sending/hide-header-values.js';
import { record } from './sending/record.js';
import { drawPlaces } from './stock/draw-places.js';
import { type Listing, readListing, type StockEntry } from './stock/listing.js';
import { createPetGuard, type PetGuard } from './stock/pet-guard.js';
import { stoppingJournal } from './stock/stopping-journal.js';
import type { SuiteOptions, SuiteSurroundings } from './suite.js';

/** One run while it goes on: everything that is sent passes through it. */
export interface Session {
  readonly exchanges: readonly Exchange[];
  readonly journal: RestoreJournal;
  readonly budget: Budget;
  readonly governor: Governor;
  readonly places: Places;
  /** Undefined until a pet was chosen. */
  readonly guard: PetGuard | undefined;
  readonly first: Listing | undefined;
  readonly latest: Listing | undefined;
  /** Draws what is sent from a list; with a pet, it may be written to from now on. */
  choose(listing: Listing, pet: StockEntry | undefined): void;
  /** Tells whether the budget allows a probe, and restoring after it. */
  hasRoomFor(probe: Probe): boolean;
  /**
   * Answers undefined where a probe is left out: it needs a pet, and there is none or it could not be put back; or it shows no
   * good key, and the service refuses (429) all such requests. Throws a {@link Stop}.
   */
  perform(probe: Probe, purpose?: Purpose): Promise<Exchange | undefined>;
  /** What a reader must know beside the verdicts. */
  note(text: string): void;
  readonly notes: readonly string[];
}

export function openSession(options: SuiteOptions, surroundings: SuiteSurroundings): Session {
  const { seed, baseUrl, isExclusive, reserve, isFake } = options;
  const { sender, clock, progress, signal } = surroundings;
  const journal = stoppingJournal(surroundings.journal);
  const redactor = createRedactor();
  requireDistinctKey(options);
  const keyring = createKeyring(options.apiKey, createDraw(seed, 'keys'), redactor);
  const extraHeaders = hideHeaderValues(options, redactor);
  const values = createDraw(seed, 'values');
  const exchanges: Exchange[] = [];
  const notes: string[] = [];
  const budget = budgetOf(options);
  let places = drawPlaces([], undefined, values);
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

  async function send(ask: Ask, until: AbortSignal): Promise<Exchange> {
    await ask.beforeSending?.();
    const startedMs = clock.now();
    const result = await sender.send(ask.request, until);
    const { headers } = ask.request;
    const own = headers.slice(0, headers.length - extraHeaders.length);
    const request = { ...ask.request, headers: [...own, ...extraHeaders] };
    const sent = { ...ask, request, number: exchanges.length + 1, result, startedMs, endedMs: clock.now() };
    const exchange = record(sent, redactor);
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
    const { request, credential } = compose(probe, options, keyring, places);
    if (governor.refusesStrangers && !isGoodKey(credential)) {
      if (!notes.includes(STRANGERS_REFUSED)) notes.push(STRANGERS_REFUSED);
      return;
    }
    const inHand = purpose === 'restore' ? 0 : inHandAfter(probe);
    const isWrite = isPetWrite(probe) && purpose !== 'restore';
    const beforeSending = isWrite ? () => guard?.beforeWrite(request.body ?? '') : undefined;
    return governor.ask({ probe: probe.name, request, credential, purpose, inHand, beforeSending });
  }

  return {
    exchanges,
    journal,
    budget,
    governor,
    notes,
    get places() {
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
      places = drawPlaces(listing, pet, values);
      if (pet === undefined) return;
      const restoring = (probe: Probe) => perform(probe, 'restore');
      guard = createPetGuard({ baseUrl, places, isExclusive, journal, perform: restoring });
      guard.see(listing);
    },
    hasRoomFor: (probe) => budget.hasRoom(inHandAfter(probe)),
    perform,
    note: (text) => notes.push(text),
  };
}

const STRANGERS_REFUSED =
  'requests without a good key were answered 429 even after the wait, so no more of them were sent';
