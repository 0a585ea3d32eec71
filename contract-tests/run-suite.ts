import type { Exchange } from '../src/exchange/exchange.js';
import type { RunFacts, Transcript } from '../src/exchange/transcript.js';
import { InputError } from '../src/json/input-error.js';
import { judge } from '../src/judge/judge.js';
import { isOfGateway } from '../src/judge/outages.js';
import { exhaust } from './exhaust.js';
import { RESERVED_FOR_RESTORING } from './governor/quota.js';
import { learnMore } from './learning/learn-more.js';
import { fitting, mayWait } from './plan.js';
import { allProbes, budgetFor, chooseProbes } from './probes/choose-probes.js';
import { isStockList, type Probe, WIDE_BODY } from './probes/probe.js';
import { listBetween } from './probes/update-probes.js';
import { reproduce } from './reproduce.js';
import { requireService } from './require-service.js';
import { Session } from './session.js';
import { petCandidates, stockChanges } from './stock/stock.js';
import { Stop, type SuiteDependencies, type SuiteOptions, type SuiteRun } from './suite.js';

/**
 * Sends the probes of a level to a deployment, in order and one at a time, and returns the transcript. Judges nothing. Whatever
 * happens, the pet that was written to is restored, or `leftBehind` says how to restore it. `instead`: what it sends after the first
 * list instead of the probes.
 */
export async function runSuite(
  options: SuiteOptions,
  dependencies: SuiteDependencies,
  instead?: (session: Session) => Promise<void>,
): Promise<SuiteRun> {
  const startMs = dependencies.realMs();
  const session = new Session(options, dependencies);
  let stopped: string | undefined;
  let unsettled: string | undefined;
  try {
    stopped = await stoppedBy(() => sendAll(session, options, dependencies, instead));
  } finally {
    unsettled = await stoppedBy(() => session.guard?.settle());
  }
  return {
    transcript: transcriptOf(session, options, stopped ?? ([...new Set(session.notes)].join('; ') || undefined)),
    leftBehind: leftBehind(session, options, unsettled, dependencies.restoreLog.restoreCommand),
    budget: session.budget.limit,
    tookMs: dependencies.realMs() - startMs,
  };
}

async function sendAll(
  session: Session,
  options: SuiteOptions,
  dependencies: SuiteDependencies,
  instead: ((session: Session) => Promise<void>) | undefined,
): Promise<void> {
  const verdicts = () => judge(transcriptOf(session, options, undefined), options);
  const [list, ...others] = allProbes;
  if (list !== undefined) await session.perform(list);
  requireService(session, options);
  await choosePet(session, options, dependencies.restoreLog);
  if (instead !== undefined) return instead(session);
  const chosen = chooseProbes({ ...options, limit: allowBudget(session, options) });
  const due = others.filter((each) => chosen.includes(each));
  await sendInOrder(due, session, options);
  await session.guard?.settle();
  if (options.isLearning) await learnMore(session, options);
  if (options.level === 'exhaust') await exhaust(session, options, dependencies);
  const mayPass = session.exchanges.some(({ response }) => isOfGateway(response?.status));
  if (!options.isExclusive || mayPass) await reproduce(session, verdicts, options);
}

async function sendInOrder(inOrder: readonly Probe[], session: Session, options: SuiteOptions): Promise<void> {
  let rest = inOrder;
  for (;;) {
    const [probe, ...others] = rest;
    if (probe === undefined) return;
    const added = await send(probe, session, options, others);
    rest = added === 0 ? others : fitting(others, session.room, options);
  }
}

/** Allows the budget of the key's limit, which is known now. Returns the limit. */
function allowBudget({ budget, governor }: Session, options: SuiteOptions): number | undefined {
  const limit = governor.limit?.limit;
  budget.raise(Math.max(0, budgetFor(options, limit) - budgetFor(options)));
  return limit;
}

/** Returns how many requests it sent beyond the plan. */
async function send(probe: Probe, session: Session, options: SuiteOptions, others: readonly Probe[]): Promise<number> {
  if (probe.isRestoring) {
    if (probe.method !== 'PATCH') return 0;
    await session.guard?.restore();
    // If that failed, another attempt at the end takes none of the budget of the probes.
    session.budget.raise(session.guard?.requestsToRestore(undefined) ?? 0);
    return 0;
  }
  const mustOmit = () => probe.isOptional === true && !session.hasRoomFor(probe);
  if (mustOmit()) return 0;
  if (probe.isOptional && !mayWait(options) && !session.governor.canSendWithoutWaiting()) return 0;
  let added = 0;
  if (session.hidesUpdate(probe) && mayAdd(session, others)) {
    await session.perform(listBetween);
    added++;
  }
  for (let times = 0; times < (probe.atMost ?? 1) && !mustOmit(); times++) {
    let exchange = await session.perform(probe);
    // The document sets no bounds of a quantity: a service that rejects a large one gets a smaller one.
    while (isTooWide(probe, exchange) && mayAdd(session, others) && session.narrow()) {
      exchange = await session.perform(probe);
      added++;
    }
  }
  return added;
}

