import { parseFixture } from '../../fixtures/parse-fixture.js';
import { type StockRecord, savedStockSchema } from '../../fixtures/stock.js';
import { faultOptions } from '../../src/admin/schemas/faults.js';
import { describeFile, parseProfile } from '../../src/fidelity/profile/parse-profile.js';
import type { Profile } from '../../src/fidelity/profile/profile.js';
import { LAST_MOMENT_MS } from '../../src/json/dates.js';
import { assertNotPromise, InputError, requireText } from '../../src/json/input-error.js';
import { type JsonValue, withoutSchema, writeJson } from '../../src/json/json.js';
import { arrayOf, object } from '../../src/json/schema-builders.js';
import { type Behaviour, defaultBehaviour, parseBehaviour } from '../../src/service/behaviour.js';
import { petstore, schemas } from '../../src/service/petstore.js';
import { planNames } from '../../src/service/plans.js';
import type { Service } from '../../src/service/service.js';
import { findViolation } from '../../src/service/validate.js';
import type { Course } from '../clock.js';
import type { FaultsState } from '../faults/faults.js';
import { faultTargets } from '../faults/faults.js';
import type { ImitationState } from '../imitation/imitation.js';
import type { AccountsState } from '../limits/accounts.js';
import type { MessagesState } from '../stock/messages.js';
import { problemsInStock } from '../stock/model.js';
import type { StoreState } from '../stock/open-catalogue.js';

/** Everything that a world remembers, except its journal, as JSON data. Ids are texts, exact in any reader; times are milliseconds since the epoch. */
export interface SavedState {
  readonly format: 'petstore-mock-state';
  readonly version: 1;
  /** By the clock of the fake. */
  readonly takenAtMs: number;
  readonly clock: Course;
  readonly behaviour: Behaviour;
  readonly seed: number;
  readonly store: StoreState;
  readonly stock: readonly StockRecord[];
  readonly messages: MessagesState;
  readonly accounts: AccountsState;
  readonly faults: FaultsState;
  readonly imitation?: ImitationState & { readonly profile: Profile; readonly latency: boolean };
}

const REMEDY = 'Take one: JSON.stringify(petstore.snapshot())';
const IN_WORDS = 'Download one: GET /__admin/snapshots/{name}';

/** Parses a state. Throws an InputError that names the place of the problem, and quotes no key. `name` is the file's. */
export function parseState(text: string, name: string, service: Service = petstore): SavedState {
  const attempted = `Reading the state ${name}`;
  requireText(attempted, text);
  const fail = (problem: string): never => {
    throw new InputError(attempted, problem, `${REMEDY}.`, IN_WORDS);
  };
  const value = withoutSchema(parse(text, fail));
  const { format, version } = Object(value) as Partial<Record<keyof SavedState, unknown>>;
  if (format !== 'petstore-mock-state') return fail(`it is not a state but ${describeFile(text, value)}`);
  if (typeof version === 'number' && version !== 1) {
    const remedy = 'Take the petstore-mock that wrote it.';
    throw new InputError(attempted, `it is of version ${version}, and version 1 is read here`, remedy);
  }
  const violation = findViolation(stateSchema, value);
  if (violation !== undefined) return fail(`${violation.pointer || 'it'} ${violation.problem}`);
  for (const problem of contradictionsIn(value as unknown as SavedState, service)) return fail(problem);
  return withParsedParts(value as unknown as SavedState, name);
}

/** Parses a state that was passed in code: data, or JSON text. Throws an InputError. `name`: as in `parseState`. */
export function readState(state: SavedState | object | string, name: string, service: Service = petstore): SavedState {
  assertNotPromise('Restoring a snapshot', 'the snapshot', state);
  return parseState(typeof state === 'string' ? state : JSON.stringify(state), name, service);
}

/** Ids are texts: no number of a state is beyond the precision of the engine's parser. */
function parse(text: string, fail: (problem: string) => never): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    return fail(`it is not JSON: ${(error as SyntaxError).message}`);
  }
}

