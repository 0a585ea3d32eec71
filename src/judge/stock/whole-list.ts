import { parseUrl } from '../../json/parse-url.js';
import { quote } from '../../json/quoting.js';
import { TOTAL } from '../../service/headers.js';
import { inconclusive, passes, suspicious, violates } from '../note.js';
import { pathIdOf, type Reading } from '../reading.js';
import { headerInWords } from '../requests.js';
import type { Evidence, Note } from '../rule.js';
import { type Listing, listingOf } from './stock-history.js';

/** Lists of these lengths may be one page of several. */
export const PAGE_SIZES: readonly number[] = [10, 15, 20, 25, 30, 40, 50, 100, 200, 250, 500, 1_000];

/** Judges whether lists, which take no parameters, are all there is. */
export function* judgeWholeness(evidence: Evidence): Iterable<Note> {
  for (const reading of evidence.readings) {
    const listing = listingOf(reading);
    if (listing !== undefined) yield judgeList(listing, evidence);
  }
}

function judgeList(listing: Listing, evidence: Evidence): Note {
  const { reading, stock } = listing;
  const isFullPage = PAGE_SIZES.includes(stock.size);
  const expected = 'every pet in one list';
  const next = nextPageIn(reading);
  if (next !== undefined) {
    return violates(reading, { problem: 'the list is continued on a next page', expected, received: next });
  }
  const total = totalIn(listing);
  if (total !== undefined) {
    const problem = `the list has ${stock.size} of ${total.count} pets`;
    if (!total.isOfRange && !(isFullPage && total.isClear))
      return suspicious(reading, `${problem}, by ${total.inWords}`);
    // Another writer may have added some before they were counted.
    return violates(reading, { problem, expected, received: total.inWords, isExplainable: true });
  }
  if (!isFullPage || isLast(listing, evidence)) return passes(reading);
  return inconclusive(reading, `the list has ${stock.size} pets, as many as a page often has: there may be more`);
}

/** Returns the header that names a next page of the same list. */
function nextPageIn(reading: Reading): string | undefined {
  const { url } = reading.exchange.request;
  for (const [, target = '', parameters = ''] of (reading.header('link') ?? '').matchAll(/<([^<>]*)>([^<]*)/g)) {
    const next = /;\s*rel\s*=\s*"?[^";,]*\bnext\b/i.test(parameters) ? parseUrl(target, url) : undefined;
    const isOfList = next !== undefined && next.pathname === parseUrl(url)?.pathname && next.search !== '';
    if (isOfList) return headerInWords(reading, 'Link');
  }
  const isThere = (name: string) => !/^(?:|0|false|null|none)$/i.test(reading.header(name)?.trim() ?? '');
  const name = ['X-Next-Page', 'X-Next-Cursor', 'X-Has-More'].find(isThere);
  return name && headerInWords(reading, name);
}

const RANGE = /^\s*\w+\s+(\d+)-(\d+)\/(\d+)\s*$/;

/** Returns the number of pets that the headers name, if it is larger than that of the list. The sum of quantities is another total. */
function totalIn({ reading, stock }: Listing) {
  const sum = [...stock.values()].reduce((all, { quantity }) => all + quantity, 0n);
  for (const [name, value] of reading.exchange.response?.headers ?? []) {
    const isRange = name.toLowerCase() === 'content-range';
    const [, first, last, ofRange] = (isRange ? RANGE.exec(value) : null) ?? [];
    const isOfRange = ofRange !== undefined && Number(last) - Number(first) + 1 === stock.size;
    const count = isOfRange ? ofRange : TOTAL.test(name) && /^\d+$/.test(value.trim()) ? value.trim() : '0';
    if (BigInt(count) > stock.size && BigInt(count) !== sum) {
      return { count, isOfRange, isClear: !/total$/i.test(name), inWords: `${name}: ${quote(value)}` };
    }
  }
  return undefined;
}

/** Returns whether requests for the id after the largest one, if there were some, found no pet. */
function isLast({ stock }: Listing, { readings }: Evidence): boolean {
  const largest = [...stock.keys()].map(BigInt).reduce((one, other) => (one > other ? one : other));
  const asked = readings.filter((reading) => reading.isKeyed && pathIdOf(reading) === String(largest + 1n));
  return asked.length === 0 || asked.some(({ status, isCached }) => status === 404 && !isCached);
}
