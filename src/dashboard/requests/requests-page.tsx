import { useEffect, useState } from 'preact/hooks';
import { judgedRequests } from '../contract/contract-page.js';
import { useRoom } from '../live/live.js';
import { EmptyState, ErrorNotice } from '../parts/card.js';
import { Button } from '../parts/controls.js';
import { ExchangePanel } from './exchange.js';
import { everyRequest, Feed, isFiltering } from './feed.js';
import { FeedHead } from './feed-head.js';
import { FeedTable } from './feed-table.js';

/** The requests as they arrive, and one exchange in full: the one with the number. */
export function RequestsPage({ number }: { readonly number?: number | undefined }) {
  const { live } = useRoom();
  const [feed] = useState(() => new Feed(live));
  useEffect(() => feed.follow(), [feed]);
  return (
    <div class={number === undefined ? 'requests-page' : 'requests-page has-panel'}>
      <section class="card feed" aria-label="Feed">
        <FeedHead feed={feed} />
        <FeedTable feed={feed} number={number} />
        {feed.shown.value.length === 0 && <FeedIsEmpty feed={feed} />}
      </section>
      {number !== undefined && <ExchangePanel number={number} />}
    </div>
  );
}

function FeedIsEmpty({ feed }: { readonly feed: Feed }) {
  const { live } = useRoom();
  const { isOnlyViolations, isOnlyBadManners } = feed.filter.value;
  const isFiltered = isFiltering(feed.filter.value);
  const isSearched = feed.searched.value !== undefined;
  const isLoading = feed.isLoading.value;
  if (!isFiltered && !isSearched) {
    return (
      <EmptyState title="No requests yet">
        <p>Requests appear here within a second.</p>
      </EmptyState>
    );
  }
  const judged = isOnlyViolations || isOnlyBadManners ? judgedRequests(live.findings.value) : undefined;
  return (
    <EmptyState title={isLoading ? 'Searching…' : 'No matching requests'}>
      {isSearched && <p>Keys are pseudonyms in the journal, such as key#1, and are not found by their text.</p>}
      {judged !== undefined && <p>Only the newest are checked: {judged}.</p>}
      <div class="row">
        {isFiltered && <Button onClick={() => feed.setFilter(everyRequest)}>Show all requests</Button>}
        {feed.hasOlder.value && (
          <Button aria-disabled={isLoading} onClick={() => isLoading || feed.loadOlder()}>
            Search older requests
          </Button>
        )}
      </div>
      <ErrorNotice message={feed.problem.value} />
    </EmptyState>
  );
}