function withParsedParts(state: SavedState, name: string): SavedState {
  const { behaviour, store, imitation } = state;
  const place = `in the state ${name}`;
  if (store.fixture !== undefined) parseFixture(store.fixture, place);
  return {
    ...state,
    behaviour: { ...defaultBehaviour, ...parseBehaviour(writeJson(behaviour), place) } as Behaviour,
    ...(imitation && {
      imitation: { ...imitation, profile: parseProfile(writeJson(imitation.profile), place) },
    }),
  };
}

function* contradictionsIn({ stock, accounts, faults }: SavedState, service: Service): Generator<string> {
  const { keys } = accounts;
  yield* problemsInStock(stock);
  const unnamed = keys.findIndex(({ key, ownKey }) => (key === undefined) === (ownKey === undefined));
  if (unnamed !== -1) yield `/accounts/keys/${unnamed} needs either key or ownKey`;
  yield* repeatsIn(keys, ({ alias }) => alias, '/accounts/keys/#/alias');
  yield* repeatsIn(keys, ({ key, ownKey }) => key ?? `#${ownKey}`, '/accounts/keys/#');
  const untargeted = faults.active.findIndex(({ target }) => !faultTargets(service).includes(target));
  if (untargeted !== -1) yield `/faults/active/${untargeted}/target is not an operation`;
}

/** In a place `#` stands for the index. */
function* repeatsIn<Item>(items: readonly Item[], nameOf: (item: Item) => string, place: string): Generator<string> {
  const seen = new Set<string>();
  for (const [index, item] of items.entries()) {
    if (seen.size === seen.add(nameOf(item)).size) yield `${place.replace('#', String(index))} occurs twice`;
  }
}

const text = { type: 'string' } as const;
const anObject = { type: 'object' } as const;
const count = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const;
const moment = { type: 'number', minimum: 0, maximum: LAST_MOMENT_MS } as const;
const seed = { type: 'integer', minimum: 0, maximum: 4_294_967_295 } as const;
const bound = { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER } as const;
const range = object({ minimum: bound, maximum: bound });
const yes = { const: true } as const;
const pseudonym = { type: 'string', pattern: '^key#[1-9]\\d{0,8}$' } as const;
const token = { type: 'string', pattern: '^[A-Za-z0-9._~+/-]+=*$' } as const;

const requests = object({ atMs: moment, count });
const window = object({ moments: arrayOf(requests) }, { rejections: requests });
const usage = object({}, { minute: window, day: window, ban: object({ fromMs: moment, untilMs: moment }) });

const key = object(
  { alias: pseudonym, plan: { enum: planNames }, isRevoked: { type: 'boolean' } },
  {
    key: token,
    ownKey: { ...count, minimum: 1 },
    isDeleted: yes,
    expiresAtMs: moment,
    usage,
  },
);

const { status, network, delayMs, body, dripMs, probability } = faultOptions.properties;

const fault = object(
  {
    id: { type: 'string', pattern: '^[1-9]\\d{0,15}$' },
    isNext: { type: 'boolean' },
    target: text,
    fault: object({}, { status, network, delayMs, body, dripMs }),
    probability,
    seed,
    twin: count,
    seen: count,
    met: count,
  },
  { key: pseudonym, left: { ...count, minimum: 1 } },
);

/** A state file. What has a parser of its own, such as the behaviour, is an object here. */
export const stateSchema = object(
  {
    format: { const: 'petstore-mock-state' },
    version: { const: 1 },
    takenAtMs: moment,
    clock: object({
      baseMs: moment,
      anchorMs: { type: 'number' },
      scale: { type: 'number', minimum: 0, maximum: 86_400 },
    }),
    behaviour: anObject,
    seed,
    store: object({ pets: { ...count, maximum: 1_000_000 }, seed, range }, { fixture: text }),
    stock: savedStockSchema,
    messages: object({ count, sent: arrayOf(schemas.Message) }),
    accounts: object({
      aliases: count,
      minted: count,
      keys: arrayOf(key),
      addresses: arrayOf(object({ address: text, usage })),
    }),
    faults: object({ ids: count, active: { ...arrayOf(fault), maxItems: 1_000 } }),
  },
  {
    imitation: object({
      profile: anObject,
      latency: { type: 'boolean' },
      responded: count,
    }),
  },
);
