import { type LearnedHeader, operationAt, type Place, type Profile, placesOf, statusAt } from '../profile/profile.js';
import { ALWAYS, type Both, compareBodies, NOT_THERE } from './compare-bodies.js';
import { NEVER, type Results } from './results.js';

/** A header that comes and goes may be in a few responses or in none by chance, and a changing text may be all digits. */
const SEEN_OFTEN = 6;

/** Compares the responses of two profiles, place by place. */
export function compareResponses(left: Profile, right: Profile, results: Results): void {
  for (const place of placesOf({ responses: { ...left.responses, ...right.responses } })) {
    const path = `response/${operationAt(place)}/${statusAt(place)}`;
    const [one, other] = [left.responses[place], right.responses[place]];
    // Rules and open questions cover that.
    if (one === undefined || other === undefined) continue;
    // Their bodies are open questions.
    if (place !== 'getPet 200' && place !== 'listOrders 200') {
      compareBodies(place, { at: `${path}/body`, within: `${path}/field` }, [left, right], results);
    }
    compareHeaders(place, path, [left, right], results);
  }
  compareLookups(left, right, results);
}

function compareHeaders(place: Place, path: string, sides: Both<Profile>, results: Results): void {
  const [left, right] = sides.map((profile) => {
    const headers = profile.responses[place]?.headers ?? [];
    return new Map(headers.map((header) => [header.name.toLowerCase(), header]));
  }) as [Map<string, LearnedHeader>, Map<string, LearnedHeader>];
  const seen = sides.map(({ responses }) => responses[place]);
  const count = Math.min(...seen.map((each) => each?.count ?? 0));
  for (const name of new Set([...left.keys(), ...right.keys()])) {
    const [one, other] = [left.get(name), right.get(name)];
    const absent = name === 'content-type' ? PLAIN_TYPE : NOT_THERE;
    const texts = [one ? headerInWords(one) : absent, other ? headerInWords(other) : absent] as const;
    const without = one === undefined ? 0 : 1;
    // A browser may have hidden the header.
    const mayBeHidden = seen[without]?.mayHideHeaders === true;
    const usual = sides.some((side) => isAtTimes(name, side)) ? SEEN_OFTEN : ALWAYS;
    const needs = one && other ? neededForHeaders(one, other) : mayBeHidden ? NEVER : usual;
    results.weigh(`${path}/header/${name}`, texts, needs, count);
  }
}

/** Plain JSON is what the document demands: a profile names only another type. */
const PLAIN_TYPE = 'application/json, or changing';

function isAtTimes(name: string, { responses }: Profile): boolean {
  const names = Object.values(responses).flatMap(({ headersAtTimes = [] }) => headersAtTimes);
  return names.some((each) => each.toLowerCase() === name);
}

const kindsInWords = { uuid: 'a UUID', hex: 'hex digits', integer: 'an integer', text: 'a changing text' } as const;

function headerInWords({ kind, value, isMadeUp }: LearnedHeader): string {
  if (kind !== 'constant') return kindsInWords[kind];
  return isMadeUp ? 'always the same text' : value;
}

/** For the one value of a header to count. */
const SEEN_AGAIN = 2;
/** One of two gateways may happen to send most responses, so that a header that changes seems not to. */
const SEEN_CHANGING = 20;

function neededForHeaders(one: LearnedHeader, other: LearnedHeader): number | undefined {
  if (one.kind !== other.kind) {
    return [one.kind, other.kind].includes('constant') ? SEEN_CHANGING : SEEN_OFTEN;
  }
  if (one.kind !== 'constant' || one.isMadeUp || other.isMadeUp) return undefined;
  return one.value === other.value ? undefined : SEEN_AGAIN;
}

/** One is of a pet that is not listed, and one may be of a pet that has just gone. */
const FEWEST = 3;

/** Compares whether listed pets are found: no rule demands it, and a pet that was sold between two requests is not a difference. */
function compareLookups(left: Profile, right: Profile, results: Results): void {
  results.compare('response/getPet/200/found', lookupsIn(left), lookupsIn(right));
}

function lookupsIn({ source, responses }: Profile): string | undefined {
  if (responses['getPet 200'] !== undefined) return 'the pet';
  const listed = responses['listInventory 200']?.body;
  const hasPets = listed?.kind === 'json' && listed.schema.items !== undefined;
  const isWhole = source.kind === 'run' && source.stopped === null;
  const gone = ([404, 410] as const).find((status) => (responses[`getPet ${status}`]?.count ?? 0) >= FEWEST);
  return isWhole && hasPets && gone !== undefined ? `${gone} for every listed pet` : undefined;
}
