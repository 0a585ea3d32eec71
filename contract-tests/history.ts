import type { Credential, Exchange, HeaderList, RawExchange } from '../src/exchange/exchange.js';
import { recordExchange } from '../src/exchange/record-exchange.js';
import { Redactor } from '../src/exchange/redactor.js';
import type { Judgement } from '../src/judge/judge.js';
import { createListingReader, type Listing } from './stock/stock.js';
import type { PartialPlan } from './suite.js';

export class History {
  readonly exchanges: Exchange[] = [];
  readonly notes: string[] = [];
  /** How far the plan got, if not to its end. */
  partialPlan: PartialPlan | undefined;
  /** The judgement of these exchanges, once they were judged. */
  judgement: Judgement | undefined;
  first: Listing | undefined;
  latest: Listing | undefined;
  /** Knows the secrets of the exchanges, which are as they were received. */
  readonly secrets = new Redactor();
  readonly #readListing = createListingReader();

  /** Adds an exchange, with the user's headers as they may be shown. `overlaps`: others were under way. `listing`: the pets in it. */
  add(
    raw: RawExchange,
    { credential, extraHeaders, overlaps }: { credential: Credential; extraHeaders: HeaderList; overlaps: boolean },
  ): { readonly exchange: Exchange; readonly listing: Listing | undefined } {
    const number = this.exchanges.length + 1;
    const exchange = recordExchange(raw, number, this.secrets, { credentialOf: () => credential, extraHeaders });
    this.exchanges.push(exchange);
    this.judgement = undefined;
    // A list that overlaps a write may show the stock before it.
    const listing = overlaps ? undefined : this.#readListing(exchange);
    this.first ??= listing;
    this.latest = listing ?? this.latest;
    return { exchange, listing };
  }

  note(text: string): void {
    if (!this.notes.includes(text)) this.notes.push(text);
  }
}
