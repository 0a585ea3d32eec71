import { parseFixture } from '../../fixtures/parse-fixture.js';
import type { StockRecord } from '../../fixtures/stock.js';
import { adminSchemas } from '../../src/admin/schemas.js';
import { describeFile, parseProfile } from '../../src/fidelity/profile/parse-profile.js';
import type { Profile } from '../../src/fidelity/profile/profile.js';
import { isInt64Text } from '../../src/json/exact-number.js';
import { assertNotPromise, InputError, requireText } from '../../src/json/input-error.js';
import { JsonError, type JsonValue, parseJson, withoutSchema, writeJson } from '../../src/json/json.js';
import { type Behaviour, defaultBehaviour, parseBehaviour } from '../../src/service/behaviour.js';
import { petstore } from '../../src/service/petstore.js';
import type { Service } from '../../src/service/service.js';
import { findViolation } from '../../src/service/validate.js';
import type { Course } from '../clock.js';
import { faultTargets } from '../faults/fault.js';
import type { FaultsState } from '../faults/faults.js';
import type { ImitationState } from '../imitation/imitation.js';
import type { AccountsState } from '../limits/accounts.js';
import type { MessagesState } from '../stock/messages.js';
import type { StoreState } from '../stock/open-catalogue.js';
import { stateSchema } from './state-schema.js';

/** Everything that a world remembers, except its journal, as JSON data. Ids are texts, exact in any reader; times are milliseconds since the epoch. */
export interface SavedState {
  readonly format: 'petstore-mock-state';
  readonly version: 1;
  /** By the clock of the fake. */
  readonly takenAtMs: number;
  readonly clock: Course;
  readonly behaviour: Behaviour;
  /** Of what is drawn: headers and delays of a profile. */
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
  const problem = findProblem(value, service);
  if (problem !== undefined) return fail(problem);
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
  } catch {
    try {
      return parseJson(text);
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      return fail(`it is not JSON: ${error.message}`);
    }
  }
}

/** Returns the first problem of a state, as the end of a sentence. */
function findProblem(value: JsonValue, service: Service): string | undefined {
  const violation = findViolation(stateSchema, value);
  if (violation !== undefined) return `${violation.pointer || 'it'} ${violation.problem}`;
  return findContradiction(value as unknown as SavedState, service);
}

/** Parses the parts that have parsers of their own. */
function withParsedParts(state: SavedState, name: string): SavedState {
  const { behaviour, store, imitation } = state;
  const { 'quantity-range': range } = choicesOf(store.fits, name);
  if (store.fixture !== undefined) parseFixture(store.fixture, `in the state ${name}`);
  return {
    ...state,
    behaviour: choicesOf(behaviour, name),
    store: { ...store, fits: { 'quantity-range': range } },
    ...(imitation && {
      imitation: { ...imitation, profile: parseProfile(writeJson(imitation.profile), `in the state ${name}`) },
    }),
  };
}

function choicesOf(behaviour: object, name: string): Behaviour {
  return { ...defaultBehaviour, ...parseBehaviour(writeJson(behaviour), `in the state ${name}`) } as Behaviour;
}

/** Returns what no schema can express, as the end of a sentence. */
function findContradiction({ stock, accounts, faults }: SavedState, service: Service): string | undefined {
  const { keys, aliases } = accounts;
  const aliasNumber = (alias: string) => Number(alias.slice('key#'.length));
  return (
    at('stock', stock, ({ petId }) => !isInt64Text(petId), '/petId must be an int64') ??
    repeated('stock', stock, ({ petId }) => petId, '/petId') ??
    at(
      'accounts/keys',
      keys,
      ({ key, ownKey }) => (key === undefined) === (ownKey === undefined),
      ' needs either key or ownKey',
    ) ??
    repeated('accounts/keys', keys, ({ alias }) => alias, '/alias') ??
    repeated('accounts/keys', keys, ({ key, ownKey }) => key ?? `#${ownKey}`, '') ??
    at('accounts/keys', keys, ({ alias }) => aliasNumber(alias) > aliases, '/alias is above /accounts/aliases') ??
    at('faults/active', faults.active, ({ id }) => Number(id) > faults.ids, '/id is above /faults/ids') ??
    repeated('faults/active', faults.active, ({ id }) => id, '/id') ??
    findInvalidFault(faults, service)
  );
}

function findInvalidFault({ active }: FaultsState, service: Service): string | undefined {
  for (const [index, { target, fault, probability, seed, times }] of active.entries()) {
    if (!faultTargets(service).includes(target)) return `/faults/active/${index}/target is not an operation`;
    const options = { ...fault, probability, seed, ...(times !== undefined && { count: times }) };
    const violation = findViolation(adminSchemas.FaultOptions, options as JsonValue);
    if (violation !== undefined) return `/faults/active/${index}${violation.pointer} ${violation.problem}`;
  }
  return undefined;
}

function at<Item>(
  list: string,
  items: readonly Item[],
  isWrong: (item: Item, index: number) => boolean,
  problem: string,
): string | undefined {
  const index = items.findIndex(isWrong);
  return index === -1 ? undefined : `/${list}/${index}${problem}`;
}

function repeated<Item>(
  list: string,
  items: readonly Item[],
  nameOf: (item: Item) => string,
  field: string,
): string | undefined {
  const seen = new Set<string>();
  return at(list, items, (item) => seen.size === seen.add(nameOf(item)).size, `${field} occurs twice`);
}
