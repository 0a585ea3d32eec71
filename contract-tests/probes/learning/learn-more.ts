import type { Exchange } from '../../../src/exchange/exchange.js';
import { readJson } from '../../../src/exchange/recorded-json.js';
import { integerOf } from '../../../src/json/exact-number.js';
import { isJsonObject } from '../../../src/json/json.js';
import { isDue, learningBudgets, planFor, reservedForExhausting } from '../../plan.js';
import type { Session } from '../../session.js';
import type { SuiteOptions } from '../../suite.js';
import type { Probe } from '../probe.js';
import { errorProbes, formProbes, orderProbes, searches } from './learning.js';

/** Observes what an ordinary run does not show, within a separate budget: other pets, texts of errors, and, if it may write, bounds. */
export async function learnMore(session: Session, options: SuiteOptions): Promise<void> {
  const { maxRequests } = options;
  const learner = new Learner(session, options);
  await searchAll(learner, options);
  if (maxRequests === undefined || !learner.isCutShort) return;
  session.history.note(`--max-requests ${maxRequests} is too low to learn everything`);
}

async function searchAll(learner: Learner, options: SuiteOptions): Promise<void> {
  const { session } = learner;
  const sent = new Set(session.history.exchanges.map(({ probe }) => probe));
  const observations = planFor(options, session.suite).filter(({ name, observes }) => observes && !sent.has(name));
  for (const probe of observations) await learner.send(probe);
  if (options.level !== 'read' && options.messagesUrl !== undefined) await sendMessages(learner);
  for (const probe of [...errorProbes, ...orderProbes, ...formProbes].filter((each) => isDue(each, options))) {
    if (probe.method !== 'PATCH' || probe.needs === 'pet' || rejectsUnlisted(session)) await learner.send(probe);
  }
  for (const petId of otherPets(session)) {
    await learner.send({ ...searches.pet, path: searches.pet.path.replace('{anotherPetId}', petId) });
  }
  if (options.level === 'read') return;
  for (const probe of searches.types) await learner.send(probe);
  await findQuantityBounds(learner);
  await findBodyLimit(learner);
  await session.stock.guard?.settle();
}

/** Sends unusual messages, and of each kind no more once one was accepted: nobody should get many of them. */
async function sendMessages(learner: Learner): Promise<void> {
  const kinds = [searches.messageWrong, searches.emptyMessages, searches.messageTypes, searches.longMessages];
  for (const probes of kinds) {
    for (const probe of probes) if (isAccepted(await learner.send(probe))) break;
  }
  for (const probe of searches.messageErrors) if (isAccepted(await learner.send(probe))) break;
}

function isAccepted(exchange: Exchange | undefined): boolean {
  return Math.floor((exchange?.response?.status ?? 0) / 100) === 2;
}

/** Returns whether an update of an unlisted pet was rejected, so that others create no pet either. */
function rejectsUnlisted({ history: { exchanges } }: Session): boolean {
  return exchanges.some(({ probe, response }) => probe === 'update-unlisted' && response?.status === 404);
}

/** Returns the pets to look up: first one of each status, since their fields may differ. */
function otherPets({ history: { latest = [] }, stock: { values } }: Session): string[] {
  const others = latest.filter(({ petId }) => petId !== values.petId);
  const first = [...new Map(others.toReversed().map((pet) => [pet.status, pet])).values()].toReversed();
  return [...new Set([...first, ...others])].map(({ petId }) => petId).slice(0, searches.pet.atMost);
}

class Learner {
  readonly session: Session;
  /** Whether a probe was omitted because of the user's limit. */
  isCutShort = false;
  readonly #start: number;
  readonly #most: number;
  /** The number of requests that the user allows. */
  readonly #room: number;
  readonly #sent = new Map<string, number>();

  constructor(session: Session, options: SuiteOptions) {
    const { level, maxRequests = Number.POSITIVE_INFINITY } = options;
    this.session = session;
    this.#start = session.budget.sent;
    this.#most = learningBudgets[level];
    this.#room = maxRequests - this.#start - reservedForExhausting(options, session.governor.limit?.limit);
  }

