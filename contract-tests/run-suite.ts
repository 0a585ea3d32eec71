import { judge } from '../src/judge/judge.js';
import type { RunFacts, Transcript } from '../src/transcript/transcript.js';
import { choosePet } from './choose-pet.js';
import { exhaust } from './exhaust.js';
import { Stop } from './governor/stop.js';
import { learnMore } from './learning/learn-more.js';
import { chooseProbes } from './probes/choose-probes.js';
import type { Probe } from './probes/probe.js';
import { reproduce } from './reproduce.js';
import { requireService } from './require-service.js';
import { sendGenerated } from './send-generated.js';
import { openSession, type Session } from './session.js';
import { stockChanges } from './stock/stock-changes.js';
import type { SuiteOptions, SuiteRun, SuiteSurroundings } from './suite.js';

/**
 * Sends the probes of a level to a deployment, in order and one at a time, and answers what was seen. Judges nothing. Whatever
 * happens, the pet that was written to is put back, or `leftBehind` says how.
 */
export async function runSuite(options: SuiteOptions, surroundings: SuiteSurroundings): Promise<SuiteRun> {
  const session = openSession(options, surroundings);
  let stopped: string | undefined;
  let unsettled: string | undefined;
  try {
    stopped = await stoppedBy(() => sendAll(session, options, surroundings));
  } finally {
    unsettled = await stoppedBy(() => session.guard?.settle());
  }
  return {
    transcript: transcriptOf(session, options, stopped ?? (session.notes.join('; ') || undefined)),
    leftBehind: leftBehind(session, options, unsettled, surroundings.journal.restoreCommand),
    budget: session.budget.limit,
  };
}

async function sendAll(session: Session, options: SuiteOptions, surroundings: SuiteSurroundings): Promise<void> {
  const verdicts = () => judge(transcriptOf(session, options, undefined), options);
  for (const probe of chooseProbes(options)) {
    if (probe.isOptional && !session.hasRoomFor(probe)) continue;
    await send(probe, session);
    if (probe.name !== 'list') continue;
    requireService(session.exchanges.at(-1));
    await choosePet(session, options);
  }
  await session.guard?.settle();
  if (options.isLearning) await learnMore(session, options);
  if (options.level === 'exhaust') await exhaust(session, options, surroundings);
  if (!options.isExclusive) await reproduce(session, verdicts);
  if (options.depth === 'thorough') await sendGenerated(session, options, verdicts);
}

async function send(probe: Probe, session: Session): Promise<void> {
  if (probe.isRestoring) return probe.method === 'PATCH' ? session.guard?.putBack() : undefined;
  for (let times = 0; times < (probe.atMost ?? 1); times++) {
    if (times > 0 && successesInARow(session) >= ENOUGH_SUCCESSES) return;
    await session.perform(probe);
  }
}

/** So many show whether Remaining falls. */
const ENOUGH_SUCCESSES = 5;

/** Answers with the key that came one after the other; HEAD is beside the matter. */
function successesInARow({ exchanges }: Session): number {
  const gets = exchanges.filter(({ request }) => request.method === 'GET');
  const broken = gets.findLastIndex(({ answer }) => answer === undefined || answer.status < 200 || answer.status > 299);
  return gets.length - 1 - broken;
}

/** Answers why something ended early; what is no {@link Stop} is a bug. */
async function stoppedBy(work: () => Promise<void> | undefined): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof Stop) return error.message;
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

function writtenPet({ exchanges, places }: Session, { level }: SuiteOptions): string | undefined {
  if (level === 'read') return undefined;
  const isWrite = ({ request }: Session['exchanges'][number]) =>
    request.method === 'PATCH' && request.url.endsWith(`/inventory/${places.petId}`);
  return exchanges.some(isWrite) ? places.petId : undefined;
}

function leftBehind(
  session: Session,
  options: SuiteOptions,
  unsettled: string | undefined,
  restoreCommand: string,
): string | undefined {
  const { guard, places, first, latest } = session;
  const { petId, original, unlistedId } = places;
  const told: string[] = [];
  if (guard?.isOpen) {
    const why = guard.problem ?? unsettled ?? 'it could not be looked at';
    told.push(
      `the quantity of pet ${petId} was ${original} and may not be that any more (${why}); put it back with: ${restoreCommand}`,
    );
  }
  if (first !== undefined && latest !== undefined && options.level !== 'read') {
    told.push(...stockChanges(first, latest, { petId, unlistedId, isExclusive: options.isExclusive }));
  }
  return told.length === 0 ? undefined : told.join('; ');
}
