import { type Level, levels } from '../../src/exchange/transcript.js';
import type { StatementId } from '../../src/service/statements.js';
import type { GeneratedService } from './draw-service.js';
import { Chance } from './gates.js';
import { Broken, type Item } from './oracle-checks.js';
import { retryAfterOf } from './oracle-limits.js';
import {
  anyText,
  atTheLimit,
  badBodiesOfMessages,
  badBodiesOfUpdates,
  patch,
  post,
  quantities,
  readsOf,
  withoutKey,
} from './oracle-requests.js';
import { respondsLike, Walk } from './oracle-walk.js';

/** What a client that knows the document can see in a service. */
export type Opinion =
  | { readonly kind: 'faulty'; readonly breaks: StatementId; readonly seenAt: Level; readonly what: string }
  /** Every response is the same as the sound service's. */
  | { readonly kind: 'conformant' }
  /** It differs from the sound service, in nothing that the document is known to promise. */
  | { readonly kind: 'open' };

/** Walks through a service at each level until it breaks a statement. */
export function examine(service: GeneratedService): Opinion {
  const done: Walk[] = [];
  for (const level of levels) {
    for (const [index, take] of walks[level].entries()) {
      const walk = new Walk(service.make(), service.plan, level !== 'exhaust');
      try {
        take(walk, new Chance(service.seed, `walk ${index} at ${level}`));
      } catch (error) {
        if (!(error instanceof Broken)) throw error;
        // Below exhaust, no run waits for a window, although a walk of so many requests does.
        const seenAt = error.isBeyondWindow || service.needsNextWindow ? 'exhaust' : level;
        return { kind: 'faulty', breaks: error.statement, seenAt, what: error.message };
      }
      done.push(walk);
    }
  }
  const isSame = done.every((walk) => respondsLike(service.makeSound(), walk));
  return { kind: isSame ? 'conformant' : 'open' };
}

type Take = (walk: Walk, chance: Chance) => void;

const walks: Readonly<Record<Level, readonly Take[]>> = {
  read: [readMuch],
  write: [
    writeMuch,
    ...quantities.map(
      (quantity): Take =>
        (walk, chance) =>
          writeFirst(walk, quantity, chance),
    ),
  ],
  exhaust: [exceedOften],
};

function readMuch(walk: Walk, chance: Chance): void {
  for (let i = 0; i < 8; i++) walk.list();
  const pets = chosenPets(walk.pets, chance);
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < 6; i++) walk.show('/store/orders');
    for (const { petId } of [...pets, ...Array<Item[]>(6).fill(pets.slice(0, 1)).flat()]) walk.show(`/pets/${petId}`);
    for (let i = 0; i < 3; i++) walk.list();
    for (const asked of chance.shuffled(withoutKey(readsOf(pets)))) walk.unauthorized(asked);
    walk.list();
  }
}

function writeMuch(walk: Walk, chance: Chance): void {
  walk.list();
  const pets = chosenPets(walk.pets, chance);
  for (let round = 0; round < 2; round++) {
    for (const work of chance.shuffled([updates, messages, badBodies, badIds, badMessages, badKeys])) {
      work(walk, pets, chance);
    }
  }
}

/** Of what is wrong only the first time, each quantity is a first one; and no other update hides what comes late. */
function writeFirst(walk: Walk, quantity: bigint, chance: Chance): void {
  walk.list();
  walk.update(chance.pick(walk.pets).petId, quantity);
  for (let i = 0; i < 6; i++) walk.list();
  walk.nowMs += 2_500;
  walk.list();
}

function exceedOften(walk: Walk, chance: Chance): void {
  walk.list();
  const pets = chosenPets(walk.pets, chance);
  for (let window = 0; window < WINDOWS; window++) exceed(walk, pets, chance);
}

/** In so many windows the limit is exceeded, with so many requests for each operation in a row. */
const WINDOWS = 3;
const IN_A_ROW = 10;

/** At most eight pets, of all statuses and sizes. */
function chosenPets(pets: readonly Item[], chance: Chance): Item[] {
  const bySize = pets.toSorted((a, b) => (BigInt(a.petId) < BigInt(b.petId) ? -1 : 1));
  const edges = [
    pets[0],
    pets.at(-1),
    bySize[0],
    bySize.at(-1),
    bySize.find(({ petId }) => BigInt(petId) >= 2n ** 31n),
  ];
  const ofStatus = ['available', 'pending', 'sold'].map((status) => pets.find((pet) => pet.status === status));
  const even = pets.find(({ petId }) => BigInt(petId) % 2n === 0n);
  const chosen = [...edges, ...ofStatus, even].filter((pet) => pet !== undefined);
  return [...new Set([...chosen, ...chance.shuffled(pets).slice(0, 2)])];
}

