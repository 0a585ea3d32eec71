import type { ErrorBody, InventoryItem, InventoryUpdate } from 'petstore-mock';
import { createStore, type Readable } from '../store';
import type { KeyRing } from './key-ring';
import type { Outcome } from './outcome';
import { createRateGate, type RateGate } from './rate-gate';
import { type Deprecation, type Quota, readDeprecation, readQuota } from './read-headers';

/** The fields of a pet are not documented: whatever comes is shown. */
export type Pet = Readonly<Record<string, unknown>>;

export interface Client {
  /** What the newest answer said of the quota. */
  readonly quota: Readable<Quota | undefined>;
  /** The pause that the service asked for; requests made meanwhile are sent when it is over. */
  readonly wait: RateGate['wait'];
  listInventory(): Promise<Outcome<InventoryItem[]>>;
  updateInventory(petId: number, update: InventoryUpdate): Promise<Outcome<InventoryItem>>;
  /** @deprecated The service is going to end this operation: the answer tells when. */
  getPet(petId: number): Promise<Outcome<{ pet: Pet; deprecation: Deprecation | undefined }>>;
}

const PATIENCE_MS = 15_000;

/** Talks to the service at `baseUrl`. No method throws: what goes wrong is a problem in the outcome. */
export function createClient(baseUrl: string, keys: KeyRing): Client {
  const quota = createStore<Quota | undefined>(undefined);
  const gate = createRateGate();

  /** Asks for another key as often as the service answers 401. Undefined: the user gave none. */
  async function sendWithKey(path: string, init: RequestInit): Promise<Response | undefined> {
    let key = await keys.take();
    while (key !== undefined) {
      const headers = { ...init.headers, Authorization: `Bearer ${key}` };
      const response = await gate.pass(async () => {
        const answered = await fetch(baseUrl + path, { ...init, headers, signal: AbortSignal.timeout(PATIENCE_MS) });
        quota.set(readQuota(answered.headers) ?? quota.get());
        return answered;
      });
      if (response.status !== 401) return response;
      key = await keys.take(key);
    }
    return undefined;
  }

  async function request<T>(
    path: string,
    init: RequestInit,
    read: (body: unknown, headers: Headers) => T | undefined,
  ): Promise<Outcome<T>> {
    let response: Response | undefined;
    try {
      response = await sendWithKey(path, init);
    } catch {
      return { ok: false, problem: { kind: 'unreachable' } };
    }
    if (response === undefined) return { ok: false, problem: { kind: 'no-key' } };
    const body: unknown = await response.json().catch(() => undefined);
    if (!response.ok) {
      const { message } = (body ?? {}) as Partial<ErrorBody>;
      return { ok: false, problem: { kind: 'refused', status: response.status, message } };
    }
    const data = read(body, response.headers);
    return data === undefined ? { ok: false, problem: { kind: 'unreadable' } } : { ok: true, data };
  }

  return {
    quota,
    wait: gate.wait,
    listInventory: () => request('/inventory', {}, (body) => (Array.isArray(body) ? body : undefined)),
    updateInventory(petId, update) {
      const headers = { 'Content-Type': 'application/json' };
      const init = { method: 'PATCH', headers, body: JSON.stringify(update) };
      return request(`/inventory/${petId}`, init, (body) => (isObject(body) ? (body as InventoryItem) : undefined));
    },
    getPet: (petId) =>
      request(`/pets/${petId}`, {}, (body, headers) =>
        isObject(body) ? { pet: body, deprecation: readDeprecation(headers) } : undefined,
      ),
  };
}

function isObject(body: unknown): body is Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}
