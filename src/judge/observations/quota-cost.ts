import { defaultBehaviour } from '../../spec/behaviour.js';
import type { Evidence } from '../evidence.js';
import { isKeyed } from '../rules/ordinary-answers.js';
import { type Kind, kinds, quotaSpans, type Span } from './quota-spans.js';
import { type Seen, seen, unseen } from './seen.js';

const asked = ['400', '404', '429'] as const;
/** So often Remaining has to have fallen by one alone before a key counts as used by nobody else. */
const QUIET_SPANS = 3;

/**
 * Tells which refusals use quota. Only what accepted answers show is compared: a service may give a request back after it has written
 * the headers of its refusal.
 */
export function refusedRequestsCount(evidence: Evidence): Seen {
  const spans = quotaSpans(evidence);
  const costs = costsOf(spans, evidence.settings.isExclusive);
  const inWords = asked.map((status) => {
    const cost = costs.get(status);
    return `${status} ${cost === undefined ? 'not told' : cost ? 'yes' : 'no'}`;
  });
  const note = `uses quota: ${inWords.join(', ')}`;
  const refused = spans.flatMap(({ readings }) =>
    readings.filter(({ status }) => asked.some((one) => +one === status)),
  );
  if (costs.size === 0) return unseen(note, refused);
  const answer = { ...defaultBehaviour['refused-requests-count'], ...Object.fromEntries(costs) };
  const notSeen = asked.filter((status) => !costs.has(status));
  const members = asked.map((status) => [status, refused.filter((reading) => reading.status === +status)]);
  const isAsked = (status: string) =>
    evidence.readings.some((reading) => isKeyed(reading) && reading.status === +status);
  const untold = notSeen.filter(isAsked).map((status) => [status, 'no count of what was left shows it'] as const);
  return {
    ...seen(answer, note, refused, notSeen, Object.fromEntries(members)),
    untold: Object.fromEntries(untold),
  };
}

/** Answers what all explanations have in common; nothing where none explains all spans, as with another user of the key. */
function costsOf(spans: readonly Span[], isExclusive: boolean): ReadonlyMap<string, boolean> {
  const quiet = spans.filter(({ others }) => Object.keys(others).length === 0);
  if (!isExclusive && quiet.length < QUIET_SPANS) return new Map();
  const possible = everyChoice.filter((costs) => spans.every((span) => explains(costs, span)));
  const known = asked.flatMap((status) => {
    const [cost, ...others] = new Set(possible.map((costs) => costs[status]));
    return cost !== undefined && others.length === 0 ? [[status, cost] as const] : [];
  });
  return new Map(known);
}

type Costs = Readonly<Record<Kind, boolean>>;

const everyChoice: readonly Costs[] = [...Array(2 ** kinds.length).keys()].map(
  (bits) => Object.fromEntries(kinds.map((kind, index) => [kind, (bits & (1 << index)) !== 0])) as Costs,
);

function explains(costs: Costs, { fall, others }: Span): boolean {
  return fall === kinds.reduce((sum, kind) => sum + (costs[kind] ? (others[kind] ?? 0) : 0), 0);
}
