import type { Exchange } from '../src/exchange/exchange.js';
import { REPRODUCTIONS, type Verdict } from '../src/judge/judge.js';
import type { Finding } from '../src/judge/rule.js';
import { RESERVED_FOR_RESTORING } from './governor/quota.js';
import { mayWait } from './plan.js';
import { allProbes } from './probes/choose-probes.js';
import { isPetWrite, type Probe } from './probes/probe.js';
import { restoreProbes } from './probes/update-probes.js';
import type { Session } from './session.js';
import type { SuiteOptions } from './suite.js';

/** Between two rounds if an outage may explain what was seen: it may be over then. */
const PAUSE_MS = 1_000;

/**
 * Repeats probes whose findings another user of the key or the store could explain, or an outage: only what is seen
 * {@link REPRODUCTIONS} times is a violation. Ends without an error when the budget does, or
 * where it would have to wait for a window.
 */
export async function reproduce(
  session: Session,
  verdicts: () => readonly Verdict[],
  options: Pick<SuiteOptions, 'maxRequests'> = { maxRequests: undefined },
): Promise<void> {
  // If one of several replicas is at fault, it handles only some of them; and what was seen first may be another rule's finding.
  for (let round = 0; round <= REPRODUCTIONS; round++) {
    const undecided = verdicts();
    const probes = unconfirmedProbes(undecided, session.exchanges);
    if (probes.length === 0) return;
    // What asks to come back has to be waited for.
    const mayPass = undecided.some(({ unconfirmed }) => unconfirmed.some((finding) => finding.mayPass));
    if (mayPass) await session.governor.pauseFor(PAUSE_MS, 'an outage may pass');
    // Restoring may take a second attempt.
    session.budget.raise(probes.length + 2 * RESERVED_FOR_RESTORING);
    for (const probe of probes) {
      const isHeldBack = !mayPass && !mayWait(options) && !session.governor.canSendWithoutWaiting();
      if (isHeldBack || !session.hasRoomFor(probe)) return;
      if (probe.isRestoring) await session.guard?.restore();
      else await session.perform(probe);
    }
    await session.guard?.settle();
  }
}

/** Returns the probes that can reproduce the unconfirmed findings, in the order of the plan. */
function unconfirmedProbes(verdicts: readonly Verdict[], exchanges: readonly Exchange[]): Probe[] {
  const inconclusive = verdicts.filter(({ outcome }) => outcome === 'inconclusive');
  const names = new Set(inconclusive.flatMap((verdict) => probesOf(verdict, exchanges)));
  return allProbes.filter((probe) => {
    const isPair = probe === restoreProbes[0] && names.has(restoreProbes[1].name);
    return probe !== restoreProbes[1] && (isPair || names.has(probe.name));
  });
}

function probesOf({ rule, unconfirmed }: Verdict, exchanges: readonly Exchange[]): string[] {
  const [finding] = unconfirmed;
  if (finding === undefined) return [];
  const numbers = [
    ...finding.related,
    finding.exchange,
    ...(rule.class === 'write' ? writesBefore(finding, exchanges) : []),
  ];
  return numbers.flatMap((number) => exchanges[number - 1]?.probe ?? []);
}

/** Returns the writes since the previous list: a list shows their effect. */
function writesBefore({ exchange: number }: Finding, exchanges: readonly Exchange[]): number[] {
  const isList = ({ request }: Exchange) => request.method === 'GET' && request.url.endsWith('/inventory');
  const before = exchanges.slice(0, number - 1);
  const since = before.slice(before.findLastIndex(isList) + 1);
  return since
    .filter(({ probe }) => allProbes.some((each) => each.name === probe && isPetWrite(each)))
    .map((one) => one.number);
}
