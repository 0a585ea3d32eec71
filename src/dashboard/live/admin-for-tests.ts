import type { Signal } from '@preact/signals';
import type { AdminClient } from '../../admin/client/admin-client.js';
import type { KeyState } from '../../admin/schemas/keys.js';
import type { RequestLine } from '../../admin/schemas/requests.js';
import type { Live } from './live.js';

type Told = {
  readonly [Name in 'clock' | 'nowMs' | 'keys' | 'faults' | 'stock' | 'requests']: Signal<Live[Name]['value']>;
};

/** A client that reaches no server: what it is asked to change changes in the signals alone. What is missing here rejects. */
export function adminForTests(worldId: string, told: Told): AdminClient {
  const missing = (name: string) => async () => {
    throw new Error(`Cannot call ${name}: there is no server behind this page. Start one with "petstore-mock serve".`);
  };
  const tellClock = async (change: Partial<NonNullable<Live['clock']['value']>>) => {
    const clock = told.clock.value;
    if (clock === undefined) throw new Error('There is no clock yet');
    told.clock.value = { ...clock, ...change, readAtMs: performance.now() };
    told.nowMs.value = Date.parse(told.clock.value.now);
    return told.clock.value;
  };
  const changeKey = async (key: string, change: (state: KeyState) => KeyState) => {
    const page = told.keys.value;
    const state = page?.items.find(({ alias, name }) => alias === key || name === key);
    if (page === undefined || state === undefined) throw new Error(`Cannot find the key: try "key#1".`);
    const changed = change(state);
    told.keys.value = { ...page, items: page.items.map((one) => (one === state ? changed : one)) };
    return changed;
  };
  const nowMs = () => told.nowMs.value ?? 0;
  const parts = {
    url: 'http://127.0.0.1:4290',
    worldId,
    inventory: {
      set: async (petId: string | number | bigint, change: object) => {
        const stock = told.stock.value ?? [];
        const entry = stock.find((one) => one.petId === String(petId));
        if (entry === undefined) throw new Error(`Cannot change pet ${petId}: there is none such. Try pet 1.`);
        const changed = { ...entry, ...change };
        told.stock.value = stock.map((one) => (one === entry ? changed : one));
        return changed;
      },
    },
    keys: {
      mint: async ({ plan = 'free' as const, isolated = false } = {}) => ({
        key: isolated ? 'iso_3f0c7d1a9b5e42d8a6c1f07e2b94d583' : 'pk_made_up_9b5e42d8a6c1',
        alias: 'key#6',
        plan,
        world: isolated ? 'w3' : worldId,
        expiresAt: null,
      }),
      ban: (key: string) =>
        changeKey(key, (state) => ({
          ...state,
          state: 'banned',
          ban: { from: new Date(nowMs()).toISOString(), until: new Date(nowMs() + 300_000).toISOString() },
        })),
      unban: (key: string) => changeKey(key, (state) => ({ ...state, state: 'valid', ban: null })),
      revoke: (key: string) => changeKey(key, (state) => ({ ...state, state: 'revoked' })),
      delete: async (key: string) => {
        const page = told.keys.value;
        if (page !== undefined) told.keys.value = { ...page, items: page.items.filter(({ alias }) => alias !== key) };
      },
    },
    limits: {
      set: (key: string, { remaining, window = 'minute' }: { remaining: number; window?: 'minute' | 'day' }) =>
        changeKey(key, (state) => ({ ...state, [window]: { ...state[window], remaining } })),
    },
    clock: {
      advance: (by: string | number) =>
        tellClock({ now: new Date(nowMs() + Number.parseFloat(String(by)) * 1000).toISOString() }),
      set: (to: string | Date) => tellClock({ now: new Date(to).toISOString() }),
      freeze: () => tellClock({ now: new Date(nowMs()).toISOString(), mode: 'manual', scale: 0 }),
      run: (scale = 1) => tellClock({ now: new Date(nowMs()).toISOString(), mode: 'real', scale }),
    },
    requests: {
      get: async (number: number) => {
        const line = told.requests.value.find((one) => one.number === number);
        if (line === undefined)
          throw new Error(`Cannot find request ${number}: the newest is ${told.requests.value[0]?.number ?? 0}.`);
        return detailOf(line);
      },
      clear: async () => {
        told.requests.value = [];
      },
    },
  };
  return withMissing(parts, missing) as unknown as AdminClient;
}

/** Lets every call that is not made up reject with its name. */
function withMissing(parts: object, missing: (name: string) => () => Promise<never>, path = 'client'): object {
  return new Proxy(parts, {
    get(target, name) {
      if (typeof name === 'symbol') return undefined;
      const part: unknown = Reflect.get(target, name);
      if (typeof part === 'object' && part !== null) return withMissing(part, missing, `${path}.${name}`);
      if (part !== undefined) return part;
      // A part of which nothing is made up can be called as well as gone into.
      return path === 'client'
        ? Object.assign(missing(`${path}.${name}`), groupOf(missing, `${path}.${name}`))
        : missing(`${path}.${name}`);
    },
  });
}

const groupOf = (missing: (name: string) => () => Promise<never>, path: string) =>
  Object.fromEntries(
    ['list', 'add', 'remove', 'clear', 'play', 'set', 'take', 'restore', 'delete'].map((name) => [
      name,
      missing(`${path}.${name}`),
    ]),
  );

function detailOf(line: RequestLine) {
  const body =
    line.status === 200
      ? '[{"petId":1,"quantity":5,"status":"available"}]'
      : `{"code":"made_up","message":"Made up.","status":${line.status}}`;
  return {
    line,
    curl: `curl -X ${line.method} -H "Authorization: Bearer $PETSTORE_API_KEY" 'http://127.0.0.1:4290${line.target}'`,
    request: {
      method: line.method,
      url: `http://127.0.0.1:4290${line.target}`,
      headers: [
        ['authorization', `Bearer ${line.key ?? ''}`],
        ['accept', '*/*'],
      ],
      body: line.method === 'PATCH' ? '{"quantity":5}' : null,
    },
    response:
      line.status === null
        ? null
        : {
            status: line.status,
            headers: [
              ['content-type', 'application/json'],
              ['x-ratelimit-limit', '60'],
              ['x-ratelimit-remaining', '8'],
              ['x-ratelimit-reset', '1795262434'],
              ...(line.status === 429 ? [['retry-after', '34']] : []),
            ],
            body,
            isWhole: true,
          },
    failure: line.status === null ? 'The connection was reset' : null,
  };
}
