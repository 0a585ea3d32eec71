import { type Exchange, headerOf } from '../src/exchange/exchange.js';
import type { ReceivedTranscript, RunFacts } from '../src/exchange/transcript.js';
import { InputError } from '../src/json/input-error.js';
import type { Verdict } from '../src/judge/judge.js';
import { isOfGateway } from '../src/judge/outages.js';
import type { JudgedService } from '../src/judge/rule.js';
import { createDraw } from './draw.js';
import { Budget, Deadline, levelTimesMs } from './governor/bounds.js';
import { Governor } from './governor/governor.js';
import { announcedBudget, budgetFor, isExhausting, planBudget, planFor, reservedForExhausting } from './plan.js';
import { petstoreSuite, type Suite } from './probes/index.js';
import { learnMore } from './probes/learning/learn-more.js';
import { inGroups, type Probe, WIDE_BODY } from './probes/probe.js';
import { Session } from './session.js';
import { exhaust } from './steps/exhaust.js';
import { reproduce } from './steps/reproduce.js';
import { requireService } from './steps/require-service.js';
import { type PartialPlan, Stop, type SuiteDependencies, type SuiteOptions, type SuiteRun } from './suite.js';

/** What replaces the usual parts of a run. */
export interface RunParts {
  readonly suite?: Suite;
  /** What decides which findings have to be confirmed. */
  readonly judged?: JudgedService | undefined;
  /** Whether the run ends once every rule is violated: then there is nothing left to show. */
  readonly endsOnceViolated?: boolean | undefined;
  /** What is sent after the first list instead of the plan. */
  readonly instead?: ((session: Session) => Promise<void>) | undefined;
}

/** Sends the probes of a level, and judges nothing. Whatever happens, pets are restored, or `leftBehind` says how to restore them. */
export async function runSuite(
  options: SuiteOptions,
  dependencies: SuiteDependencies,
  { suite = petstoreSuite, ...parts }: RunParts = {},
): Promise<SuiteRun> {
  const startMs = dependencies.realMs();
  const session = startSession(options, dependencies, suite);
  let stopped: string | undefined;
  let unsettled: string | undefined;
  try {
    stopped = await whyStopped(() => sendAll(session, options, dependencies, parts));
  } finally {
    unsettled = await whyStopped(() => session.stock.guard?.settle());
  }
  const { history } = session;
  const transcript = transcriptOf(session, options, stopped ?? (history.notes.join('; ') || undefined));
  return {
    transcript,
    judgement: transcript.run.stopped === undefined ? history.judgement : undefined,
    leftBehind: session.stock.leftBehind(unsettled),
    budget: session.budget.limit,
    partialPlan: history.partialPlan,
    tookMs: dependencies.realMs() - startMs,
  };
}

/** Throws an InputError if the API key cannot be hidden in what is reported. */
export function startSession(options: SuiteOptions, dependencies: SuiteDependencies, suite = petstoreSuite): Session {
  const { seed, level, reserve, maxRequests, maxTimeMs = levelTimesMs[level] } = options;
  const governor = new Governor({
    ...dependencies,
    reserve,
    budget: new Budget(maxRequests, announcedBudget(options)),
    deadline: new Deadline({ ...options, ...dependencies, maxTimeMs }),
    jitter: createDraw(seed, 'jitter'),
    send: (...request) => session.transmit(...request),
  });
  const session = new Session(options, dependencies, suite, governor);
  return session;
}

/** A service that slept, or was deployed just now, needs as long. */
const COLD_START_MS = 10_000;

async function sendAll(
  session: Session,
  options: SuiteOptions,
  dependencies: SuiteDependencies,
  { judged, endsOnceViolated = false, instead }: RunParts,
): Promise<void> {
  const [list, ...plan] = planFor(options, session.suite);
  const first = list && (await session.send(list));
  if (list !== undefined && isOfGateway(first?.response?.status)) {
    session.budget.raise(1);
    if (session.budget.left > 0) {
      await session.governor.pauseFor(COLD_START_MS, `the first response was ${first?.response?.status}`);
      await session.send(list);
    }
  }
  requireService(session, options);
  await session.stock.choose();
  if (instead !== undefined) return instead(session);
  const judge = () => judgeSoFar(session, { ...options, judged });
  const isViolated = endsOnceViolated ? violationWatch(session, judge) : async () => false;
  if (await sendPlan(plan, session, options, isViolated)) return;
  await session.stock.guard?.settle();
  if (options.isLearning) await learnMore(session, options);
  if (isExhausting(options)) await exhaust(session, options, dependencies);
  await confirm(session, options, judge);
}

const FIRST_JUDGED = 4;

/** Judges after 4, 8, 16 … requests, which takes little time in all. Returns whether every rule is violated by then. */
function violationWatch(session: Session, judge: () => Promise<readonly Verdict[]>): () => Promise<boolean> {
  let due = FIRST_JUDGED;
  return async () => {
    const { length } = session.history.exchanges;
    if (length < due) return false;
    due = 2 * length;
    return (await judge()).every(({ outcome }) => outcome === 'violation');
  };
}

/** Up to here the plan exercises every rule of its level: for that a run waits for windows, and without it, it is incomplete. */
const LAST_NEEDED_TURN = 35;