function isTooWide({ body }: Probe, exchange: Exchange | undefined): boolean {
  return body === WIDE_BODY && exchange?.response?.status === 400;
}

/** Returns whether one more request than planned may take the place of the least valuable ones: lists and restoring stay. */
function mayAdd({ room }: Session, others: readonly Probe[]): boolean {
  const lists = others.filter((probe) => isStockList(probe) && !probe.isOptional).length;
  return room > lists + RESERVED_FOR_RESTORING + 1;
}

/**
 * Returns why something ended early: a {@link Stop}, or an InputError of the restore log or of a fake's clock. Other errors are bugs.
 */
async function stoppedBy(work: () => Promise<void> | undefined): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof Stop || error instanceof InputError) return error.message;
    throw error;
  }
}

function transcriptOf(session: Session, options: SuiteOptions, stopped: string | undefined): Transcript {
  const { baseUrl, messagesUrl, level, plan, isExclusive, seed } = options;
  const run: RunFacts = {
    baseUrl,
    messagesUrl,
    level,
    plan,
    isExclusive,
    petId: writtenPet(session, options),
    seed,
    stopped,
  };
  return { exchanges: [...session.exchanges], run };
}

function writtenPet({ exchanges, values }: Session, { level }: SuiteOptions): string | undefined {
  if (level === 'read') return undefined;
  const isWrite = ({ request }: Session['exchanges'][number]) =>
    request.method === 'PATCH' && request.url.endsWith(`/inventory/${values.petId}`);
  return exchanges.some(isWrite) ? values.petId : undefined;
}

function leftBehind(
  session: Session,
  options: SuiteOptions,
  unsettled: string | undefined,
  restoreCommand: string,
): string | undefined {
  const { guard, values, first, latest } = session;
  const { petId, unlistedId } = values;
  const why = guard?.problem ?? unsettled;
  const pets = (guard?.open ?? []).map((pet) => {
    const quantity = pet.seen === undefined ? 'it could not be verified' : `its quantity is ${pet.seen}`;
    return `pet ${pet.values.petId} had quantity ${pet.values.original} and may have another one now (${why ?? quantity})`;
  });
  const parts =
    pets.length === 0
      ? []
      : [`${pets.join(', ')}; restore ${pets.length === 1 ? 'it' : 'them'} with: ${restoreCommand}`];
  if (first !== undefined && latest !== undefined && options.level !== 'read') {
    parts.push(...stockChanges(first, latest, { petId, unlistedId, isExclusive: options.isExclusive }));
  }
  return parts.length === 0 ? undefined : parts.join('; ');
}

/** The number of pets that are looked at to find one without a pending write. */
const MOST_ASKED = 50;

/** Chooses the pet that the run writes to from the list; restores it first if an earlier run could not. */
async function choosePet(
  session: Session,
  options: SuiteOptions,
  restoreLog: SuiteDependencies['restoreLog'],
): Promise<void> {
  const listing = session.latest ?? [];
  const candidates = petCandidates(listing, options.seed);
  const named = candidates.filter(({ petId }) => petId === options.petId);
  if (options.petId !== undefined && named.length === 0) {
    session.choose(listing, undefined);
    session.notes.push(
      `pet ${options.petId} (--pet-id) is not among the ${listing.length} pets in the list, so none was written to`,
    );
    return;
  }
  const eligible = (options.petId === undefined ? candidates : named).slice(0, MOST_ASKED);
  if (options.level === 'read') return session.choose(listing, eligible[0]);
  for (const pet of eligible) {
    if ((await restoreLog.pending(options.baseUrl, pet.petId)) === undefined) return session.choose(listing, pet);
  }
  const [pet] = eligible;
  const pending = pet && (await restoreLog.pending(options.baseUrl, pet.petId));
  if (pet === undefined || pending === undefined) return session.choose(listing, undefined);
  session.choose(listing, { petId: pet.petId, status: pet.status, quantity: pending.original });
  session.guard?.adopt(pending);
  session.guard?.see(listing);
  await session.guard?.settle();
}
