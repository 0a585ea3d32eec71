import { useState } from 'preact/hooks';
import { operationIds } from '../../spec/operations.js';
import { type Live, useRoom } from '../live/live.js';
import { ErrorNotice } from '../parts/card.js';
import { Button, Check, type Choice, choicesOf, SelectField, TextField } from '../parts/controls.js';
import { ConfirmButton } from '../parts/dialog.js';
import { saveJson } from '../parts/files.js';
import { compareAliases, countOf, keyChoices } from '../parts/format.js';
import { useAction } from '../parts/use-action.js';
import type { Feed } from './feed.js';
import { everyRequest, type FeedFilter, isFiltering } from './line-filter.js';
import { SearchForm } from './search-form.js';

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
const operations = choicesOf(operationIds);

/** Controls that filter the list of requests. */
function FeedFilters({ feed }: { readonly feed: Feed }) {
  const { live } = useRoom();
  const filter = feed.filter.value;
  const isProxy = live.isProxy.value;
  const keys = isProxy ? sentKeys(live) : keyChoices(live.keys.value);
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
  return (
    <search class="feed-filters" aria-label="Filter the requests">
      <TextField
        label="Text in path or query"
        isLabelHidden
        isSearch
        placeholder="Text in path or query"
        value={filter.text}
        onValue={(text) => feed.setFilter({ text })}
      />
      {select('method', 'Method', methods)}
      {select('status', 'Status', statuses)}
      {select('operation', 'Operation', operations)}
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
    </search>
  );
}

/** A proxy knows only the keys that were sent. */
function sentKeys(live: Live): Choice<string>[] {
  const sent = new Set(live.requests.value.flatMap(({ key }) => (key === null ? [] : [key])));
  return choicesOf([...sent].sort(compareAliases));
}

/** What is above the list. */
export function FeedHead({ feed }: { readonly feed: Feed }) {
  const [isSearching, setSearching] = useState(false);
  const toggle = () => {
    feed.search.end();
    setSearching(!isSearching);
  };
  return (
    <div class="feed-head">
      <FeedFilters feed={feed} />
      {isSearching && <SearchForm search={feed.search} />}
      <FeedTools feed={feed} isSearching={isSearching} onSearch={toggle} />
    </div>
  );
}

interface FeedToolsProps {
  readonly feed: Feed;
  readonly isSearching: boolean;
  readonly onSearch: () => void;
}

/** The number of requests, and the actions for all of them. */
function FeedTools({ feed, isSearching, onSearch }: FeedToolsProps) {
  const { live } = useRoom();
  const { run, isRunning, error } = useAction();
  const { kept, isBoundBySize } = live.requestCounts.value;
  const isPaused = feed.isPaused.value;
  const isProxy = live.isProxy.value;
  const download = () =>
    run(async () => saveJson('petstore.har', await live.client.requests.har()), 'Downloaded petstore.har.');
  const clear = () =>
    run(
      async () => {
        await live.client.requests.clear();
        feed.resume();
      },
      'The requests were cleared.',
      { mayBeUndone: !isProxy },
    );
  return (
    <>
      <div class="feed-tools">
        <p class="feed-counts">
          <strong>{countOf(feed.shown.value.length)}</strong> of{' '}
          {countOf(feed.search.found.value?.total ?? Math.max(kept, feed.shown.value.length))} requests
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
        {/* Screen readers announce the pause, but not each new count. */}
        <p class="feed-paused">
          <span role="status">{isPaused && 'Paused'}</span>
          {isPaused && `: ${countOf(feed.missed.value)} new ${feed.missed.value === 1 ? 'request' : 'requests'}`}
        </p>
        <div class="row">
          <Button isSmall aria-expanded={isSearching} onClick={onSearch}>
            {isSearching ? 'Close the search' : 'Search…'}
          </Button>
          <Button isSmall aria-pressed={isPaused} onClick={() => (isPaused ? feed.resume() : feed.pause())}>
            {isPaused ? 'Resume' : 'Pause'}
          </Button>
          <Button isSmall aria-disabled={isRunning} onClick={download}>
            Download HAR
          </Button>
          <ConfirmButton
            isSmall
            label="Clear"
            question="Clear all requests?"
            onConfirm={clear}
            isUndoable={!isProxy && live.keepsRequests.value}
          >
            This clears the journal for everybody, and cannot be undone. Numbering continues.
          </ConfirmButton>
        </div>
      </div>
      <ErrorNotice message={error} />
    </>
  );
}
