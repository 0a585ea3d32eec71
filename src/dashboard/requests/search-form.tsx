import { useState } from 'preact/hooks';
import { ErrorNotice } from '../parts/card.js';
import { Button, Field, TextField } from '../parts/controls.js';
import { countOf } from '../parts/format.js';
import { zone } from '../parts/shown-time.js';
import { type JournalSearch, noTerms, type SearchTerms } from './journal-search.js';

/** Searches the whole journal for a text, between two times. */
export function SearchForm({ search }: { readonly search: JournalSearch }) {
  const [terms, setTerms] = useState(noTerms);
  const isRunning = search.isRunning.value;
  const submit = (event: Event) => {
    event.preventDefault();
    void search.start(terms);
  };
  const moment = (name: 'from' | 'to', label: string) => (
    <Field label={label}>
      <input
        class="input"
        type="datetime-local"
        step="1"
        value={terms[name]}
        onInput={({ currentTarget: { value } }) => setTerms({ ...terms, [name]: value } satisfies SearchTerms)}
      />
    </Field>
  );
  return (
    <search aria-label="Search the journal">
      <form class="feed-search" onSubmit={submit}>
        <TextField
          label="Text in URLs, headers and bodies"
          isSearch
          value={terms.text}
          onValue={(text) => setTerms({ ...terms, text })}
        />
        {moment('from', `From (${zone()})`)}
        {moment('to', `To (${zone()})`)}
        <Button kind="main" type="submit" aria-disabled={isRunning}>
          {isRunning ? 'Searching…' : 'Search'}
        </Button>
      </form>
      <p class="feed-found" role="status">
        {wordsOf(search)}
      </p>
      <ErrorNotice message={search.problem.value} />
    </search>
  );
}

function wordsOf({ found, isRunning }: JournalSearch): string {
  if (isRunning.value) return 'Searching the journal…';
  if (found.value === undefined) return 'Searches every request that the server still has. Keys are not found.';
  const { matches, total } = found.value;
  const requests = `${countOf(total)} ${total === 1 ? 'request' : 'requests'}`;
  return matches === null ? requests : `${countOf(matches)} ${matches === 1 ? 'match' : 'matches'} in ${requests}`;
}
