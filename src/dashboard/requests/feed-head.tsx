import { operationIds } from '../../spec/operations.js';
import type { Live } from '../live/live.js';
import { ErrorNotice } from '../parts/card.js';
import { Button, Field } from '../parts/controls.js';
import { saveJson } from '../parts/copy-button.js';
import { ConfirmButton } from '../parts/dialog.js';
import { compareAliases, countOf } from '../parts/format.js';
import { useAction } from '../parts/use-action.js';
import type { Feed } from './feed.js';
import { everyRequest, type FeedFilter, isFiltering } from './line-filter.js';

type Choice = readonly [value: string, label: string];

const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'].map((name): Choice => [name, name]);
const statuses: readonly Choice[] = [
  ['2xx', '2xx success'],
  ['4xx', '4xx client error'],
  ['401', '401 no valid key'],
  ['404', '404 not found'],
  ['429', '429 rate limited'],
  ['5xx', '5xx server error'],
];
const operations = operationIds.map((id): Choice => [id, id]);

/** What narrows the list of requests. */
export function FeedFilters({ live, feed }: { readonly live: Live; readonly feed: Feed }) {
  const filter = feed.filter.value;
  const isProxy = live.isProxy.value;
  const keys = isProxy
    ? sentKeys(live)
    : (live.keys.value?.items ?? []).map(({ alias, name }): Choice => [alias, name ?? alias]);
  const select = (name: 'method' | 'status' | 'operation' | 'key', label: string, choices: readonly Choice[]) => (
    <Field label={label} isLabelHidden>
      <select
        class={filter[name] === '' ? 'select' : 'select is-chosen'}
        value={filter[name]}
        onChange={({ currentTarget }) => feed.setFilter({ [name]: currentTarget.value } as Partial<FeedFilter>)}
      >
        <option value="">Any {label.toLowerCase()}</option>
        {choices.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
  return (
    <search class="feed-filters" aria-label="Filter the requests">
      <Field label="Text in path or query" isLabelHidden>
        <input
          class="input"
          type="search"
          placeholder="Text in path or query"
          value={filter.text}
          onInput={({ currentTarget }) => feed.setFilter({ text: currentTarget.value })}
        />
      </Field>
      {select('method', 'Method', methods)}
      {select('status', 'Status', [...statuses, ['none', 'no response']])}
      {select('operation', 'Operation', operations)}
      {select('key', 'Key', [...keys, ['none', isProxy ? 'no key' : 'no valid key']])}
      <div class="feed-verdicts">
        <label class="check" title="Requests whose response violates a rule of the document">
          <input
            type="checkbox"
            checked={filter.isOnlyViolations}
            onChange={({ currentTarget }) => feed.setFilter({ isOnlyViolations: currentTarget.checked })}
          />
          Only violations
        </label>
        <label class="check" title="Requests that violate the document's rules for clients">
          <input
            type="checkbox"
            checked={filter.isOnlyBadManners}
            onChange={({ currentTarget }) => feed.setFilter({ isOnlyBadManners: currentTarget.checked })}
          />
          Only ill-mannered
        </label>
      </div>
    </search>
  );
}

/** A proxy knows no key but those that were sent. */
function sentKeys(live: Live): Choice[] {
  const sent = new Set(live.requests.value.flatMap(({ key }) => (key === null ? [] : [key])));
  return [...sent].sort(compareAliases).map((key) => [key, key]);
}

/** How many requests there are, and what can be done with all of them. */
export function FeedTools({ live, feed }: { readonly live: Live; readonly feed: Feed }) {
  const { run, isRunning, error } = useAction();
  const { kept } = live.requestCounts.value;
  const isPaused = feed.isPaused.value;
  const download = () =>
    run(async () => saveJson('petstore.har', await live.client.requests.har()), 'Downloaded petstore.har.');
  const clear = () =>
    run(async () => {
      await live.client.requests.clear();
      feed.resume();
    }, 'The requests were cleared.');
  return (
    <>
      <div class="feed-tools">
        <p class="feed-counts">
          <strong>{countOf(feed.shown.value.length)}</strong> of {countOf(Math.max(kept, feed.shown.value.length))}{' '}
          requests
          {isFiltering(feed.filter.value) && (
            <Button kind="quiet" isSmall onClick={() => feed.setFilter(everyRequest)}>
              Show all
            </Button>
          )}
        </p>
        {/* That it is paused is read out; how many came, several times a second, is not. */}
        <p class="feed-paused">
          <span role="status">{isPaused && 'Paused'}</span>
          {isPaused && `: ${countOf(feed.missed.value)} new ${feed.missed.value === 1 ? 'request' : 'requests'}`}
        </p>
        <div class="row">
          <Button isSmall aria-pressed={isPaused} onClick={isPaused ? feed.resume : feed.pause}>
            {isPaused ? 'Resume' : 'Pause'}
          </Button>
          <Button isSmall aria-disabled={isRunning} onClick={download}>
            Download HAR
          </Button>
          <ConfirmButton isSmall label="Clear" question="Clear all requests?" onConfirm={clear}>
            This clears the journal for everybody. Numbering continues.
          </ConfirmButton>
        </div>
      </div>
      <ErrorNotice message={error} />
    </>
  );
}
