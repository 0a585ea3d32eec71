import { sampleKeys } from '../../../fixtures/keys.js';
import type { FaultState as StandingFault } from '../../../mocks/faults/faults.js';
import type { KeyInfo } from '../../../mocks/steering/keys-control.js';
import type { World } from '../../../mocks/world.js';
import type { FaultList, FaultState } from '../../admin/schemas/faults.js';
import type { KeyPage, KeyState } from '../../admin/schemas/keys.js';
import type * as schemas from '../../admin/schemas/world.js';
import { InputError } from '../../json/input-error.js';
import { defaultBehaviour } from '../../service/behaviour.js';
import { openQuestions, questionIds } from '../../service/questions/open-questions.js';
import type { NamedSnapshot } from '../worlds/named-snapshots.js';
import type { RequestSource } from '../worlds/request-source.js';
import type { ServedWorld } from '../worlds/served-world.js';
import type { Worlds } from '../worlds/worlds.js';

/** What the admin API shows of a world, and of the worlds of a server. */
export const views = {
  state: ({ id, world, steering, snapshots, log }: ServedWorld): schemas.WorldState => ({
    world: id,
    baseUrl: world.addresses.base.url,
    clock: views.clock({ steering }),
    pets: world.inventory.list().length,
    keys: world.accounts.knownKeys().length,
    faults: steering.faults.list().length,
    snapshots: snapshots.list().length,
    requests: requestCounts(log),
    behaviour: changedBehaviour(world),
  }),
  /** A proxy has only requests. */
  proxyState: ({ id, log, clock }: RequestSource): schemas.WorldState => ({
    world: id,
    baseUrl: log.baseUrl,
    clock: { now: isoTime(clock.now()), mode: 'real', scale: 1 },
    ...{ pets: 0, keys: 0, faults: 0, snapshots: 0 },
    requests: requestCounts(log),
    behaviour: {},
  }),
  clock: ({ steering: { clock } }: Pick<ServedWorld, 'steering'>): schemas.ClockState => ({
    now: isoTime(clock.now()),
    mode: clock.mode,
    scale: clock.scale,
  }),
  /** In the order of their pseudonyms. */
  keys(served: ServedWorld, part: ListPart = {}): KeyPage {
    const page = cutPart(served.steering.keys.list(), part, ({ alias }) => alias);
    return { ...page, items: page.items.map((info) => keyState(served, info)) };
  },
  /** One key, given its text or its pseudonym. Throws an InputError for an unknown key. */
  key: (served: ServedWorld, key: string): KeyState => keyState(served, served.steering.keys.get(key)),
  /** In the order in which a request would meet them. */
  faults: ({ steering: { faults } }: ServedWorld): FaultList => ({ items: faults.list().map(views.fault) }),
  fault: ({ id, target, fault, key, probability, seed, left, met }: StandingFault): FaultState => ({
    id,
    operation: target,
    ...fault,
    probability,
    seed,
    key: key ?? null,
    left: left ?? null,
    met,
  }),
  /** Every open question with the world's choice. Numbers in example records stay as they were written. */
  behaviour: ({ world: { behaviour } }: ServedWorld): schemas.BehaviourList => ({
    items: questionIds.map((id) => {
      const { section, question, choices, schema, default: usual } = openQuestions[id];
      return { id, section, question, choices, schema, default: usual, choice: behaviour[id] };
    }),
  }),
  snapshots: ({ snapshots }: ServedWorld): schemas.SnapshotList => ({ items: snapshots.list().map(views.snapshot) }),
  snapshot: ({ name, takenAtMs }: NamedSnapshot): schemas.SnapshotState => ({ name, takenAt: isoTime(takenAtMs) }),
  /** The shared world first, then the oldest. */
  worlds: (worlds: Worlds, part: ListPart = {}): schemas.WorldPage => ({
    ...cutPart(worlds.list(), part, ({ id }) => id),
    limit: worlds.most,
  }),
};

function requestCounts({
  latest,
  count,
  dropped,
  isBoundBySize,
}: RequestSource['log']): schemas.WorldState['requests'] {
  return { latest, kept: count, forgotten: dropped, isBoundBySize };
}

function changedBehaviour({ behaviour }: World): Record<string, unknown> {
  const isOwn = (id: (typeof questionIds)[number]) =>
    JSON.stringify(behaviour[id]) !== JSON.stringify(defaultBehaviour[id]);
  return Object.fromEntries(questionIds.filter(isOwn).map((id) => [id, behaviour[id]]));
}

function keyState({ world }: ServedWorld, { alias, plan, state, minute, day, ban, expiresAtMs }: KeyInfo): KeyState {
  const text = world.accounts.keyOf(alias);
  return {
    alias,
    // Only a sample key, which is public, is shown.
    name: sampleKeys.some(({ key }) => key === text) ? (text ?? null) : null,
    plan,
    state,
    minute: quotaState(minute),
    day: quotaState(day),
    ban: ban === undefined ? null : { from: isoTime(ban.fromMs), until: isoTime(ban.untilMs) },
    expiresAt: expiresAtMs === undefined ? null : isoTime(expiresAtMs),
  };
}

function quotaState({ limit, remaining, resetsAtMs }: KeyInfo['minute']): KeyState['minute'] {
  return { limit, remaining, resetsAt: resetsAtMs === undefined ? null : isoTime(resetsAtMs) };
}

const isoTime = (ms: number) => new Date(ms).toISOString();

/** A part of a long list: how many items (default 100), and after which id. */
export interface ListPart {
  readonly limit?: number | undefined;
  readonly after?: string | undefined;
}

const USUAL_LIMIT = 100;

/** Returns a part of a list that is ordered by the numbers in its ids (`7`, `key#7`, `w7`). The item `after` need not exist any more. */
export function cutPart<Item>(
  items: readonly Item[],
  { limit = USUAL_LIMIT, after }: ListPart,
  idOf: (item: Item) => string,
): { items: Item[]; total: number; next: string | null } {
  const position = after === undefined ? undefined : positionOf(after);
  const following = position === undefined ? 0 : items.findIndex((item) => positionOf(idOf(item)) > position);
  const start = following === -1 ? items.length : following;
  const part = items.slice(start, start + limit);
  const last = part.at(-1);
  const isEnd = last === undefined || start + part.length >= items.length;
  return { items: part, total: items.length, next: isEnd ? null : idOf(last) };
}

/** The shared world has no number and comes before all others. */
function positionOf(id: string): bigint {
  const [digits] = /-?\d+$/.exec(id) ?? [];
  if (digits !== undefined) return BigInt(digits);
  if (id === 'shared') return 0n;
  throw new InputError('Reading a list', 'after is not an id', 'Pass the next of the previous part as after.');
}
