import type { Fixture } from '../fixtures/parse-fixture.js';
import { FIXTURE_EXAMPLE, type FixtureInput } from '../fixtures/stock.js';
import type { Profile } from '../src/fidelity/profile/profile.js';
import { parseDurationMs } from '../src/json/duration.js';
import { checkedFields, InputError } from '../src/json/input-error.js';
import { parseUrl } from '../src/json/parse-url.js';
import { quote, quoteValue } from '../src/json/quoting.js';
import type { PartialBehaviour } from '../src/service/behaviour.js';
import { API_KEY, API_KEY_FORM } from '../src/service/headers.js';
import type { ServiceAddress } from '../src/service/path-template.js';
import { isPlanName, type PlanName, planNames } from '../src/service/plans.js';
import type { Deployment } from './imitation/imitation.js';
import type { FakeService } from './operations/operation.js';
import { checkedScenario, type ScenarioName } from './steering/scenario-names.js';

/** The store that replaces the present one. */
export interface SeedOptions {
  /** How many pets to generate; default 100. */
  readonly pets?: number | undefined;
  /** The same seed gives the same pets; default 1. */
  readonly seed?: number | undefined;
  /** A store to use instead of a generated one. */
  readonly fixture?: Fixture | FixtureInput | undefined;
}

/** Options of a fake. */
export interface WorldOptions extends SeedOptions {
  /** The base URL of the service; default `http://127.0.0.1:4290/v1`. */
  readonly baseUrl?: string;
  /** Keys in addition to the sample keys. */
  readonly keys?: Readonly<Record<string, KeyOption>>;
  /** Choices of open questions that differ from the defaults or the profile. */
  readonly behaviour?: PartialBehaviour;
  /** A profile of a deployment (`petstore-mock learn`), which the fake imitates. */
  readonly profile?: Profile | object;
  /** Whether responses are as slow as in the profile; default false. */
  readonly latency?: boolean;
  /** `real` (the default), or the time at which the clock is stopped until it is changed. */
  readonly clock?: 'real' | Date | string;
  /** Whether browsers on other origins may read responses; default true. */
  readonly cors?: boolean;
  /** Whether a request may ask for an error with `Prefer: code=429`; `createPetstore()` and the test edges: true, else false. */
  readonly prefer?: boolean;
  /** Whether `X-Mock-Assumed` lists the open questions that a response depends on; default false. */
  readonly showAssumptions?: boolean;
  /** A scenario that applies at the start and after each `reset`. */
  readonly scenario?: ScenarioName;
  /**
   * A snapshot to begin with, and to which `reset()` returns: data, or JSON text. It replaces the options above that describe the
   * store, the behaviour, the profile and the clock.
   */
  readonly state?: object | string;
  /** How many exchanges the journal holds; default 10,000. */
  readonly journalLimit?: number;
  /** Called for every internal error (500); default `console.error`. */
  readonly onBug?: (bug: unknown) => void;
}

/** Connects a world to its server; a world without a server has no links. */
export interface WorldLinks {
  /** The service that the world fakes; default: the Petstore. */
  readonly fake?: FakeService | undefined;
  /** Whether the sample keys are valid; default true. */
  readonly hasSampleKeys?: boolean;
  /** The key that an isolated world was opened with: the server's, and not the user's. */
  readonly isolatedKey?: string;
  /** Creates the text of a minted key, a new one each time. Default: `minted_1`, `minted_2` and so on. */
  readonly nextKey?: () => string;
  /** Returns the message of the 401 for an unknown key; undefined for the default message. */
  readonly explainUnknownKey?: (key: string) => string | undefined;
  /** Returns the server's secrets in a text: the journal shows none of them. */
  readonly secretsIn?: (text: string) => readonly string[];
  /** The deployment to imitate, instead of the option `profile`: all worlds of a server share it. */
  readonly deployment?: Deployment | undefined;
  /** Returns the time that the clock runs with, in milliseconds since the epoch. Default: the machine's. */
  readonly machineMs?: () => number;
  /** Returns how many bytes of requests and responses the journal may hold at this moment. Default: 64 MiB. */
  readonly journalBytes?: () => number;
  /** Returns how many exchanges it may hold at this moment, whatever its limit. Default: any number. */
  readonly journalShare?: () => number;
}

/** Whether an option has the right type, whose details are checked later, and an example in code. */
type OptionCheck = readonly [accepts: (value: unknown) => boolean, example: string];

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown) => typeof value === 'string';
const isBoolean = (value: unknown) => typeof value === 'boolean';
const isAnything = () => true;

