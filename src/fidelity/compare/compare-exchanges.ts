import { groupBy } from '../../json/group-by.js';
import { parseUrl } from '../../json/parse-url.js';
import { isOfGateway } from '../../judge/outages.js';
import { KnownBodies, readExchange } from '../../judge/reading.js';
import type { Service } from '../../service/service.js';
import type { Results, Side } from './comparison.js';
import { exchangesFor, isAboutHeader, requestNameOf } from './evidence-of.js';
import { type Facets, facetsOf } from './facets.js';

/** What the responses to one request differ in, beyond what a rule, a question or a kind of response is about. */
interface RequestDifference {
  readonly request: string;
  readonly facet: string;
  readonly left: string;
  readonly right: string;
}

/** Adds what differs between the responses to the same requests and is not among the differences yet. */
export function compareExchanges(left: Side, right: Side, results: Results, service: Service): void {
  const [one, other] = [new SeenSide(left, service), new SeenSide(right, service)];
  const found = [...one.byRequest].flatMap(([request, own]) => {
    const others = other.byRequest.get(request);
    if (others === undefined) return [];
    results.compared.add(`request/${request}`);
    return [...differencesBetween([own, one], [others, other])].map((each) => ({ request, ...each }));
  });
  const isTold = whatIsTold(results, left, right);
  const keyOf = ({ facet, left: value, right: twin }: RequestDifference) => JSON.stringify([facet, value, twin]);
  // One cause may change many texts, but a status has many causes.
  const told = new Set(found.filter((each) => each.facet !== 'status' && isTold(each)).map(keyOf));
  for (const each of found) {
    if (told.has(keyOf(each)) || isTold(each)) continue;
    results.weigh(`request/${each.request}/${each.facet}`, [each.left, each.right], 0);
  }
}

/** Returns whether a difference is named already: the exchanges of a rule, a question or a kind of response show it. */
function whatIsTold({ differences }: Results, left: Side, right: Side): (one: RequestDifference) => boolean {
  const named = differences.map(({ path }) => {
    const exchanges = [...exchangesFor(path, left), ...exchangesFor(path, right)];
    return { path, requests: new Set(exchanges.map(requestNameOf)) };
  });
  return ({ request, facet }) =>
    named.some(({ path, requests }) => {
      if (path.endsWith(`/${facet}`)) return true;
      const [kind, name = ''] = facet.split('/', 2);
      return requests.has(request) && (kind === 'header' ? isAboutHeader(path, name) : !path.includes('/header/'));
    });
}

type SeenThere = readonly [seen: readonly Seen[], side: SeenSide];

function* differencesBetween([own, one]: SeenThere, [others, other]: SeenThere) {
  const [status, twin] = [theOne(own, 'status'), theOne(others, 'status')];
  if (status === undefined || twin === undefined) return;
  if (status !== twin && !mayBeGone(own, others)) yield { facet: 'status', left: status, right: twin };
  if (status !== twin) return;
  for (const facet of namesOf([...own, ...others])) {
    const [left, right] = [one.valueOf(facet, own, other), other.valueOf(facet, others, one)];
    if (left !== undefined && right !== undefined && left !== right) yield { facet, left, right };
  }
}

/** Returns whether one side found the record of an id, and the other one did not: it may have been sold meanwhile. */
function mayBeGone([one]: readonly Seen[], [other]: readonly Seen[]): boolean {
  const statuses = [one, other].map((seen) => / .*\/0 (\d+)$/.exec(seen?.place ?? '')?.[1] ?? '');
  return statuses.some((status) => /^2/.test(status)) && statuses.some((status) => /^4(?:04|10)$/.test(status));
}

interface Seen {
  /** Method, path and status. */
  readonly place: string;
  readonly facets: Facets;
}

const NOT_THERE = 'not there';
/** So many texts, all different, are made up for each response. */
const SEEN_OFTEN = 4;
const SEEN_AGAIN = 2;

/** The responses of a side, without those that show nothing of the service in general: 429s, outages, copies of caches. */
class SeenSide {
  readonly byRequest: ReadonlyMap<string, Seen[]>;
  readonly #byPlace: ReadonlyMap<string, Seen[]>;
  /** Headers and errors whose texts change between responses that are alike, and headers that come and go. */
  readonly #change = new Set<string>();

  constructor({ profile, exchanges = new Map(), isFake = false }: Side, service: Service) {
    const known = new KnownBodies();
    const all = [...exchanges.values()].flatMap((exchange) => {
      const { url, method } = exchange.request;
      const { origin = '', pathname = '' } = parseUrl(url) ?? {};
      const reading = readExchange(exchange, { baseUrl: origin, messagesUrl: undefined }, service, known);
      const { status = 429, isCached = true } = reading ?? {};
      if (reading === undefined || status === 429 || isOfGateway(status) || isCached) return [];
      const place = `${method} ${pathname.replace(PLAIN_ID, '0')} ${status}`;
      const facets = facetsOf(reading, profile.source.baseUrl, isFake);
      return [{ request: requestNameOf(exchange), place, facets }];
    });
    this.byRequest = groupBy(all, ({ request }) => request);
    this.#byPlace = groupBy(all, ({ place }) => place);
    for (const own of this.#byPlace.values()) {
      for (const facet of namesOf(own)) if (isChanging(facet, own)) this.#change.add(facet);
    }
  }

  /** Returns what the responses to a request have in common with others of this side; undefined: nothing that could be compared. */
  valueOf(facet: string, own: readonly Seen[], other: SeenSide): string | undefined {
    const value = theOne(own, facet);
    if (this.#change.has(facet) || other.#change.has(facet)) return undefined;
    if (facet.startsWith('header/')) return value;
    // Whether a field is there may depend on the record: all records of a kind are compared elsewhere.
    if (value === NOT_THERE || value === '') return undefined;
    if (!facet.startsWith('field/')) return value;
    const values = valuesOf(this.#byPlace.get(own[0]?.place ?? '') ?? [], facet);
    return values.length >= SEEN_AGAIN && new Set(values).size === 1 ? value : undefined;
  }
}

function isChanging(facet: string, own: readonly Seen[]): boolean {
  const values = valuesOf(own, facet);
  const { size } = new Set(values);
  if (facet.startsWith('error/')) return size >= SEEN_OFTEN && size === values.length;
  // What the request chooses, theOne() compares.
  const isHeader = facet.startsWith('header/') && facet !== 'header/content-encoding';
  return isHeader && (size > 1 || values.length < own.length);
}

/** Zeros before it may mean nothing. */
const PLAIN_ID = /(?<=\/)-?\d+(?=\/|$)/g;

function namesOf(all: readonly Seen[]): Set<string> {
  return new Set(all.flatMap(({ facets }) => [...facets.keys()]));
}

function valuesOf(all: readonly Seen[], facet: string): string[] {
  return all.flatMap(({ facets }) => facets.get(facet) ?? []);
}

/** Returns the one value of a facet in the responses to a request; undefined if they differ. */
function theOne(all: readonly Seen[], facet: string): string | undefined {
  const [value, ...more] = new Set(all.map(({ facets }) => facets.get(facet) ?? NOT_THERE));
  return more.length === 0 ? value : undefined;
}
