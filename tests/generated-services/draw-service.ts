import type { PlanName } from '../../src/service/plans.js';
import { type ConformantService, createService } from '../conformant-service/create-service.js';
import type { Service } from '../conformant-service/service.js';
import type { Pet, Traits } from '../conformant-service/traits.js';
import { checkOperators } from './check-operators.js';
import { effectOperators } from './effect-operators.js';
import { fieldOperators } from './field-operators.js';
import { always, Chance, drawGate } from './gates.js';
import { limitOperators } from './limit-operators.js';
import type { Operator } from './mutation.js';
import { quantityOperators } from './quantity-operators.js';
import { responseOperators } from './response-operators.js';

/** A service that was drawn: a sound one, and one thing that is wrong with it. */
export interface GeneratedService {
  readonly seed: number;
  /** Operator, place, what exactly, gate and seed. */
  readonly name: string;
  readonly operator: string;
  readonly place: string;
  /** Whether it is wrong whenever it could be, and not only for some pets or at some times. */
  readonly isAlwaysWrong: boolean;
  readonly needsNextWindow: boolean;
  readonly traits: Partial<Traits>;
  /** The plan that the suite has to be given, if any. */
  readonly plan: PlanName | undefined;
  make(): Service;
  /** The same store without the mutation. */
  makeSound(): ConformantService;
}

const allOperators = [
  ...fieldOperators,
  ...responseOperators,
  ...effectOperators,
  ...quantityOperators,
  ...checkOperators,
  ...limitOperators,
];

/** Operators with one name share their places. */
const operators: readonly Operator[] = [...new Set(allOperators.map(({ name }) => name))].map((name) => {
  const those = allOperators.filter((each) => each.name === name);
  return { name, ...those[0], places: those.flatMap(({ places }) => places) };
});

/** Draws an operator, then a place for it, then when it shows. */
export function drawService(seed: number): GeneratedService {
  const chance = new Chance(seed, 'mutation');
  const traits = drawTraits(new Chance(seed, 'traits'));
  const operator = chance.pick(operators);
  const place = chance.pick(operator.places);
  const variant = chance.pick(place.variants);
  const gate = drawGate(chance, traits.stock, place.hasPet);
  const when = gate === always ? '' : `, ${gate.name}`;
  return {
    seed,
    name: `${operator.name}: ${place.name} (${variant.name})${when}, seed ${seed}`,
    operator: operator.name,
    place: place.name,
    isAlwaysWrong: gate === always,
    needsNextWindow: operator.needsNextWindow === true,
    traits,
    plan: traits.plan,
    make: () => createService(traits, variant.changes(gate)),
    makeSound: () => createService(traits),
  };
}

const quotas = {
  free: { perMinute: 60, perDay: 1_000 },
  pro: { perMinute: 300, perDay: 10_000 },
  business: { perMinute: 1_000, perDay: 100_000 },
} as const;

/** Draws a deployment, which differs from others in what the document leaves open. */
export function drawTraits(chance: Chance): Partial<Traits> & Pick<Traits, 'stock' | 'plan' | 'quota'> {
  const plan = chance.pick([...Array<'free'>(13).fill('free'), ...Array<'pro'>(6).fill('pro'), 'business'] as const);
  const isTold = chance.isTrue(0.3);
  const quantities = chance.pick([
    undefined,
    undefined,
    [0n, 1_000_000n] as const,
    [-(2n ** 31n), 2n ** 31n - 1n] as const,
    [0n, 2n ** 63n - 1n] as const,
  ]);
  const time = chance.pick<(iso: string) => string>([
    (iso) => iso,
    (iso) => iso.replace(/\.\d+/, ''),
    (iso) => iso.replace('Z', '+00:00'),
  ]);
  const messagesBasePath = chance.pick(['/v1', '/v1', '/quickstart']);
  const errorTexts = chance.pick(['Rejected', 'Requête refusée', 'Fehler 🐾']);
  return {
    stock: drawStock(chance),
    plan: isTold ? plan : undefined,
    quota: quotas[plan],
    usedToday: chance.integer(0, 200),
    latencyMs: chance.integer(1, 40),
    windows: chance.pick(['from the first request', 'by the clock']),
    strangers: chance.pick(['are not counted', 'are counted']),
    retryAfter: chance.pick(['seconds', 'seconds', 'date']),
    ...(quantities === undefined ? {} : { quantities }),
    malformedId: chance.pick([400, 404]),
    unknownFields: chance.pick(['ignored', 'ignored', 'rejected']),
    wrongType: chance.pick([400, 415, 'ignored']),
    sameKeyTwice: chance.pick(['rejected', 'last wins']),
    byteOrderMark: chance.pick(['rejected', 'ignored']),
    messageStatus: chance.pick([200, 201, 202]),
    otherMessages: chance.pick(['rejected', 'taken as text']),
    // At the base URL they are part of the API whose every response carries the headers.
    areMessagesLimited: messagesBasePath === '/v1' || chance.isTrue(0.5),
    messagesBasePath,
    createdAt: (ms) => time(new Date(ms).toISOString()),
    order: chance.pick(['as stored', 'ascending', 'descending', 'by last digit']),
    unknownMethod: chance.pick([405, 404]),
    error: (situation, status) => ({ code: `E${status}`, message: `${errorTexts}: ${situation}.` }),
    itemFields: chance.isTrue(0.2) ? { name: 'Rex', tags: ['a', null] } : {},
  };
}

const statuses = ['available', 'pending', 'sold'] as const;

/** Draws one to some dozens of pets, often with ids of all sizes. */
function drawStock(chance: Chance): Pet[] {
  const size = chance.pick([1, 2, 3, 4, 5, 5, 6, 6, 8, 8, 12, 12, 25]);
  const pets = new Map<bigint, Pet>();
  while (pets.size < size) {
    const petId = drawId(chance);
    const quantity = BigInt(chance.pick([0, 1, 2, 3, 5, 7, 12, 40, chance.integer(0, 5_000)]));
    pets.set(petId, { petId, quantity, status: chance.pick(statuses) });
  }
  return [...pets.values()];
}

function drawId(chance: Chance): bigint {
  const small = BigInt(chance.integer(1, 99));
  const size = chance.integer(1, 10);
  if (size === 1) return 2n ** 31n + small;
  if (size === 2) return 2n ** 53n + small;
  return size < 6 ? BigInt(chance.integer(1, 100_000)) : small;
}
