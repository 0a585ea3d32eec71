import type { Exchange } from '../../src/exchange/exchange.js';
import type { Verdict } from '../../src/judge/judge.js';
import { type Finding, REPRODUCTIONS } from '../../src/judge/rule.js';
import { RESERVED_FOR_RESTORING } from '../governor/bounds.js';
import { inGroups, isPetWrite } from '../probes/probe.js';
import type { Session } from '../session.js';

/** Between two rounds if an outage may explain what was seen: it may be over then. */
const PAUSE_MS = 1_000;

/** Repeats what another user or an outage could explain: only what is seen {@link REPRODUCTIONS} times is a violation. */
export async function reproduce(session: Session, verdicts: () => Promise<readonly Verdict[]>): Promise<void> {
  // If one of several replicas is at fault, it handles only some of them; and what was seen first may be another rule's finding.
  for (let round = 0; round <= REPRODUCTIONS; round++) {
    const undecided = await verdicts();
    const names = new Set(undecided.flatMap((verdict) => probesOf(verdict, session)));
    const groups = inGroups(session.suite.probes).filter((group) => group.some(({ name }) => names.has(name)));
    // A message cannot be unsent: none is repeated only for what was sent with it.
    const probes = groups.flat().filter(({ name, needs }) => names.has(name) || needs !== 'messages');
    const isOfRestoring = session.suite.restoring.some(({ name }) => names.has(name));
    if (probes.length === 0 && !isOfRestoring) return;
    // What asks to come back has to be waited for.
    const mayPass = undecided.some(({ unconfirmed }) => unconfirmed.some((finding) => finding.mayPass));
    if (mayPass) await session.governor.pauseFor(PAUSE_MS, 'an outage may pass');
    // Restoring may take a second attempt.
    session.budget.raise(probes.length + 2 * RESERVED_FOR_RESTORING);
    for (const group of inGroups(probes)) {
      if (!session.hasRoomFor(group)) return;
      await session.sendGroup(group);
    }
    if (isOfRestoring) await session.stock.guard?.restore();
    await session.stock.guard?.settle();
  }
}

function probesOf({ rule, outcome, unconfirmed }: Verdict, session: Session): string[] {
  const [finding] = unconfirmed;
  if (finding === undefined || outcome !== 'inconclusive') return [];
  const { exchanges } = session.history;
  const numbers = [
    ...finding.related,
    finding.exchange,
    ...(rule.class === 'write' ? writesBefore(finding, session) : []),
  ];
  return numbers.flatMap((number) => exchanges[number - 1]?.probe ?? []);
}

/** Returns the writes since the previous list: a list shows their effect. */
function writesBefore({ exchange: number }: Finding, { history: { exchanges }, suite }: Session): number[] {
  const before = exchanges.slice(0, number - 1);
  // The first probe of the plan is the list.
  const [list] = suite.probes;
  const isList = ({ request }: Exchange) => request.method === list?.method && request.url.endsWith(list.path);
  const since = before.slice(before.findLastIndex(isList) + 1);
  return since
    .filter(({ probe }) => suite.probes.some((each) => each.name === probe && isPetWrite(each)))
    .map((one) => one.number);
}
