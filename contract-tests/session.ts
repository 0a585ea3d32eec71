import {
  type Exchange,
  type HeaderList,
  headerOf,
  isGivenKey,
  type RawExchange,
  valuesOf,
} from '../src/exchange/exchange.js';
import { Redactor } from '../src/exchange/redactor.js';
import { InputError } from '../src/json/input-error.js';
import { createDraw } from './draw.js';
import type { Budget } from './governor/bounds.js';
import type { Governor, ProbeRequest, Purpose } from './governor/governor.js';
import { History } from './history.js';
import { composeRequest, createKeyring, hideHeaderValues, type Keyring } from './probes/compose.js';
import { petstoreSuite, type Suite } from './probes/index.js';
import { isPetWrite, type Probe, type ProbeValues } from './probes/probe.js';
import { requireReachable } from './steps/require-reachable.js';
import { RunStock } from './stock/run-stock.js';
import type { SuiteDependencies, SuiteOptions } from './suite.js';

const COOKIE = /^\s*([^=;\s]+)=([^;]*)/;

/** A run in progress. It sends probes, through the governor; the guard restores what they change; the history has what was seen. */
export class Session {
  readonly suite: Suite;
  readonly governor: Governor;
  readonly history = new History();
  readonly stock: RunStock;
  readonly #options: SuiteOptions;
  readonly #dependencies: SuiteDependencies;
  readonly #keyring: Keyring;
  readonly #extraHeaders: HeaderList;
  /** Those that the service set, by name. */
  readonly #cookies = new Map<string, string>();
  /** Begins and ends of requests so far, and the requests under way. */
  #events = 0;
  #underWay = 0;

  /** Throws an InputError if the API key cannot be hidden in what is reported. */
  constructor(options: SuiteOptions, dependencies: SuiteDependencies, suite: Suite, governor: Governor) {
    const { apiKey, seed } = options;
    requireDistinctKey(options, suite);
    this.suite = suite;
    this.governor = governor;
    this.#options = options;
    this.#dependencies = dependencies;
    this.#keyring = createKeyring(apiKey, createDraw(seed, 'keys'), this.history.secrets);
    this.#extraHeaders = hideHeaderValues(options, this.history.secrets);
    this.stock = new RunStock({
      options,
      draw: createDraw(seed, 'values'),
      history: this.history,
      restoreLog: dependencies.restoreLog,
      restoring: suite.restoring,
      send: (probe, values) => this.send(probe, 'restore', values),
    });
  }

  get budget(): Budget {
    return this.governor.budget;
  }

  /** Returns whether the budget has room for probes, and for restoring after them. `most`: what may be sent so far. */
  hasRoomFor(probes: readonly Probe[], most = Number.POSITIVE_INFINITY): boolean {
    const after = this.stock.requestsToRestoreAfter(probes) + probes.length - 1;
    return this.budget.hasRoom(after) && this.budget.sent + 1 + after <= most;
  }

  lacksCookieOf({ credential }: Probe): boolean {
    return credential === 'cookie of the service' && this.#cookies.size === 0;
  }

  /** Sends a probe. Returns undefined if it is omitted: what it needs is missing, or a request without a good key is limited. */
  async send(
    probe: Probe,
    purpose: Purpose = 'probe',
    values = this.stock.valuesFor(probe),
  ): Promise<Exchange | undefined> {
    const request = await this.#requestOf(probe, purpose, values);
    return request && this.governor.send(request);
  }

  /** Sends probes at once, so that the service may handle them in any order. Omits those that {@link send} omits. */
  async sendTogether(probes: readonly Probe[], purpose: Purpose): Promise<Exchange[]> {
    const requests: ProbeRequest[] = [];
    const inHand = this.stock.requestsToRestoreAfter(probes);
    for (const probe of probes) {
      const request = await this.#requestOf(probe, purpose, this.stock.valuesFor(probe));
      if (request !== undefined) requests.push({ ...request, inHand });
    }
    return this.governor.sendTogether(requests);
  }

  /** Sends probes of the plan at once; by themselves those that wait for a window, and again those that are asked to wait. */
  async sendGroup(probes: readonly Probe[]): Promise<Exchange[]> {
    const exchanges: Exchange[] = [];
    const sendAlone = async (probe: Probe) =>
      exchanges.push(...[await this.send(probe)].filter((one) => one !== undefined));
    const group = [...probes];
    while (group.length > 1 && !this.governor.canSendWithoutWaiting()) {
      for (const first of group.splice(0, 1)) await sendAlone(first);
    }
    if (group.length === 1) for (const only of group.splice(0)) await sendAlone(only);
    exchanges.push(...(await this.sendTogether(group, 'probe')));
    const asked = exchanges.filter(({ response }) => isAskedToWait(response)).map(({ probe }) => probe);
    for (const probe of group.filter(({ name }) => asked.includes(name))) {
      if (this.hasRoomFor([probe])) await sendAlone(probe);
    }
    return exchanges;
  }