function updates(walk: Walk, pets: readonly Item[], chance: Chance): void {
  for (const { petId } of pets) {
    const same = walk.stock?.get(petId)?.quantity ?? 0n;
    for (const quantity of chance.shuffled([same, chance.pick(walk.pets).quantity, 3n, 4n])) {
      walk.update(petId, quantity);
      walk.update(petId, quantity);
      walk.list();
    }
    for (const quantity of chance.shuffled(quantities).slice(0, 5)) {
      walk.update(petId, quantity);
      walk.list();
      if (chance.isTrue(0.2)) walk.nowMs += 2_500;
      if (chance.isTrue(0.3)) walk.list();
    }
  }
  for (const quantity of quantities) {
    walk.update(chance.pick(pets).petId, quantity);
    walk.list();
  }
}

function messages(walk: Walk, _pets: readonly Item[], chance: Chance): void {
  for (const text of chance.shuffled(anyText)) walk.message(text);
  for (let i = 0; i < 6; i++) walk.message('again');
  walk.list();
}

function badBodies(walk: Walk, pets: readonly Item[], chance: Chance): void {
  const thorough = new Set(chance.shuffled(pets).slice(0, 2));
  for (const pet of pets) {
    const bodies = chance.shuffled(badBodiesOfUpdates).slice(0, thorough.has(pet) ? undefined : 12);
    for (const body of bodies) {
      walk.rejected(patch(pet.petId, body), [400], 'update.answers-400');
      if (chance.isTrue(0.3)) walk.list();
    }
    walk.list();
  }
}

function badMessages(walk: Walk, _pets: readonly Item[], chance: Chance): void {
  for (const body of chance.shuffled(badBodiesOfMessages)) walk.rejected(post(body), [400], 'messages.answers-400');
  for (let i = 0; i < 5; i++) walk.rejected(post('{"message":"x"}', []), [400], 'messages.answers-400');
  walk.list();
}

function badIds(walk: Walk, pets: readonly Item[], chance: Chance): void {
  const known = new Set(walk.pets.map(({ petId }) => petId));
  const body = `{"quantity":${chance.pick(walk.pets).quantity}}`;
  for (const { petId } of chance.shuffled(pets).slice(0, 4)) {
    const id = BigInt(petId);
    const numbers = [id + 2n ** 32n, id + 2n ** 33n, -id, id + 1n, 123_456_789n, id + 2n ** 53n].filter(
      (each) => !known.has(String(each)) && each < 2n ** 63n,
    );
    for (const number of numbers) walk.rejected(patch(String(number), body), [404], 'update.answers-404');
    walk.list();
    // `7.0`, `7e0`, `+7` and blanks around it are open: they may be spellings of the same integer.
    const spellings = [
      `${id}abc`,
      `${id};`,
      `${id}-`,
      `${id}.5`,
      `0x${id.toString(16)}`,
      `pet-${id}`,
      `p${id}`,
      String(id + 2n ** 64n),
      'rex',
      'null',
    ];
    for (const spelling of chance.shuffled(spellings)) {
      walk.rejected(patch(spelling, body), [400, 404], 'update.pet-id-parameter');
      if (chance.isTrue(0.5)) walk.list();
    }
    walk.list();
  }
}

function badKeys(walk: Walk, pets: readonly Item[], chance: Chance): void {
  const some = chance.shuffled(pets).slice(0, 2);
  const requests = [...some.map(({ petId }) => patch(petId, '{"quantity":5}')), post('{"message":"x"}')];
  for (const asked of chance.shuffled(withoutKey(requests))) {
    walk.unauthorized(asked);
    if (chance.isTrue(0.3)) walk.list();
  }
  walk.list();
}

/**
 * Uses the window up, with some requests for each operation in a row, exceeds the limit with some for each, for each pet and for messages, waits,
 * and looks at the next window.
 */
function exceed(walk: Walk, pets: readonly Item[], chance: Chance): void {
  walk.list();
  walk.nowMs += 15_000;
  walk.list();
  const requests = chance.shuffled(atTheLimit(pets));
  const ofOperations = requests.filter(({ method, path }, at) => {
    const isPatch = method === 'PATCH';
    return requests.findIndex((other) => (isPatch ? other.method === method : other.path === path)) === at;
  });
  for (let i = 0; i < 2_100 && !walk.isUsedUp; i++) {
    const inARow = ofOperations[Math.floor(i / IN_A_ROW)];
    const asked = inARow ?? requests[i % requests.length];
    if (asked !== undefined) walk.ask(asked.method === 'PATCH' ? { ...asked, body: '{}' } : asked);
  }
  const refused = requests.map((asked) => walk.ask(asked));
  if (refused.some(({ status }) => status !== 429)) throw new Broken('limits.exceeded-answers-429', 'not refused');
  // A message may be limited, too, or not.
  for (let i = 0; i < IN_A_ROW; i++) walk.message('A message beyond the limit');
  const waitsMs = refused.map((response) => Math.max(1_000, retryAfterOf(response, walk.nowMs)));
  const untilMs = walk.nowMs + Math.max(...waitsMs);
  if (untilMs > walk.nowMs + 86_400_000) return;
  walk.nowMs = untilMs;
  const after = walk.ask({ method: 'GET', path: '/inventory', headers: [] });
  if (after.status === 429) throw new Broken('limits.429-carries-retry-after', 'still refused after Retry-After');
  walk.list();
  walk.nowMs = Math.max(walk.nowMs, walk.limits.resetMs + 11_000);
  walk.list();
  walk.list();
}