const seedOptions: Readonly<Record<keyof SeedOptions, OptionCheck>> = {
  pets: [isAnything, '10'],
  seed: [isAnything, '1'],
  fixture: [isObject, FIXTURE_EXAMPLE],
};
const worldOptions: Readonly<Record<keyof WorldOptions, OptionCheck>> = {
  ...seedOptions,
  baseUrl: [isText, "'http://127.0.0.1:4290/v1'"],
  keys: [isObject, "{ my_key: 'pro' }"],
  behaviour: [isObject, "{ 'ban-threshold': 5 }"],
  profile: [isObject, "JSON.parse(readFileSync('petstore-profile.json', 'utf8'))"],
  latency: [isBoolean, 'true'],
  clock: [isAnything, "'2026-11-21T12:00:00Z'"],
  cors: [isBoolean, 'false'],
  prefer: [isBoolean, 'false'],
  showAssumptions: [isBoolean, 'true'],
  scenario: [(value) => checkedScenario(value) !== undefined, "'sold-out'"],
  state: [(value) => isObject(value) || isText(value), "readFileSync('petstore-state.json', 'utf8')"],
  journalLimit: [(value) => Number.isInteger(value) && (value as number) >= 0, '1000'],
  onBug: [(value) => typeof value === 'function', '(bug) => console.error(bug)'],
};

/** Throws an InputError for an unknown option, such as a typo, and for a value of the wrong kind. */
export function checkWorldOptions(options: unknown): void {
  check('Opening the fake', options, worldOptions);
}

/** Throws an InputError for an unknown option of `seed`, and for a value of the wrong kind. */
export function checkSeedOptions(options: unknown): void {
  check('Seeding the fake', options, seedOptions);
}

function check(attempted: string, options: unknown, known: Readonly<Record<string, OptionCheck>>): void {
  const given = checkedFields(attempted, 'the options', options, Object.keys(known), '{ pets: 10 }');
  for (const [name, value] of Object.entries(given)) {
    const [accepts, example] = known[name] as OptionCheck;
    if (accepts(value)) continue;
    throw new InputError(attempted, `the option ${name} has the wrong type`, `Try { ${name}: ${example} }.`);
  }
}

export const DEFAULT_BASE_URL = 'http://127.0.0.1:4290/v1';

/** Parses an address. Throws an InputError if it is not an http(s) URL, or has a user, a query or a fragment. */
export function parseServiceAddress(text: string): ServiceAddress {
  const url = parseUrl(text);
  const { protocol, username, password, search, hash } = url ?? {};
  if (url === undefined || !/^https?:$/.test(protocol ?? '') || username || password || search || hash) {
    const remedy = text.startsWith('/')
      ? `Try '${DEFAULT_BASE_URL}', or in a page location.origin + '/v1': scheme and host are required.`
      : `Try '${DEFAULT_BASE_URL}': only scheme, host and path.`;
    const shown = quote(text.replace(/\/\/[^/]*@/, '//…@'));
    throw new InputError('Opening the fake', `${shown} is not a base URL`, remedy);
  }
  const path = url.pathname.replace(/\/$/, '');
  return { url: `${url.origin}${path}`, origin: url.origin, path };
}

/** A custom key: its plan, or the plan and a lifetime such as `'1h'` that begins with the world. */
export type KeyOption = PlanName | { readonly plan: PlanName; readonly expiresIn?: string };

interface KeyTerms {
  readonly plan: PlanName;
  /** Undefined: the key never expires. */
  readonly lifetimeMs: number | undefined;
}

const ATTEMPTED = 'Creating an API key';
const EXAMPLE = "'pro', or { plan: 'pro', expiresIn: '1h' }";

/** Parses the option of a custom key. Throws an InputError for an invalid key, plan or lifetime. */
export function checkedKey(key: string, option: KeyOption): KeyTerms {
  if (!API_KEY.test(key)) {
    const problem = `a header cannot carry the key: it must consist of ${API_KEY_FORM}`;
    throw new InputError(ATTEMPTED, problem, "Try one such as 'team_a-1'.");
  }
  if (typeof option === 'string') return checkedTerms({ plan: option });
  return checkedTerms(checkedFields(ATTEMPTED, 'its plan', option, ['plan', 'expiresIn'], EXAMPLE));
}

/** Parses a plan and a lifetime. Throws an InputError for invalid ones. */
export function checkedTerms({ plan, expiresIn }: { readonly plan?: unknown; readonly expiresIn?: unknown }): KeyTerms {
  // The value is not quoted: it may be a key.
  if (!isPlanName(plan)) throw new InputError(ATTEMPTED, `the plan is unknown`, `Plans: ${planNames.join(', ')}.`);
  const lifetimeMs = expiresIn === undefined ? undefined : parseDurationMs(expiresIn as string);
  if (expiresIn !== undefined && lifetimeMs === undefined) {
    throw new InputError(ATTEMPTED, `${quoteValue(expiresIn)} is not a lifetime`, "Try '1h'.");
  }
  return { plan, lifetimeMs };
}
