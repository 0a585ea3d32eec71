import { operationIds } from '../../spec/operations.js';
import type { Live } from '../live/live.js';
import { compareAliases } from '../parts/compare-aliases.js';
import { Field } from '../parts/field.js';
import type { Feed } from './feed.js';
import type { FeedFilter } from './line-filter.js';

type Choice = readonly [value: string, label: string];

const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'].map((name): Choice => [name, name]);
const statuses: readonly Choice[] = [
  ['2xx', '2xx answered'],
  ['4xx', '4xx refused'],
  ['401', '401 no valid key'],
  ['404', '404 not found'],
  ['429', '429 limited'],
  ['5xx', '5xx failed'],
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
      {select('status', 'Status', [...statuses, ['none', 'no answer']])}
      {select('operation', 'Operation', operations)}
      {select('key', 'Key', [...keys, ['none', isProxy ? 'no key' : 'no valid key']])}
      <div class="feed-verdicts">
        <label class="check" title="Requests whose answer breaks a rule of the document">
          <input
            type="checkbox"
            checked={filter.isOnlyBroken}
            onChange={({ currentTarget }) => feed.setFilter({ isOnlyBroken: currentTarget.checked })}
          />
          Only broken
        </label>
        <label class="check" title="Requests whose client did not do what the document asks of it">
          <input
            type="checkbox"
            checked={filter.isOnlyIllMannered}
            onChange={({ currentTarget }) => feed.setFilter({ isOnlyIllMannered: currentTarget.checked })}
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
