import { useEffect, useState } from 'preact/hooks';
import { CompareCard } from '../compare/compare-card.js';
import { judgedRequests } from '../contract/rule-results.js';
import { useRoom } from '../live/live.js';
import { EmptyState, ErrorNotice } from '../parts/card.js';
import { Button } from '../parts/controls.js';
import { ExchangePanel } from './exchange-panel.js';
import { Feed } from './feed.js';
import { FeedHead } from './feed-head.js';
import { FeedTable } from './feed-table.js';
import { everyRequest, isAskingForVerdicts, isFiltering } from './line-filter.js';

interface RequestsPageProps {
  readonly number: number | undefined;
  readonly other?: number | undefined;
}

/** The requests as they arrive, and one exchange in full: the one with the number. Two are compared. */
export function RequestsPage({ number, other }: RequestsPageProps) {
  const { live } = useRoom();
  const [feed] = useState(() => new Feed(live));
  useEffect(() => feed.follow(), [feed]);
  if (number !== undefined && other !== undefined) return <CompareCard numbers={[number, other]} />;
  return (
    <div class={number === undefined ? 'requests-page' : 'requests-page has-panel'}>
      <section class="card feed" aria-label="Feed">
        <FeedHead feed={feed} />
        <FeedTable feed={feed} number={number} />
        <FeedIsEmpty feed={feed} />
      </section>
      {number !== undefined && <ExchangePanel feed={feed} number={number} />}
    </div>
  );
}

function FeedIsEmpty({ feed }: { readonly feed: Feed }) {
  const { live } = useRoom();
  if (feed.shown.value.length > 0) return null;
  if (feed.search.found.value === undefined && feed.isPaused.value && !isFiltering(feed.filter.value)) {
    return (
      <EmptyState title="Paused">
        <Button onClick={() => feed.resume()}>Resume</Button>
      </EmptyState>
    );
  }
  if (feed.search.found.value !== undefined) return <NothingFound feed={feed} />;
  if (live.requests.value.length > 0 || feed.hasOlder.value) {
    const judged = isAskingForVerdicts(feed.filter.value) ? judgedRequests(live.findings.value) : undefined;
    return (
      <EmptyState title="No matching requests">
        <p>Matching requests appear here as they arrive.</p>
        {judged !== undefined && <p>Only the newest are checked: {judged}.</p>}
        <div class="row">
          <Button onClick={() => feed.setFilter(everyRequest)}>Show all requests</Button>
          {feed.hasOlder.value && (
            <Button aria-disabled={feed.isLoading.value} onClick={() => feed.isLoading.value || feed.loadOlder()}>
              {feed.isLoading.value ? 'Searching…' : 'Search older requests'}
            </Button>
          )}
        </div>
        <ErrorNotice message={feed.problem.value} />
      </EmptyState>
    );
  }
  const { latest, kept } = live.requestCounts.value;
  if (latest > 0 && kept === 0) {
    return (
      <EmptyState title="The journal is empty">
        <p>
          The requests were cleared
          {!live.isProxy.value && ', the world was reset, or the fake was started with --journal 0'}.
        </p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No requests yet">
      <p>
        Requests appear here within a second. The <a href="#/overview">overview</a> has a first command.
      </p>
    </EmptyState>
  );
}

function NothingFound({ feed }: { readonly feed: Feed }) {
  return (
    <EmptyState title="Nothing found">
      <p>No request in the journal of the server shows this. Keys are pseudonyms there, such as key#1.</p>
      {isFiltering(feed.filter.value) && (
        <Button onClick={() => feed.setFilter(everyRequest)}>Remove the filters</Button>
      )}
      <Button onClick={() => feed.search.end()}>Show the live list</Button>
    </EmptyState>
  );
}
