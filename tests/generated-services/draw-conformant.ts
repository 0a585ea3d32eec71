import type { Level } from '../../src/exchange/transcript.js';
import { levels } from '../../src/exchange/transcript.js';
import { type ConformantService, createService } from '../conformant-service/create-service.js';
import { headerIn, type ServiceResponse, withHeader } from '../conformant-service/service.js';
import type { Call, Changes, Reply, Steps } from '../conformant-service/steps.js';
import type { Pet, Traits } from '../conformant-service/traits.js';
import { everyResponse } from '../faulty-services/changes.js';
import type { Variation } from '../faulty-services/faulty-service.js';
import { limitVariations } from '../faulty-services/limit-variations.js';
import { responseVariations } from '../faulty-services/response-variations.js';
import { storeVariations } from '../faulty-services/store-variations.js';
import { drawTraits } from './draw-service.js';
import { Chance } from './gates.js';

/** A service that conforms in several unusual ways at once, and a way to check it. */
export interface ConformantRun {
  readonly seed: number;
  readonly name: string;
  readonly key: string;
  readonly plan: Traits['plan'];
  readonly level: Level;
  readonly isExclusive: boolean;
  readonly maxRequests: number | undefined;
  /** Returns 503 for a while, which may be reported as such. */
  readonly hasOutage: boolean;
  make(): ConformantService;
}

/** Draws traits, some ways to conform that the catalogue has, and some that only numbers can describe. */
export function drawConformantRun(seed: number): ConformantRun {
  const chance = new Chance(seed, 'conformant');
  const chosen = [
    ...compatible(chance.shuffled(Object.entries(responseVariations)).slice(0, chance.integer(0, 3))),
    ...chance.shuffled(Object.entries(limitVariations)).slice(0, chance.integer(0, 1)),
    ...chance.shuffled(Object.entries(storeVariations)).slice(0, chance.isTrue(0.4) ? 1 : 0),
    ...drawnVariations(chance),
    // Others find headers by their usual names.
  ].sort(([a], [b]) => Number(a.startsWith('header names')) - Number(b.startsWith('header names')));
  const isShared = chosen.some(([, variation]) => variation.isShared);
  const key = chance.isTrue(0.5) ? 'good-key' : chance.pick(oddKeys);
  const ofVariations = Object.assign({}, ...chosen.map(([, variation]) => variation.traits)) as Partial<Traits>;
  const traits = consistent({ ...oddTraits(chance), ...ofVariations, key }, chosen);
  const changes = combined(chosen.map(([, { traits: _traits, isShared: _isShared, ...rest }]) => rest));
  const level = chance.pick(levels);
  return {
    seed,
    name: `${chosen.map(([name]) => name).join(' + ') || 'only traits'}, key ${key}, seed ${seed}`,
    key,
    plan: traits.plan,
    level,
    isExclusive: !isShared && chance.isTrue(0.5),
    maxRequests: chance.pick([undefined, undefined, 200]),
    hasOutage: chosen.some(([name]) => name.startsWith('503')),
    make: () => createService(traits, changes),
  };
}

const oddKeys = [
  ...[
    '1',
    '12',
    '200',
    '401',
    '1000',
    '0',
    'x',
    'json',
    'available',
    'sold',
    'petId',
    'quantity',
    'status',
    'null',
    'true',
  ],
  ...['Bearer', 'queued', 'message', 'application', 'inventory', 'key', 'a.b-c_d~e+f/g==', 'good', 'X-RateLimit-Limit'],
];

function oddTraits(chance: Chance): Partial<Traits> {
  const drawn = drawTraits(chance);
  const isTight = chance.isTrue(0.1);
  return {
    ...drawn,
    stock: chance.isTrue(0.1) ? oddStock(chance) : drawn.stock,
    windows: chance.pick(['from the first request', 'by the clock', 'sliding']),
    described: chance.pick(['the scarcer', 'the scarcer', 'the minute', 'the day']),
    free: chance.isTrue(0.2) ? [400, 404] : [],
    latencyMs: chance.pick([0, 1, 5, 20, 80, 400, 1_500]),
    order: chance.pick(['as stored', 'ascending', 'descending', 'by last digit', 'rotating']),
    cacheControl: chance.pick([undefined, 'no-store', 'private, max-age=0', 'no-cache']),
    challenge: chance.pick([{}, { missing: 'Bearer', wrong: 'Bearer' }, { missing: 'Bearer realm="petstore"' }]),
    levels: chance.pick([16, 64, 1_000]),
    bytes: chance.pick([4_096, 65_536, 1_048_576]),
    ...(isTight
      ? {
          plan: undefined,
          quota: { perMinute: chance.integer(5, 200), perDay: chance.integer(500, 5_000) },
          usedToday: 0,
        }
      : {}),
  };
}

