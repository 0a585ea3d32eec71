import type { ConformantService } from '../conformant-service/create-service.js';
import {
  GOOD_KEY,
  type Headers,
  type Service,
  type ServiceRequest,
  type ServiceResponse,
} from '../conformant-service/service.js';
import type { Traits } from '../conformant-service/traits.js';
import {
  type Broken,
  checkError,
  checkMessage,
  type Item,
  itemOf,
  itemsOf,
  jsonHeadersOf,
  jsonOf,
  require,
} from './oracle-checks.js';
import { LimitWatch, retryAfterOf } from './oracle-limits.js';

/** A Sunday, not at the beginning of a minute. */
const START_MS = Date.UTC(2026, 10, 22, 9, 0, 11, 250);
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Before the smallest limit is reached. */
const PER_WINDOW = 45;
const PER_DAY = 700;

const bearer: Headers = [['Authorization', `Bearer ${GOOD_KEY}`]];
const json: Headers = [['Content-Type', 'application/json']];

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body?: string;
}

/** A client that knows the document, and remembers what it did. */
export class Walk {
  readonly #service: Service;
  readonly limits: LimitWatch;
  readonly #ids = new Set<string>();
  readonly #areWindowsKept: boolean;
  /** Everything that was sent, and when. */
  readonly sent: { readonly request: ServiceRequest; readonly nowMs: number; readonly response: ServiceResponse }[] =
    [];
  nowMs = START_MS;
  /** What the stock must be; undefined before the first list. */
  stock: Map<string, Item> | undefined;
  /** Lists are often the same again. */
  #parsed: { readonly body: string; readonly items: readonly Item[] } | undefined;
  #inWindow = 0;
  #inDay = 0;

  constructor(service: Service, plan: Traits['plan'], areWindowsKept: boolean) {
    this.#service = service;
    this.limits = new LimitWatch(plan);
    this.#areWindowsKept = areWindowsKept;
  }

  get pets(): Item[] {
    return [...(this.stock ?? new Map<string, Item>()).values()];
  }

  #exchange({ method, path, headers, body }: Asked): ServiceResponse {
    if (this.#areWindowsKept) this.#keepBelowLimits();
    this.nowMs += this.#service.latencyMs;
    const origin = 'https://petstore.test';
    const url = path === '/messages' ? `${origin}${this.#service.messagesBasePath}${path}` : `${origin}/v1${path}`;
    const request = { method, url, headers, body };
    const response = this.#service.handle(request, this.nowMs);
    this.sent.push({ request, nowMs: this.nowMs, response });
    return response;
  }