/** Sends the plan until the budget ends. Throws a Stop if that leaves out what every run needs. Returns whether `isViolated` ended it. */
async function sendPlan(
  plan: readonly Probe[],
  session: Session,
  options: SuiteOptions,
  isViolated: () => Promise<boolean>,
): Promise<boolean> {
  const { budget, governor } = session;
  const { maxRequests } = options;
  // The limit of the key is known now.
  const usual = budgetFor(options, governor.limit?.limit);
  budget.raise(usual - budgetFor(options));
  let most = planBudget(options, governor.limit?.limit);
  const sent = new Set<string>();
  for (const group of inGroups(plan)) {
    const isDue = ({ after }: Probe) => after === undefined || sent.has(after);
    const due = group.filter((one) => isDue(one) && !session.lacksCookieOf(one));
    while (due.length > 1 && !session.hasRoomFor(due, most)) due.pop();
    const [probe] = due;
    if (probe === undefined) continue;
    const isNeeded = probe.turn <= LAST_NEEDED_TURN;
    const mayWait = maxRequests !== undefined || isNeeded || governor.canSendWithoutWaiting(due.length);
    if (!mayWait || !session.hasRoomFor(due, most)) {
      session.history.partialPlan = partialPlan(plan.slice(plan.indexOf(probe)), session, options);
      if (isNeeded) budget.require(budget.left);
      return false;
    }
    const exchanges = await session.sendGroup(due);
    for (const { probe: name } of exchanges) if (name !== undefined) sent.add(name);
    let [exchange] = exchanges;
    const responseTo = ({ name }: Probe) => exchanges.find((one) => one.probe === name);
    // The same as the suite sends it shows whether the client was the cause, and the plan goes on.
    for (const each of due.filter((one) => one.client !== undefined && isDenied(responseTo(one), one))) {
      budget.raise(1);
      if (maxRequests === undefined) most++;
      if (session.hasRoomFor([each], most)) exchange = await session.send({ ...each, client: undefined });
    }
    // The document sets no bounds of a quantity: a service that rejects a large one gets a smaller one, in addition to the plan.
    while (probe.body === WIDE_BODY && exchange?.response?.status === 400 && session.stock.narrow()) {
      budget.raise(1);
      if (maxRequests === undefined) most++;
      if (!session.hasRoomFor([probe], most)) break;
      exchange = await session.send(probe);
    }
    for (let times = 1; times < (probe.atMost ?? 1) && session.hasRoomFor([probe], most); times++) {
      await session.send(probe);
    }
    if (await isViolated()) return true;
  }
  return false;
}

function isDenied(exchange: Exchange | undefined, { expects = 200 }: Probe): boolean {
  const { status, headers } = exchange?.response ?? {};
  if (status === undefined || headers === undefined || status === 429 || isOfGateway(status)) return false;
  const isPage = /html|xml/i.test(headerOf(headers, 'content-type') ?? '');
  return isPage || Math.floor(status / 100) !== Math.floor(expects / 100);
}

/** Restoring takes a request for each pet that a run of the whole plan changes, and those that look. */
const MOST_RESTORING = 25;

/** Describes how far the plan got; undefined for a run that learns, which sends part of the rest later. */
function partialPlan(left: readonly Probe[], session: Session, options: SuiteOptions): PartialPlan | undefined {
  if (options.isLearning) return undefined;
  const { sent } = session.budget;
  const planned = left.reduce((sum, { atMost = 1 }) => sum + atMost, sent);
  const reserved = options.level === 'read' ? 0 : MOST_RESTORING;
  const needed = planned + reserved + reservedForExhausting(options, session.governor.limit?.limit);
  return { sent, planned, maxRequests: 10 * Math.ceil(needed / 10) };
}

/** Repeats what another user, or an outage that passes, could explain. */
async function confirm(
  session: Session,
  options: SuiteOptions,
  judge: () => Promise<readonly Verdict[]>,
): Promise<void> {
  const { history } = session;
  const mayPass = history.exchanges.some(({ response }) => isOfGateway(response?.status));
  if (options.isExclusive && !mayPass) return;
  await reproduce(session, judge);
}

async function judgeSoFar(session: Session, options: SuiteOptions & RunParts): Promise<readonly Verdict[]> {
  const { gatherAndJudge } = await import('../src/judge/judge.js');
  const { petstoreJudge } = await import('../src/judge/rules/index.js');
  const { judged = petstoreJudge } = options;
  const transcript = transcriptOf(session, options, undefined);
  session.history.judgement = gatherAndJudge(transcript, { ...transcript.run, judged });
  return session.history.judgement.verdicts;
}

/** Returns why something ended early: a {@link Stop}, or an InputError of the restore log or a fake's clock. Others are bugs. */
async function whyStopped(work: () => Promise<void> | undefined): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof Stop || error instanceof InputError) return error.message;
    throw error;
  }
}

function transcriptOf(session: Session, options: SuiteOptions, stopped: string | undefined) {
  const { baseUrl, messagesUrl, level, plan, isExclusive, seed } = options;
  const run: RunFacts = {
    baseUrl,
    messagesUrl,
    level,
    plan,
    isExclusive,
    petId: level === 'read' ? undefined : session.stock.written,
    seed,
    stopped,
  };
  return {
    exchanges: [...session.history.exchanges],
    run,
    secrets: session.history.secrets,
  } satisfies ReceivedTranscript;
}