  async #requestOf(probe: Probe, purpose: Purpose, values: ProbeValues | undefined): Promise<ProbeRequest | undefined> {
    const { stock } = this;
    const isRestoring = purpose === 'restore';
    if (values === undefined || (await stock.isPendingElsewhere(probe, values))) return undefined;
    if (stock.isMissingFor(probe, isRestoring)) return undefined;
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ') || undefined;
    const compose = (one: Probe) => composeRequest(one, this.#options, this.#keyring, values, cookie);
    const wanted = compose(probe);
    const canSend = wanted && this.#dependencies.sender.canSend?.(wanted.request) !== false;
    const composed = canSend ? wanted : compose({ ...probe, client: undefined });
    if (composed === undefined) return undefined;
    const { request, credential } = composed;
    if (this.governor.limitsOtherKeys && !isGivenKey(credential)) {
      this.history.note('requests without a good key got 429 even after the wait, so no more of them were sent');
      return undefined;
    }
    stock.sent(probe, values);
    const isWrite = isPetWrite(probe) && !isRestoring;
    return {
      probe: probe.name,
      request,
      credential,
      isUnusual: probe.client !== undefined,
      purpose,
      inHand: isRestoring ? 0 : stock.requestsToRestoreAfter([probe]),
      beforeSending: isWrite ? () => stock.guard?.beforeWrite(request.body ?? '', values) : undefined,
    };
  }

  async transmit(
    { request, credential, probe, isUnusual = false }: ProbeRequest,
    signal: AbortSignal,
    timeoutMs: number | undefined,
  ): Promise<Exchange> {
    const { clock, sender, traceHeaders } = this.#dependencies;
    const extraHeaders = this.#extraHeaders.filter(([name]) => headerOf(request.headers, name) !== undefined);
    // The user's own come last.
    const own = request.headers.slice(0, request.headers.length - extraHeaders.length);
    const trace = traceHeaders?.().filter(([name]) => headerOf(request.headers, name) === undefined) ?? [];
    const headers = [...own, ...trace];
    const outgoing = { ...request, headers: [...headers, ...request.headers.slice(own.length)] };
    const startedMs = clock.now();
    // What is under way gets a later number.
    const sentAfter = this.history.exchanges.length;
    const began = ++this.#events;
    const isFirst = this.#underWay++ === 0;
    const result = await sender.send(outgoing, signal, timeoutMs);
    const ended = ++this.#events;
    this.#underWay--;
    const isResponse = 'status' in result;
    if (isResponse && isGivenKey(credential)) this.#keepCookies(result.headers);
    const raw: RawExchange = {
      request: { ...request, headers },
      response: isResponse ? result : undefined,
      failure: isResponse ? undefined : result.cause,
      probe,
      startedMs,
      endedMs: clock.now(),
      ...(sentAfter > 0 && { sentAfter }),
      order: { began, ended },
    };
    const overlaps = !isFirst || ended > began + 1;
    const { exchange, listing } = this.history.add(raw, { credential, extraHeaders, overlaps });
    if (listing !== undefined) this.stock.guard?.see(listing);
    requireReachable(exchange, this.history.exchanges.slice(0, -1), { isUnusual, overlaps });
    return exchange;
  }

  #keepCookies(headers: HeaderList): void {
    for (const [, name = '', value = ''] of valuesOf(headers, 'set-cookie').map((each) => COOKIE.exec(each) ?? [])) {
      if (value !== '') this.#cookies.set(name, value);
    }
  }
}

/** A service may shed what comes together, and say when to come back. */
function isAskedToWait(response: Exchange['response']): boolean {
  const isShed = response?.status === 503 && headerOf(response.headers, 'retry-after') !== undefined;
  return isShed || response?.status === 429;
}

/** Throws an InputError, which does not repeat the key, if hiding it would hide which requests were sent. */
export function requireDistinctKey(
  { apiKey, baseUrl, messagesUrl = '' }: Pick<SuiteOptions, 'apiKey' | 'baseUrl' | 'messagesUrl'>,
  { probes } = petstoreSuite,
): void {
  const redactor = new Redactor();
  redactor.nameOf(apiKey);
  const urls = [baseUrl, messagesUrl, ...probes.map(({ path }) => `${baseUrl}${path}`)].join('\n');
  if (redactor.redact(urls) === urls) return;
  const problem = 'it is part of the URL, so it could not be hidden in what is reported';
  throw new InputError('Using the API key', problem, 'Use a key such as petstore_live_4f9a1c77');
}
