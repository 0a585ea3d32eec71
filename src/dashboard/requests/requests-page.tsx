import { useEffect, useState } from 'preact/hooks';
import { judgedRequests } from '../contract/contract-page.js';
import { useRoom } from '../live/live.js';
import { Button, Check, type Choice, choicesOf, SelectField, TextField } from '../parts/controls.js';
import { saveFile } from '../parts/copy-and-save.js';
import { ConfirmButton } from '../parts/dialog.js';
import { EmptyState, ErrorNotice, formatCount, keyChoices } from '../parts/display.js';
import { useAction } from '../parts/use-action.js';
import { openRequest } from '../shell/route.js';
import { ExchangePanel } from './exchange.js';
import { everyRequest, Feed, type FeedFilter, isFiltering } from './feed.js';
import { FeedTable } from './feed-table.js';

export function RequestsPage({ number }: { readonly number?: number | undefined }) {
  const { live } = useRoom();
  const [feed] = useState(() => new Feed(live));
  useEffect(() => feed.follow(), [feed]);
  const closeByEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !(event.target instanceof HTMLInputElement)) openRequest(undefined);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a button closes it, too.
    <div class={number === undefined ? 'requests-page' : 'requests-page has-panel'} onKeyDown={closeByEscape}>
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

const methods = choicesOf(['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD', 'OPTIONS']);
const statuses = [
  { value: '2xx', label: '2xx success' },
  { value: '4xx', label: '4xx client error' },
  { value: '401', label: '401 no valid key' },
  { value: '404', label: '404 not found' },
  { value: '429', label: '429 rate limited' },
  { value: '5xx', label: '5xx server error' },
  { value: 'none', label: 'no response' },
];

/** Sorts `key#2` before `key#10`. */
const byNumber = new Intl.Collator('en', { numeric: true });

/** Controls that filter the list of requests. Enter in the text searches the whole journal for it. */
function FeedFilters({ feed }: { readonly feed: Feed }) {
  const { live } = useRoom();
  const filter = feed.filter.value;
  const isProxy = live.isProxy.value;
  // A proxy knows only the keys that were sent.
  const sent = new Set(live.requests.value.flatMap(({ key }) => key ?? []));
  const keys = isProxy ? choicesOf([...sent].sort(byNumber.compare)) : keyChoices(live.keys.value);
  const select = (
    name: 'method' | 'status' | 'operation' | 'key',
    label: string,
    choices: readonly Choice<string>[],
  ) => (
    <SelectField
      label={label}
      isLabelHidden
      class={filter[name] === '' ? '' : 'is-chosen'}
      choices={[{ value: '', label: `Any ${label.toLowerCase()}` }, ...choices]}
      value={filter[name]}
      onValue={(value) => feed.setFilter({ [name]: value } as Partial<FeedFilter>)}
    />
  );
  const submit = (event: Event) => {
    event.preventDefault();
    // What a body contains need not be in the path.
    feed.setFilter({ text: '' });
    void feed.search(filter.text);
  };
  return (
    <search aria-label="Filter the requests">
      <form class="feed-filters" onSubmit={submit}>
        <TextField
          label="Text in path or query; Enter searches headers and bodies"
          isLabelHidden
          isSearch
          placeholder="Path (Enter: bodies, too)"
          value={filter.text}
          onValue={(text) => feed.setFilter({ text })}
        />
        {select('method', 'Method', methods)}
        {select('status', 'Status', statuses)}
        {select('operation', 'Operation', choicesOf(live.operationIds.value))}
        {select('key', 'Key', [...keys, { value: 'none', label: isProxy ? 'no key' : 'no valid key' }])}
        <div class="feed-verdicts">
          <Check
            title="Requests whose response violates a rule of the document"
            isChecked={filter.isOnlyViolations}
            onCheck={(isOnlyViolations) => feed.setFilter({ isOnlyViolations })}
          >
            Only violations
          </Check>
          <Check
            title="Requests that violate the document's rules for clients"
            isChecked={filter.isOnlyBadManners}
            onCheck={(isOnlyBadManners) => feed.setFilter({ isOnlyBadManners })}
          >
            Only ill-mannered
          </Check>
        </div>
      </form>
    </search>
  );
}

function FeedHead({ feed }: { readonly feed: Feed }) {
  const { live } = useRoom();
  const { run, isRunning, error } = useAction();
  const { kept, isBoundBySize } = live.requestCounts.value;
  const isPaused = feed.isPaused.value;
  const searched = feed.searched.value;
  const missed = feed.missed.value;
  const download = async () => saveFile('petstore.har', JSON.stringify(await live.client.requests.har(), null, 2));
  return (
    <div class="feed-head">
      <FeedFilters feed={feed} />
      <div class="feed-tools">
        <p class="feed-counts">
          <strong>{formatCount(feed.shown.value.length)}</strong> of {formatCount(kept)} requests
          {isBoundBySize && (
            <span title="Large requests and responses need much memory. Clear the journal, or serve fewer pets, to keep more requests.">
              {' '}
              (older ones were dropped: requests and responses were too large)
            </span>
          )}
          {isFiltering(feed.filter.value) && (
            <Button kind="quiet" isSmall onClick={() => feed.setFilter(everyRequest)}>
              Show all
            </Button>
          )}
        </p>
        <p class="feed-paused" role="status">
          {searched !== undefined ? `Requests with “${searched}”` : isPaused && 'Paused'}
        </p>
        {/* Screen readers do not announce each new count. */}
        {missed > 0 && <p class="feed-missed">{formatCount(missed)} new</p>}
        <div class="row">
          <Button isSmall aria-pressed={isPaused} onClick={() => (isPaused ? feed.resume() : feed.pause())}>
            {searched !== undefined ? 'Show the live list' : isPaused ? 'Resume' : 'Pause'}
          </Button>
          <Button isSmall aria-disabled={isRunning} onClick={() => run(download, 'Downloaded petstore.har.')}>
            Download HAR
          </Button>
          <ConfirmButton
            isSmall
            label="Clear"
            question="Clear all requests?"
            onConfirm={() => run(() => live.client.requests.clear(), 'The requests were cleared.')}
          >
            This clears the journal for everybody, and cannot be undone. Numbering continues.
          </ConfirmButton>
        </div>
      </div>
      <ErrorNotice message={error} />
    </div>
  );
}