  async send(probe: Probe): Promise<Exchange | undefined> {
    const { session } = this;
    const count = session.budget.sent - this.#start;
    const times = this.#sent.get(probe.name) ?? 0;
    if (count >= this.#most || times >= (probe.atMost ?? 1)) return undefined;
    if (probe.needs === 'pet' && session.stock.guard === undefined) return undefined;
    if (count >= this.#room || !session.hasRoomFor([probe])) {
      this.isCutShort = true;
      return undefined;
    }
    this.#sent.set(probe.name, times + 1);
    return session.send(probe);
  }
}

const FURTHEST_QUANTITY = BigInt(Number.MAX_SAFE_INTEGER);

async function findQuantityBounds(learner: Learner): Promise<void> {
  const { original } = learner.session.stock.values;
  // A minimum is a maximum with the opposite sign.
  const search = (sign: 1n | -1n) =>
    findBound({
      accepted: sign * BigInt(original),
      usual: sign === 1n ? usualQuantities : [-1n, ...usualQuantities],
      furthest: FURTHEST_QUANTITY,
      trial: async (value) => {
        const quantity = String(sign * value);
        const body = `{"quantity":${quantity}}`;
        return readTrial(await learner.send({ ...searches.quantity, body }), quantity, 400);
      },
    });
  await search(1n);
  await search(-1n);
}

const FURTHEST_SIZE = 2n * 1_024n * 1_024n;
/** A body of this size is never too large. */
const SMALL_SIZE = 256n;

/** Searches the largest size of an update (open question `body-limit`). Bodies are padded with blanks. */
async function findBodyLimit(learner: Learner): Promise<void> {
  const { original } = learner.session.stock.values;
  let rejected: string | undefined;
  await findBound({
    accepted: SMALL_SIZE,
    usual: usualSizes,
    furthest: FURTHEST_SIZE,
    trial: async (bytes) => {
      const bare = `{"quantity":${original}`;
      const body = `${bare.padEnd(Number(bytes) - 1)}}`;
      const shown = readTrial(await learner.send({ ...searches.size, body }), original, 413);
      if (shown === 'rejected') rejected = body;
      return shown;
    },
  });
  if (rejected !== undefined && rejectsUnlisted(learner.session)) {
    await learner.send({ ...searches.sizeElsewhere, body: rejected });
  }
}

/** Returns what the response to an update shows: accepted with the sent quantity, rejected with the status of a bound, or nothing. */
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
  const value = body?.kind === 'text' ? readJson(body.text) : undefined;
  return isJsonObject(value) ? integerOf(value.quantity) : undefined;
}

/** Returns what a trial of a value shows: accepted, or rejected as beyond a bound. Undefined: neither, or the budget is used up. */
type Trial = (value: bigint) => Promise<'accepted' | 'rejected' | undefined>;

interface BoundSearch {
  /** The largest value that is known to be accepted. */
  readonly accepted: bigint;
  /** Bounds that services often have, in ascending order. */
  readonly usual: readonly bigint[];
  /** The largest bound that is searched. */
  readonly furthest: bigint;
  readonly trial: Trial;
}

/** Searches the largest accepted value, usual bounds first. Ends early if a trial shows nothing, or nothing within reach is rejected. */
export async function findBound(search: BoundSearch): Promise<void> {
  const { usual, furthest, trial } = search;
  let { accepted: low } = search;
  let high: bigint | undefined;
  const narrow = async (value: bigint) => {
    const shown = await trial(value);
    if (shown === 'accepted') low = value;
    if (shown === 'rejected') high = value;
    return shown;
  };

  if (low > furthest) return;
  if ((await narrow(furthest + 1n)) !== 'rejected') return;
  const isBetween = (value: bigint) => value > low && (high === undefined || value < high);
  for (let left = usual.filter(isBetween); left.length > 0; left = left.filter(isBetween)) {
    const middle = left[(left.length - 1) >> 1] ?? low;
    if ((await narrow(middle)) === undefined) return;
  }
  // If the bound is a usual one, its successor is rejected.
  if (isBetween(low + 1n) && (await narrow(low + 1n)) === undefined) return;
  while (high !== undefined && high - low > 1n) {
    if ((await narrow(low + (high - low) / 2n)) === undefined) return;
  }
}

const bigints = (numbers: string) => numbers.split(' ').map(BigInt);

/** Of a quantity, as a maximum; their negatives as a minimum. */
export const usualQuantities: readonly bigint[] = [
  ...bigints('0 1 99 100 255 256 999 1000 9999 10000 32767 32768 65535 99999 100000 999999 1000000 999999999'),
  ...bigints('1000000000 2147483647 2147483648 4294967295 1000000000000 9007199254740991'),
];

/** Bytes of a body. */
const usualSizes: readonly bigint[] = bigints('16384 65536 100000 102400 131072 262144 524288 1000000 1048576 2097152');
