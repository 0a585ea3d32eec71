import {
  type Exchange,
  type HeaderList,
  isGivenKey,
  type RawExchange,
  type RecordedBody,
} from '../src/exchange/exchange.js';
import { originalOf, recordExchange } from '../src/exchange/record-exchange.js';
import { Redactor } from '../src/exchange/redactor.js';
import { InputError } from '../src/json/input-error.js';
import { createDraw, type Draw } from './draw.js';
import type { Budget } from './governor/budget.js';
import { Deadline, levelTimesMs } from './governor/deadline.js';
import { Governor, type ProbeRequest, type Purpose } from './governor/governor.js';
import { RESERVED_FOR_RESTORING } from './governor/quota.js';
import { budgetOf, mayWait } from './plan.js';
import { allProbes } from './probes/choose-probes.js';
import { composeRequest, createKeyring, hideHeaderValues, type Keyring } from './probes/compose.js';
import {
  fillTemplate,
  isPetWrite,
  type Probe,
  type ProbeValues,
  preferredRole,
  roleInTurn,
  WIDE_BODY,
  WIDE_QUANTITIES,
} from './probes/probe.js';
import { PetGuard } from './stock/pet-guard.js';
import {
  createListingReader,
  drawValues,
  entryOf,
  type Listing,
  petCandidates,
  petInRole,
  type StockEntry,
  valuesOf,
} from './stock/stock.js';
import type { SuiteDependencies, SuiteOptions } from './suite.js';

/** A run in progress: everything that is sent passes through it. */
export class Session {
  readonly budget: Budget;
  readonly governor: Governor;
  readonly exchanges: Exchange[] = [];
  /** What a reader must know besides the verdicts. */
  readonly notes: string[] = [];
  values: ProbeValues;
  /** Undefined until a pet is chosen. */
  guard: PetGuard | undefined;
  /** The first list of the run. */
  first: Listing | undefined;
  latest: Listing | undefined;
  readonly #options: SuiteOptions;
  readonly #dependencies: SuiteDependencies;
  readonly #redactor = new Redactor();
  /** Characters of response bodies in memory, and the last one. */
  #kept = 0;
  #lastBody: RecordedBody | undefined;
  readonly #readListing = createListingReader();
  readonly #keyring: Keyring;
  readonly #extraHeaders: HeaderList;
  readonly #draw: Draw;
  /** Begins and ends of requests so far, and the requests under way. */
  #events = 0;
  #underWay = 0;
  /** The probe that was about a pet in a role first. */
  readonly #inRoles = new Map<string, string>();
  /** The pets of the probes that are about another one where nobody else writes. */
  readonly #aside = new Map<string, string>();