/** Removes traits that contradict each other, or a variation. */
function consistent(
  { quantities, ...traits }: Partial<Traits>,
  chosen: readonly [string, Variation][],
): Partial<Traits> {
  // A quantity that a pet has, or may get from somebody else, cannot be out of range.
  const isWithin = traits.stock?.every(
    ({ quantity }) => quantities !== undefined && quantity >= quantities[0] && quantity <= quantities[1],
  );
  const isShared = chosen.some(([, variation]) => variation.isShared);
  // The catalogue changes no Retry-After that is a date, and gives back what was charged, once.
  const isInSeconds = chosen.some(([name]) => /^Retry-After is (?!a date)/.test(name));
  const isFreeAlready = chosen.some(([name]) => /^rejected requests do not count|resets with its newest/.test(name));
  return {
    ...traits,
    ...(quantities !== undefined && isWithin && !isShared ? { quantities } : {}),
    ...(isInSeconds ? { retryAfter: 'seconds' } : {}),
    ...(isFreeAlready ? { free: [] } : {}),
    // Limits of the catalogue are of no plan unless it names one.
    ...(chosen.some(([, variation]) => variation.traits?.quota && !variation.traits.plan) ? { plan: undefined } : {}),
  };
}

const aboutLookup = /deprecated lookup|unusual shapes/;

/** Keeps one variation of the deprecated lookup: each replaces the others. */
function compatible(chosen: readonly [string, Variation][]): [string, Variation][] {
  const [lookup] = chosen.filter(([name]) => aboutLookup.test(name));
  return chosen.filter((each) => each === lookup || !aboutLookup.test(each[0]));
}

function oddStock(chance: Chance): Pet[] {
  const size = chance.pick([0, 1, 300]);
  return Array.from({ length: size }, (_, index) => ({
    petId: BigInt(index) * 7n - 20n,
    quantity: BigInt(chance.integer(-5, 5)),
    status: chance.pick(['available', 'pending', 'sold']),
  }));
}

/** Ways to conform that differ in a number. */
function drawnVariations(chance: Chance): [string, Variation][] {
  const skewS = chance.integer(-8, 8);
  const first = chance.integer(2, 60);
  const length = chance.integer(1, 25);
  const retryAfter = chance.pick([undefined, undefined, '1', '5', '20']);
  const all: [string, Variation][] = [
    [`clocks ${skewS} s apart`, clockApart(skewS)],
    ['ids are decoded', decoded],
    [
      'a gateway adds headers',
      everyResponse((response, call) => ({ ...response, headers: [...response.headers, ...added(call)] })),
    ],
    [`503 from request ${first} on, ${length} times, Retry-After ${retryAfter}`, outage(first, length, retryAfter)],
    ['headers are sorted', everyResponse(sortedHeaders)],
    [
      'bodies end with a line',
      everyResponse((response) => (response.body === '' ? response : { ...response, body: `${response.body}\n` })),
    ],
  ];
  return chance.shuffled(all).slice(0, chance.pick([0, 0, 1, 2]));
}

const clockApart = (skewS: number): Changes =>
  everyResponse((response, { nowMs }) => {
    const reset = headerIn(response.headers, 'x-ratelimit-reset');
    const dated = withHeader(response, 'Date', new Date(nowMs + skewS * 1_000).toUTCString());
    return reset === undefined ? dated : withHeader(dated, 'X-RateLimit-Reset', String(Number(reset) + skewS));
  });

/** `%31` is 1. */
const decoded: Changes = {
  updateInventory: (usual) => (call) => usual({ ...call, ...(call.pathId && { pathId: decodedId(call.pathId) }) }),
};

function decodedId(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

const added = ({ state }: Call) =>
  [
    ['Via', '1.1 varnish'],
    ['Server-Timing', `db;dur=${state.requests}`],
    ['X-Request-Id', `r-${state.requests}`],
    ['Set-Cookie', 'a=1'],
    ['Set-Cookie', 'b=2'],
    ['Vary', 'Accept-Encoding'],
    ['ETag', `"${state.requests}"`],
  ] as const;

function sortedHeaders(response: ServiceResponse): ServiceResponse {
  return { ...response, headers: response.headers.toSorted(([a], [b]) => (a < b ? -1 : 1)) };
}

function outage(first: number, length: number, retryAfter: string | undefined): Changes {
  const isOut = ({ state }: Call) => state.requests >= first && state.requests < first + length;
  const instead = (call: Call): Reply => {
    const reply = call.steps.error(call, 503);
    return retryAfter === undefined ? reply : { ...reply, headers: [['Retry-After', retryAfter]] };
  };
  return {
    operate: (usual) => (call) => (isOut(call) ? instead(call) : usual(call)),
    unauthorized: (usual) => (call, limits) => (isOut(call) ? instead(call) : usual(call, limits)),
    tooManyRequests: (usual) => (call, limits) => (isOut(call) ? instead(call) : usual(call, limits)),
  };
}

/** Applies changes one after the other. */
export function combined(all: readonly Changes[]): Changes {
  const merge = <Name extends keyof Steps>(merged: Changes, name: Name, change: Changes[Name]): Changes => {
    const earlier = merged[name];
    if (change === undefined || earlier === undefined)
      return change === undefined ? merged : { ...merged, [name]: change };
    return { ...merged, [name]: (usual: Steps[Name]) => change(earlier(usual)) };
  };
  return all.reduce<Changes>(
    (merged, changes) =>
      (Object.keys(changes) as (keyof Steps)[]).reduce((sofar, name) => merge(sofar, name, changes[name]), merged),
    {},
  );
}