  #keepBelowLimits(): void {
    if (++this.#inWindow > PER_WINDOW) {
      this.nowMs += MINUTE_MS + 1_000;
      this.#inWindow = 0;
    }
    if (++this.#inDay > PER_DAY) {
      this.nowMs += DAY_MS + MINUTE_MS;
      this.#inDay = 0;
    }
  }

  /** Whether the next request must be refused. */
  get isUsedUp(): boolean {
    return this.limits.isUsedUp && this.nowMs + this.#service.latencyMs < this.limits.resetMs - 1_000;
  }

  /** Sends a request with the key, and follows the limits. */
  ask(asked: Asked): ServiceResponse {
    const remaining = this.limits.remaining ?? 1;
    const isLimited = asked.path !== '/messages';
    const { isUsedUp, resetMs } = this.limits;
    const response = this.#exchange({ ...asked, headers: [...bearer, ...asked.headers] });
    if (response.status === 429) {
      checkError(response);
      retryAfterOf(response, this.nowMs);
    }
    if (!isLimited) {
      this.#seeMessage(response);
      return response;
    }
    this.limits.see(response, this.nowMs);
    const mustFail = isUsedUp && this.nowMs < resetMs - 1_000;
    require(!mustFail ||
      response.status === 429, 'limits.exceeded-answers-429', `${response.status} with no request left`);
    require(response.status !== 429 ||
      remaining === 0, 'limits.remaining-is-requests-left', `429 with ${remaining} requests left`);
    return response;
  }

  list(): void {
    const response = this.ask({ method: 'GET', path: '/inventory', headers: [] });
    if (response.status === 429) return;
    require(response.status === 200, 'inventory.answers-200-with-items', `${response.status} for the list`);
    if (response.bytes === undefined && response.body === this.#parsed?.body) jsonHeadersOf(response);
    else this.#parsed = { body: response.body, items: itemsOf(response) };
    const { items } = this.#parsed;
    if (this.stock !== undefined) this.#compare(items, this.stock);
    else this.stock = new Map(items.map((item) => [item.petId, item]));
  }

  #compare(items: readonly Item[], expected: ReadonlyMap<string, Item>): void {
    require(items.length === expected.size, 'inventory.lists-every-pet', `${items.length} pets, not ${expected.size}`);
    for (const { petId, quantity, status } of items) {
      const known = expected.get(petId);
      require(known !== undefined, 'inventory.lists-every-pet', `pet ${petId} is new`);
      require(quantity ===
        known.quantity, 'update.sets-quantity', `pet ${petId} has ${quantity}, not ${known.quantity}`);
      require(status === known.status, 'update.changes-quantity', `pet ${petId} is ${status}, not ${known.status}`);
    }
  }

  /** The response may have any shape. */
  show(path: string): void {
    const response = this.ask({ method: 'GET', path, headers: [] });
    const statement = path === '/store/orders' ? 'orders.exists' : 'pets.is-deprecated-with-sunset-date';
    require(response.status < 500 &&
      (path !== '/store/orders' || response.status !== 404), statement, `${response.status} for ${path}`);
    require(response.status < 300 || response.status >= 400, statement, `${response.status} for ${path}`);
    if (response.status >= 400) checkError(response);
    else if (response.status !== 204) jsonOf(response);
    require(response.status !== 401, 'auth.client-sends-key-as-bearer', `401 for ${path}`);
  }

  /** A quantity that no pet has may be refused. */
  update(petId: string, quantity: bigint): void {
    const body = `{"quantity":${quantity}}`;
    const isKnown = this.pets.some((item) => item.quantity === quantity);
    const response = this.ask({ method: 'PATCH', path: `/inventory/${petId}`, headers: json, body });
    const before = this.stock?.get(petId);
    if (before === undefined || response.status === 429) return;
    if (response.status === 400 && !isKnown) {
      checkError(response);
      return;
    }
    require(response.status === 200, 'update.answers-200-with-updated-item', `${response.status} for ${quantity}`);
    const item = itemOf(jsonOf(response));
    require(item.petId === petId, 'update.answers-200-with-updated-item', `pet ${item.petId} for ${petId}`);
    require(item.quantity === quantity, 'update.sets-quantity', `${item.quantity} for ${quantity}`);
    require(item.status === before.status, 'update.changes-quantity', `${item.status} for ${before.status}`);
    this.stock?.set(petId, item);
  }

  /** Sends what must be rejected with one of some statuses. */
  rejected(asked: Asked, statuses: readonly number[], statement: Broken['statement']): void {
    const response = this.ask(asked);
    if (response.status === 429) return;
    require(statuses.includes(response.status), statement, `${response.status} for ${asked.path} ${asked.body ?? ''}`);
    checkError(response);
  }

  /** Sends what has no valid key. */
  unauthorized(asked: Asked): void {
    const response = this.#exchange(asked);
    const { method, path } = asked;
    const statement =
      method === 'PATCH' ? 'update.answers-401' : path === '/messages' ? 'messages.answers-401' : 'errors.401';
    require(response.status === 401, statement, `${response.status} for ${method} ${path}`);
    checkError(response);
    if (path === '/messages') this.#seeMessage(response);
    else this.limits.read(response, this.nowMs);
  }

  #seeMessage(response: ServiceResponse): void {
    this.limits.seeMessage(response, this.nowMs, this.#service.messagesBasePath === '/v1');
  }

  message(text: string): void {
    const body = JSON.stringify({ message: text });
    const response = this.ask({ method: 'POST', path: '/messages', headers: json, body });
    if (response.status === 429) return;
    require(response.status >= 200 &&
      response.status < 300, 'messages.answers-with-message', `${response.status} for a message`);
    checkMessage(response, text, this.nowMs, this.#ids);
  }
}

/** Sends the same requests at the same times; returns whether every response is the same. */
export function respondsLike(sound: ConformantService, walk: Walk): boolean {
  return walk.sent.every(({ request, nowMs, response }) => {
    const other = sound.handle(request, nowMs);
    return JSON.stringify(other) === JSON.stringify(response);
  });
}
