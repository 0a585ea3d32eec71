import { quote } from '../../json/quote.js';
import type { Evidence } from '../evidence.js';
import { broken, doubt, kept, type Note, untold } from '../note.js';
import type { Reading } from '../reading.js';
import type { Rule } from '../rule.js';
import { type Caller, callersOf } from './callers.js';
import { WHOSE_IS_UNKNOWN } from './fairness.js';
import { type Heeding, heedingsOf } from './heed.js';
import { inSeconds } from './in-seconds.js';
import { findInsisting } from './insistence.js';
import { type Refusal, refusalsOf } from './refusal.js';

/** That clients are silent for as long as they are told to be (§8.3, §8.4). */
export const silenceRules: readonly Rule[] = [
  {
    id: 'manners/waits-for-retry-after',
    title: 'Sends nothing with a key that was answered 429 until the time that Retry-After indicates',
    statements: ['limits.client-backs-off-until-retry-after'],
    severity: 'documented',
    class: 'passive',
    judge: judgeWaiting,
  },
  {
    id: 'manners/silent-while-banned',
    title: 'Sends nothing with a key for as long as it was told that the key is banned',
    statements: ['limits.insisting-client-may-be-banned', 'limits.client-backs-off-until-retry-after'],
    severity: 'implied',
    class: 'passive',
    judge: judgeBans,
  },
];

function* judgeWaiting(evidence: Evidence): Iterable<Note> {
  for (const caller of callersOf(evidence)) {
    const refusals = refusalsOf(caller.requests);
    const duringBan = new Set(heedings(caller.requests, refusals, 'ban').filter(isTooEarly).map(requestOf));
    for (const isMessage of [false, true]) {
      const isOfQuota = (reading: Reading) => (reading.operation === 'sendMessage') === isMessage;
      const own = refusals.filter(({ reading }) => isOfQuota(reading));
      for (const heeding of heedings(caller.requests.filter(isOfQuota), own, 'limit')) {
        // Traffic during a ban is for the rule of bans.
        if (!duringBan.has(heeding.request)) yield judgeHeeding(heeding, caller);
      }
    }
  }
}

function* judgeBans(evidence: Evidence): Iterable<Note> {
  for (const caller of callersOf(evidence)) {
    const refusals = refusalsOf(caller.requests);
    for (const heeding of heedings(caller.requests, refusals, 'ban')) yield judgeHeeding(heeding, caller);
  }
}

function heedings(requests: readonly Reading[], refusals: readonly Refusal[], kind: Refusal['kind']): Heeding[] {
  const own = refusals.filter((refusal) => refusal.kind === kind);
  return [...heedingsOf(requests, own)].map(findInsisting(requests, own));
}

const isTooEarly = ({ how }: Heeding) => how === 'too-early';
const requestOf = ({ request }: Heeding) => request;

function judgeHeeding({ request, refusal, how }: Heeding, { isOne }: Caller): Note {
  const { reading, kind, retryAfter, silence } = refusal;
  const told = `exchange ${reading.number} was answered ${reading.status}`;
  if (silence === undefined) return untold(request, `${told} and not told until when to wait`);
  if (how === 'in-time') return kept(request);
  if (!isOne) return untold(request, WHOSE_IS_UNKNOWN);
  if (how === 'unclear')
    return untold(request, `${told}, and whether the time indicated had passed depends on the clock`);
  if (how === 'at-once') {
    const why = `${told}, and the request may have been on its way already: let a fake's clock run on between requests`;
    return doubt(request, why);
  }
  const afterMs = request.exchange.startedMs - reading.exchange.endedMs;
  return broken(request, {
    problem:
      kind === 'ban'
        ? 'a request was sent with a key that was known to be banned'
        : 'a request was sent before the time that Retry-After indicates had passed',
    expected: `no request until Retry-After has passed (${reading.status}, Retry-After: ${quote(retryAfter)})`,
    received: `a request ${inSeconds(afterMs)} after that answer`,
    related: [reading],
  });
}
