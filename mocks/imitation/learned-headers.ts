import { isLeftOut, isNeverImitated } from '../../src/fidelity/profile/not-imitated.js';
import {
  groupings,
  type LearnedHeader,
  type LearnedResponses,
  type Place,
  type Profile,
} from '../../src/fidelity/profile/profile.js';
import { groupBy } from '../../src/spec/group-by.js';

/** What is known of a header at a place; undefined: nothing. */
type Fact = LearnedHeader | 'none' | undefined;

type SeenPlace = readonly [place: Place, responses: LearnedResponses];

/**
 * Returns the headers to add to the responses of a place, except those that the fake sets itself, and its content type: those that were seen there, else those that similar places have.
 */
export function createHeaderLookup({ responses }: Pick<Profile, 'responses'>) {
  const seen = Object.entries(responses) as SeenPlace[];
  // Only places with a JSON body are evidence for the content type of another.
  const withJson = seen.filter(([, { body }]) => body.kind === 'json');
  const names = new Set(seen.flatMap(([, { headers }]) => headers.map(({ name }) => name.toLowerCase())));
  return (place: Place) => {
    const isSeen = Object.hasOwn(responses, place);
    const headers = [...names].flatMap((name) => {
      // The fake sets these itself, whatever a profile says.
      if (isLeftOut(name) || isNeverImitated(name) || name === 'content-type') return [];
      const header = isSeen ? factAt(responses[place], name) : predict(place, name, seen);
      return typeof header === 'object' ? [header] : [];
    });
    const type = isSeen ? factAt(responses[place], 'content-type') : predict(place, 'content-type', withJson);
    return { headers, contentType: typeof type === 'object' && type.kind === 'constant' ? type.value : undefined };
  };
}

/** Returns what a place shows of a header. `name` in lower case. */
function factAt(responses: LearnedResponses | undefined, name: string): Fact {
  const header = responses?.headers.find((one) => one.name.toLowerCase() === name);
  if (header !== undefined) return header;
  const isUnknown = responses?.mayHideHeaders || responses?.headersAtTimes?.some((each) => each.toLowerCase() === name);
  return isUnknown ? undefined : 'none';
}

/** So many places of a group must agree, if other groups do not. */
const ENOUGH = 2;

/**
 * Returns what follows for a place that was not seen: what all others have in common; else what those of its class, status or
 * operation have, if each class, status or operation agrees; else what several of its status or class have.
 */
function predict(place: Place, name: string, seen: readonly SeenPlace[]): Fact {
  const groupsOf = (groupOf: (place: Place) => string) => {
    const groups = groupBy(seen, ([each]) => groupOf(each));
    const facts = [...groups.values()].map((all) => agreed(all.map(([, responses]) => factAt(responses, name))));
    const members = groups.get(groupOf(place)) ?? [];
    const fact = agreed(members.map(([, responses]) => factAt(responses, name)));
    return { count: groups.size, members: members.length, fact, isWhole: !facts.includes(undefined) };
  };
  const found = groupings.map(groupsOf).filter(({ fact }) => fact !== undefined);
  const whole = found.filter(({ count, isWhole }) => isWhole && (count === 1 || count < seen.length));
  const [simplest] = whole.sort((one, other) => one.count - other.count);
  return (simplest ?? found.toReversed().find(({ members }) => members >= ENOUGH))?.fact;
}

/** A header that changes in one place changes in all; a constant one must have the same value in all places. */
function agreed(facts: readonly Fact[]): Fact {
  const [first] = facts;
  const headers = facts.filter((fact) => typeof fact === 'object');
  if (headers.length === 0) return facts.includes(undefined) ? undefined : first;
  if (headers.length < facts.length) return undefined;
  const changing = headers.find(({ kind }) => kind !== 'constant');
  return changing ?? (headers.every(({ value }) => value === headers[0]?.value) ? headers[0] : undefined);
}
