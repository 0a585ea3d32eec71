import { isLeftOut, isNeverImitated } from '../../src/fidelity/profile/not-imitated.js';
import type { LearnedHeader, LearnedResponses, Place, Profile } from '../../src/fidelity/profile/profile.js';

/** What is known of a header at a place; undefined: nothing. */
type Fact = LearnedHeader | 'none' | undefined;

/**
 * Returns the headers to add to the responses of a place, except those that the fake sets itself, and its content type: those that were seen there, else those that all places have in common.
 */
export function createHeaderLookup({ responses }: Pick<Profile, 'responses'>) {
  const seen: readonly LearnedResponses[] = Object.values(responses);
  // Only places with a JSON body are evidence for the content type of another.
  const withJson = seen.filter(({ body }) => body.kind === 'json');
  const names = new Set(seen.flatMap(({ headers }) => headers.map(({ name }) => name.toLowerCase())));
  return (place: Place) => {
    const isSeen = Object.hasOwn(responses, place);
    const headers = [...names].flatMap((name) => {
      // The fake sets these itself, whatever a profile says.
      if (isLeftOut(name) || isNeverImitated(name) || name === 'content-type') return [];
      const header = isSeen ? factAt(responses[place], name) : agreed(seen.map((each) => factAt(each, name)));
      return typeof header === 'object' ? [header] : [];
    });
    const type = isSeen
      ? factAt(responses[place], 'content-type')
      : agreed(withJson.map((each) => factAt(each, 'content-type')));
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

/** A header that changes in one place changes in all; a constant one must have the same value in all places. */
function agreed(facts: readonly Fact[]): Fact {
  const [first] = facts;
  const headers = facts.filter((fact) => typeof fact === 'object');
  if (headers.length === 0) return facts.includes(undefined) ? undefined : first;
  if (headers.length < facts.length) return undefined;
  const changing = headers.find(({ kind }) => kind !== 'constant');
  return changing ?? (headers.every(({ value }) => value === headers[0]?.value) ? headers[0] : undefined);
}