  /** Throws an InputError if the API key cannot be hidden in what is reported. */
  constructor(options: SuiteOptions, dependencies: SuiteDependencies) {
    const { apiKey, seed, isFake, level, turn, reserve, maxTimeMs = levelTimesMs[level] } = options;
    const { clock, progress, realMs, signal } = dependencies;
    requireDistinctKey(options);
    this.#options = options;
    this.#dependencies = dependencies;
    this.#keyring = createKeyring(apiKey, createDraw(seed, 'keys'), this.#redactor);
    this.#extraHeaders = hideHeaderValues(options, this.#redactor);
    this.#draw = createDraw(seed, 'values');
    this.values = drawValues([], undefined, this.#draw);
    this.budget = budgetOf(options);
    this.governor = new Governor({
      clock,
      signal,
      budget: this.budget,
      reserve,
      deadline: new Deadline({ maxTimeMs, turn, isFake, realMs }),
      jitter: createDraw(seed, 'jitter'),
      progress,
      send: (...args) => this.#send(...args),
    });
  }

  /** Draws the values to send from a list. With a pet, the run may write to it from now on. */
  choose(listing: Listing, pet: StockEntry | undefined): void {
    const { baseUrl, isExclusive } = this.#options;
    const values = drawValues(listing, pet, this.#draw);
    this.values = isExclusive ? { ...values, wide: WIDE_QUANTITIES[0] } : values;
    if (pet === undefined) return;
    this.guard = new PetGuard({
      baseUrl,
      values: this.values,
      isExclusive,
      restoreLog: this.#dependencies.restoreLog,
      perform: (probe, values) => this.perform(probe, 'restore', values),
    });
    this.guard.see(listing);
  }

  /** Sends smaller quantities from now on. Returns false if they are ordinary ones already. */
  narrow(): boolean {
    const { wide, quantity } = this.values;
    if (wide === quantity) return false;
    // Each costs a request: few of them leave room for only one attempt.
    const [widest, middle, least] = WIDE_QUANTITIES;
    const quantities: readonly string[] = mayWait(this.#options) ? [widest, middle, least] : [widest, least];
    this.values = { ...this.values, wide: quantities[quantities.indexOf(wide) + 1] ?? quantity };
    return true;
  }

  /** Returns whether a probe would change a pet before a list has shown what the latest update did to it. */
  hidesUpdate(probe: Probe): boolean {
    if (probe.aside === undefined || probe.body === WIDE_BODY) return false;
    const values = this.#valuesFor(probe);
    return values !== undefined && this.guard?.isHidden(values.petId) === true;
  }

  /** The requests that the run may still send, with room to restore one pet as planned. */
  get room(): number {
    const more = (this.guard?.requestsToRestore(this.values.petId) ?? 0) - RESERVED_FOR_RESTORING;
    return this.budget.left - Math.max(0, more);
  }

  /** Whether the last list shows the pet with the quantity that it had before the run. */
  get hasOriginalQuantity(): boolean {
    const { petId, original } = this.values;
    return entryOf(this.latest ?? [], petId)?.quantity === original;
  }

  /** Returns whether the budget has room for a probe, and for restoring after it. */
  hasRoomFor(probe: Probe): boolean {
    return this.budget.hasRoom(this.#inHandAfter(probe, this.#valuesFor(probe) ?? this.values));
  }

  /**
   * Sends a probe. Returns undefined if it is omitted: it needs a pet that is missing or could not be restored, it lacks a good
   * key and the service limits all such requests, or the key has no such form. Throws a {@link Stop}.
   */
  async perform(
    probe: Probe,
    purpose: Purpose = 'probe',
    values = this.#valuesToSend(probe),
  ): Promise<Exchange | undefined> {
    if (values !== undefined && (await this.#isPendingElsewhere(probe, values))) return undefined;
    const request = this.#requestOf(probe, purpose, values);
    return request && this.governor.send(request);
  }

  /** Returns whether another run, perhaps one that crashed, has changed a pet: what the list shows is not what to restore. */
  async #isPendingElsewhere(probe: Probe, { petId }: ProbeValues): Promise<boolean> {
    if (!isPetWrite(probe) || petId === this.values.petId || this.guard?.isOpenFor(petId)) return false;
    return (await this.#dependencies.restoreLog.pending(this.#options.baseUrl, petId)) !== undefined;
  }

  /** Sends probes at once, so that the service may handle them in any order. Omits those that {@link perform} omits. */
  async performTogether(probes: readonly Probe[], purpose: Purpose): Promise<Exchange[]> {
    const requests: ProbeRequest[] = [];
    for (const probe of probes) {
      const values = this.#valuesFor(probe);
      const isPending = values !== undefined && (await this.#isPendingElsewhere(probe, values));
      const request = isPending ? undefined : this.#requestOf(probe, purpose, values);
      if (request !== undefined) requests.push(request);
    }
    return this.governor.sendTogether(requests);
  }

  #requestOf(probe: Probe, purpose: Purpose, values: ProbeValues | undefined): ProbeRequest | undefined {
    const { guard } = this;
    const isRestoring = purpose === 'restore';
    if (probe.needs === 'pet' && (guard === undefined || (guard.problem !== undefined && !isRestoring)))
      return undefined;
    const composed = values && composeRequest(probe, this.#options, this.#keyring, values);
    if (values === undefined || composed === undefined) return undefined;
    const { request, credential } = composed;
    if (this.governor.limitsOtherKeys && !isGivenKey(credential)) {
      if (!this.notes.includes(OTHER_KEYS_LIMITED)) this.notes.push(OTHER_KEYS_LIMITED);
      return undefined;
    }
    if (probe.pet !== undefined) this.#inRoles.set(inRole(probe, values), probe.name);
    const isWrite = isPetWrite(probe) && !isRestoring;
    return {
      probe: probe.name,
      request,
      credential,
      purpose,
      inHand: isRestoring ? 0 : this.#inHandAfter(probe, values),
      beforeSending: isWrite ? () => guard?.beforeWrite(request.body ?? '', values) : undefined,
    };
  }

  #inHandAfter(probe: Probe, { petId }: ProbeValues): number {
    return this.guard?.requestsToRestore(isPetWrite(probe) ? petId : undefined) ?? 0;
  }

  /**
   * An update of a pet that is rejected asks for a quantity that the pet does not have, so that a list would show it; and not for the
   * original one, which is back if an earlier update does not last.
   */
  #valuesToSend(probe: Probe): ProbeValues | undefined {
    const values = this.#valuesFor(probe);
    if (!probe.path.includes('{petId')) return values;
    const isThere = values && entryOf(this.latest ?? [], values.petId)?.quantity === values.quantity;
    return values && isThere && probe.expects !== 200 ? { ...values, quantity: values.spare } : values;
  }

  /** Returns undefined if there is no pet in the probe's role, or the same was sent about it before. */
  #valuesFor(probe: Probe): ProbeValues | undefined {
    const { values } = this;
    const { pet, aside, path } = probe;
    const { isExclusive } = this.#options;
    const role = pet ?? preferredRole(probe, this.#options);
    const entry = aside === undefined ? role && petInRole(role, this.latest ?? []) : this.#petAside(probe, aside);
    const isOther = entry !== undefined && entry.petId !== values.petId;
    if (!isOther && (pet !== undefined || (probe.body === WIDE_BODY && aside !== undefined))) return undefined;
    const chosen = isOther ? valuesOf(this.#beforeRun(entry), this.first ?? [], values, isExclusive) : values;
    const id = path.slice(path.lastIndexOf('/') + 1);
    const made = id.includes('{petId') && id !== '{petId}' ? fillTemplate(id, chosen) : undefined;
    // Another pet may have the id that was made of the pet's.
    if (made !== undefined && entryOf(this.latest ?? [], made) !== undefined) return undefined;
    const first = pet && this.#inRoles.get(inRole(probe, chosen));
    return first === undefined || first === probe.name ? chosen : undefined;
  }

  /** Returns a pet as it was before this run wrote to it. */
  #beforeRun({ petId, quantity, status }: StockEntry): StockEntry {
    return { petId, status, quantity: this.guard?.quantityBeforeRun(petId) ?? quantity };
  }

  /**
   * Returns the pet in the role of a turn, or another one: a wide quantity is for one that had no turn, any other for one that a list
   * has shown since it was changed.
   */
  #petAside({ name, body }: Probe, aside: number): StockEntry | undefined {
    const latest = this.latest ?? [];
    const own = this.#aside.get(name);
    if (own !== undefined) return entryOf(latest, own);
    const { seed } = this.#options;
    const taken = new Set(this.#aside.values());
    const isFree = ({ petId }: StockEntry) =>
      body === WIDE_BODY ? !taken.has(petId) : this.guard?.isHidden(petId) !== true;
    const pet = [petInRole(roleInTurn(aside, seed), latest), ...petCandidates(latest, seed)].find(
      (each) => each !== undefined && each.petId !== this.values.petId && isFree(each),
    );
    if (pet !== undefined) this.#aside.set(name, pet.petId);
    return pet;
  }

  async #send(
    { request, credential, probe }: ProbeRequest,
    signal: AbortSignal,
    timeoutMs: number | undefined,
  ): Promise<Exchange> {
    const { clock, sender } = this.#dependencies;
    const extraHeaders = this.#extraHeaders;
    const startedMs = clock.now();
    // What is under way gets a later number.
    const sentAfter = this.exchanges.length;
    const began = ++this.#events;
    const isFirst = this.#underWay++ === 0;
    const result = await sender.send(request, signal, timeoutMs);
    const ended = ++this.#events;
    this.#underWay--;
    const isResponse = 'status' in result;
    const raw: RawExchange = {
      request: { ...request, headers: request.headers.slice(0, request.headers.length - extraHeaders.length) },
      response: isResponse ? result : undefined,
      failure: isResponse ? undefined : result.cause,
      probe,
      startedMs,
      endedMs: clock.now(),
      ...(sentAfter > 0 && { sentAfter }),
      order: { began, ended },
    };
    const credentialOf = () => credential;
    const number = this.exchanges.length + 1;
    const exchange = recordExchange(raw, number, this.#redactor, { credentialOf, extraHeaders });
    this.exchanges.push(this.#bounded(exchange));
    // A list that overlaps a write may show the stock before it.
    if (!isFirst || ended > began + 1) return exchange;
    const listing = this.#listingIn(exchange);
    if (listing === undefined) return exchange;
    this.first ??= listing;
    this.latest = listing;
    this.guard?.see(listing);
    return exchange;
  }

  /** Returns an exchange as the transcript keeps it: without its response body if there is no room for that. */
  #bounded(exchange: Exchange): Exchange {
    const { response } = exchange;
    const { body } = response ?? {};
    if (response === undefined || body?.kind !== 'text' || body.text.length < SHORT) return exchange;
    const last = this.#lastBody;
    // Most lists of a run are equal, and then one text.
    if (last?.kind === 'text' && last.text === body.text && last.isRedacted === body.isRedacted) {
      return { ...exchange, response: { ...response, body: last } };
    }
    if (this.#kept + body.text.length > MOST_KEPT) {
      return { ...exchange, response: { ...response, body: { kind: 'missing', why: NO_ROOM, isDropped: true } } };
    }
    this.#kept += body.text.length;
    this.#lastBody = body;
    return exchange;
  }

  /** Returns the pets in a list that the run may write to. */
  #listingIn(exchange: Exchange): Listing | undefined {
    const original = originalOf(exchange)?.exchange;
    const listing = this.#readListing(original ?? exchange);
    if (original === undefined) return listing;
    // A key may look like part of a list. What the run writes to is shown, so it is no pet with the key in it.
    const isHarmless = ({ petId, quantity, status }: StockEntry) =>
      [petId, quantity, status].every((each) => this.#redactor.redact(each) === each);
    return listing?.filter(isHarmless);
  }
}

/** Characters of all response bodies of a run: 20 different lists of 50,000 pets, with what is parsed of them within 400 MB. */
const MOST_KEPT = 2 ** 26;
/** No run sends so many requests that shorter bodies matter. */
const SHORT = 2 ** 12;
const NO_ROOM = `the bodies of this run hold over ${MOST_KEPT / 2 ** 20} million characters, so this one was not kept`;

function inRole({ method }: Probe, { petId }: ProbeValues): string {
  return `${method} ${petId}`;
}

const OTHER_KEYS_LIMITED = 'requests without a good key got 429 even after the wait, so no more of them were sent';

/** Throws an InputError, which does not repeat the key, if hiding it would hide which requests were sent. */
export function requireDistinctKey({
  apiKey,
  baseUrl,
  messagesUrl = '',
}: Pick<SuiteOptions, 'apiKey' | 'baseUrl' | 'messagesUrl'>): void {
  const redactor = new Redactor();
  redactor.nameOf(apiKey);
  const urls = [baseUrl, messagesUrl, ...allProbes.map(({ path }) => `${baseUrl}${path}`)].join('\n');
  if (redactor.redact(urls) === urls) return;
  const problem = 'it is part of the URL, so it could not be hidden in what is reported';
  throw new InputError('Using the API key', problem, 'Use a key such as petstore_live_4f9a1c77');
}
