import { type Exchange, isGivenKey } from '../../src/exchange/exchange.js';
import { levels } from '../../src/exchange/transcript.js';
import { parseRecordedJson } from '../../src/judge/evidence.js';
import { integerOf, isJsonObject, JsonError } from '../../src/spec/json.js';
import { requestsNeeded } from '../plan.js';
import { isDue, observationsBeyondBudget } from '../probes/choose-probes.js';
import type { Probe } from '../probes/probe.js';
import type { Session } from '../session.js';
import type { StockEntry } from '../stock/stock.js';
import type { SuiteOptions } from '../suite.js';
import { findBound, roundSizes, usualDepths, usualQuantities, usualSizes } from './find-bound.js';
import { errorProbes, learningBudgets, reservedForLater, searches } from './learning-probes.js';

/**
 * Looks for what an ordinary run does not show: what its budget had no room for, other pets, and, where it may write, bounds. Has a
 * budget of its own, and ends quietly when that is used up; says so where it is what the user allows. The pet that was written to
 * is put back.
 */
export async function learnMore(session: Session, options: SuiteOptions): Promise<void> {
  const { level, maxRequests } = options;
  const room =
    maxRequests === undefined
      ? Number.POSITIVE_INFINITY
      : maxRequests - session.budget.sent - reservedForLater(options);
  const learner = createLearner(session, learningBudgets[level], room);
  await searchAll(learner, options);
  if (maxRequests === undefined || !learner.isCutShort) return;
  // Second tries are in no plan.
  const enough = Math.max(requestsNeeded(options), maxRequests + SECOND_TRIES);
  session.note(`--max-requests ${maxRequests} had no room for all that is to be learned; --max-requests ${enough} has`);
}

const SECOND_TRIES = 5;

async function searchAll(learner: Learner, options: SuiteOptions): Promise<void> {
  const { session } = learner;
  for (const probe of observationsBeyondBudget(options)) await learner.send(probe);
  for (const probe of errorProbes.filter((each) => isDue(each, options))) {
    if (probe.method !== 'PATCH' || rejectsUnlisted(session)) await learner.send(probe);
  }
  for (const petId of otherPets(session)) {
    await learner.send({ ...searches.pet, path: searches.pet.path.replace('{anotherPetId}', petId) });
  }
  await learner.send(searches.orders);
  if (levels.indexOf(options.level) < levels.indexOf('write')) return;
  if (options.messagesUrl !== undefined) {
    await learner.send(searches.messageType);
    await learner.send(searches.message);
  }
  await findNestingLimit(learner);
  await findQuantityBounds(learner);
  await findBodyLimit(learner);
  await session.guard?.settle();
}

/** Returns whether an update of a pet that is not listed creates none. */
function rejectsUnlisted({ exchanges }: Session): boolean {
  return exchanges.some(({ probe, response }) => probe === 'update-unlisted' && response?.status === 404);
}

/** Returns listed pets that were not looked up yet, those of other statuses first: their fields may differ. */
function otherPets({ latest = [], values: places }: Session): string[] {
  const others = latest.filter(({ petId }) => petId !== places.petId);
  const isFirstOfStatus = ({ status }: StockEntry, index: number) =>
    others.findIndex((other) => other.status === status) === index;
  const first = others.filter(isFirstOfStatus);
  return [...first, ...others.filter((pet) => !first.includes(pet))]
    .map(({ petId }) => petId)
    .slice(0, searches.pet.atMost);
}

/** Sends what learning asks for, as long as there is room. */
interface Learner {
  readonly session: Session;
  /** Whether a probe was left out since what the user allows had no room for it. */
  readonly isCutShort: boolean;
  /** Returns undefined where there is no room for the probe, or it was left out. */
  send(probe: Probe): Promise<Exchange | undefined>;
}

/** `most` requests in all, and no more of one name than its probe says; `room` is what the user allows. */
function createLearner(session: Session, most: number, room: number): Learner {
  const sent = new Map<string, number>();
  const start = session.budget.sent;
  let isCutShort = false;
  const hasRoomFor = (probe: Probe) => session.budget.sent - start < room && session.hasRoomFor(probe);
  return {
    session,
    get isCutShort() {
      return isCutShort;
    },
    async send(probe) {
      const times = sent.get(probe.name) ?? 0;
      if (session.budget.sent - start >= most || times >= (probe.atMost ?? 1)) return undefined;
      if (probe.needs === 'pet' && session.guard === undefined) return undefined;
      if (!hasRoomFor(probe)) {
        isCutShort = true;
        return undefined;
      }
      sent.set(probe.name, times + 1);
      return session.perform(probe);
    },
  };
}

/** The object itself. */
const PLAIN_DEPTH = 1n;
/** The most that a behaviour can allow by number. Where one level more is accepted, there may be no limit. */
const FURTHEST_DEPTH = 1_000n;

