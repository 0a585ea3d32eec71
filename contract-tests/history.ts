import type { Credential, Exchange, HeaderList, RawExchange, RecordedBody } from '../src/exchange/exchange.js';
import { recordExchange } from '../src/exchange/record-exchange.js';
import { Redactor } from '../src/exchange/redactor.js';
import { createListingReader, type Listing } from './stock/stock.js';
import type { PartialPlan } from './suite.js';

/** Characters of all response bodies of a run: 20 different lists of 50,000 pets, with what is parsed of them within 400 MB. */
const MOST_KEPT = 2 ** 26;
/** No run sends so many requests that shorter bodies matter. */
const SHORT = 2 ** 12;
const NO_ROOM = `the bodies of this run hold over ${MOST_KEPT / 2 ** 20} million characters, so this one was not kept`;

/** What a run has seen so far. */
export class History {
  readonly exchanges: Exchange[] = [];
  /** What a reader must know besides the verdicts. */
  readonly notes: string[] = [];
  /** How far the plan got, if not to its end. */
  partialPlan: PartialPlan | undefined;
  first: Listing | undefined;
  latest: Listing | undefined;
  /** Knows the secrets of the exchanges, which are as they were received. */
  readonly secrets = new Redactor();
  /** Characters of response bodies in memory, and the last one. */
  #kept = 0;
  #lastBody: RecordedBody | undefined;
  readonly #readListing = createListingReader();

  /** Adds an exchange, with the user's headers as they may be shown. `overlaps`: others were under way. `listing`: the pets in it. */
  add(
    raw: RawExchange,
    { credential, extraHeaders, overlaps }: { credential: Credential; extraHeaders: HeaderList; overlaps: boolean },
  ): { readonly exchange: Exchange; readonly listing: Listing | undefined } {
    const number = this.exchanges.length + 1;
    const exchange = recordExchange(raw, number, this.secrets, { credentialOf: () => credential, extraHeaders });
    this.exchanges.push(this.#bounded(exchange));
    // A list that overlaps a write may show the stock before it.
    const listing = overlaps ? undefined : this.#readListing(exchange);
    this.first ??= listing;
    this.latest = listing ?? this.latest;
    return { exchange, listing };
  }

  note(text: string): void {
    if (!this.notes.includes(text)) this.notes.push(text);
  }

  /** Returns an exchange as the transcript keeps it: without its response body if there is no room for that. */
  #bounded(exchange: Exchange): Exchange {
    const { response } = exchange;
    const { body } = response ?? {};
    if (response === undefined || body?.kind !== 'text' || body.text.length < SHORT) return exchange;
    const last = this.#lastBody;
    // Most lists of a run are equal, and then one text.
    if (last?.kind === 'text' && last.text === body.text && last.isRedacted === body.isRedacted) {
      return { ...exchange, response: { ...response, body: last } };
    }
    if (this.#kept + body.text.length > MOST_KEPT) {
      return { ...exchange, response: { ...response, body: { kind: 'missing', why: NO_ROOM, isDropped: true } } };
    }
    this.#kept += body.text.length;
    this.#lastBody = body;
    return exchange;
  }
}