/** Looks for the number of levels that a body may have (open question `nesting-limit`); unknown fields must be ignored for that. */
async function findNestingLimit(learner: Learner): Promise<void> {
  const { original } = learner.session.values;
  const trial = async (depth: bigint) => {
    const inner = Number(depth - PLAIN_DEPTH);
    const body = `{"quantity":{original},"nested":${'['.repeat(inner)}${']'.repeat(inner)}}`;
    return readTrial(await learner.send({ ...searches.nesting, body }), original, 400);
  };
  if ((await trial(PLAIN_DEPTH + 1n)) !== 'accepted') return;
  await findBound({
    accepted: PLAIN_DEPTH + 1n,
    rejected: undefined,
    usual: usualDepths,
    furthest: FURTHEST_DEPTH,
    trial,
  });
}

const FURTHEST_QUANTITY = BigInt(Number.MAX_SAFE_INTEGER);

/** Looks for the largest and the smallest quantity (open question `quantity-range`). */
async function findQuantityBounds(learner: Learner): Promise<void> {
  const { original } = learner.session.values;
  const known = quantitiesTried(learner);
  const search = (sign: 1n | -1n) => {
    // A minimum is a maximum of what is below zero.
    const mirrored = known.map(({ quantity, shown }) => ({ value: sign * quantity, shown }));
    const accepted = mirrored.filter(({ shown }) => shown === 'accepted').map(({ value }) => value);
    const low = [...accepted, sign * BigInt(original)].reduce((a, b) => (b > a ? b : a));
    const rejected = mirrored
      .filter(({ value, shown }) => shown === 'rejected' && value > low)
      .map(({ value }) => value);
    return findBound({
      accepted: low,
      rejected: rejected.length === 0 ? undefined : rejected.reduce((a, b) => (b < a ? b : a)),
      usual: sign === 1n ? usualQuantities : [-1n, ...usualQuantities],
      furthest: FURTHEST_QUANTITY,
      trial: async (value) => {
        const quantity = String(sign * value);
        const body = `{"quantity":${quantity}}`;
        return readTrial(await learner.send({ ...searches.quantity, body }), quantity, 400);
      },
    });
  };
  await search(1n);
  await search(-1n);
}

/** What the run has shown already, such as of 0 and -1. */
function quantitiesTried({ session: { exchanges, values: places } }: Learner) {
  return exchanges.flatMap((exchange) => {
    const { method, url, body, credential, headers } = exchange.request;
    const quantity = /^\{"quantity":(0|-?[1-9]\d*)\}$/.exec(body ?? '')?.[1];
    const isPlain = headers.some(([name, value]) => name === 'Content-Type' && value === 'application/json');
    const isOfPet = method === 'PATCH' && url.endsWith(`/inventory/${places.petId}`);
    if (quantity === undefined || !isOfPet || !isPlain || !isGivenKey(credential)) return [];
    return [{ quantity: BigInt(quantity), shown: readTrial(exchange, quantity, 400) }];
  });
}

const FURTHEST_SIZE = 2n * 1_024n * 1_024n;
/** A body of this size is never too large. */
const SMALL_SIZE = 1_024n;

/**
 * Looks for the bytes that a body may have (open question `body-limit`): sends one body of 2 MiB and a byte, and only where that is
 * too large others, smaller ones: a limit that is no round number is left between two of these. They are filled with blanks, which are no part of what JSON says.
 */
async function findBodyLimit(learner: Learner): Promise<void> {
  const { original } = learner.session.values;
  const bare = `{"quantity":${original}}`;
  await findBound({
    accepted: SMALL_SIZE,
    rejected: undefined,
    usual: usualSizes,
    round: roundSizes,
    furthest: FURTHEST_SIZE,
    trial: async (bytes) => {
      const body = `${bare.slice(0, -1)}${' '.repeat(Number(bytes) - bare.length)}}`;
      return readTrial(await learner.send({ ...searches.size, body }), original, 413);
    },
  });
}

/**
 * Reads the response to an update: `accepted` with the quantity that was sent, or `rejected` with the status that a bound is rejected
 * with; undefined where it is neither, and nothing can be concluded from it.
 */
function readTrial(
  exchange: Exchange | undefined,
  quantity: string,
  rejection: number,
): 'accepted' | 'rejected' | undefined {
  const status = exchange?.response?.status;
  if (status === rejection) return 'rejected';
  return status === 200 && quantityIn(exchange) === BigInt(quantity) ? 'accepted' : undefined;
}

function quantityIn(exchange: Exchange | undefined): bigint | undefined {
  const body = exchange?.response?.body;
  if (body?.kind !== 'text') return undefined;
  try {
    const value = parseRecordedJson(body.text);
    return isJsonObject(value) ? integerOf(value.quantity) : undefined;
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}
