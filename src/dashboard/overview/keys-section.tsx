import { useId, useState } from 'preact/hooks';
import { useRoom } from '../live/live.js';
import { Button } from '../parts/controls.js';
import { useDialogs } from '../parts/dialog.js';
import { countOf } from '../parts/format.js';
import { usePages } from '../parts/use-loaded.js';
import { KeyCard } from './key-card.js';
import { MintForm } from './key-dialogs.js';

/** A card for each key. */
export function KeysSection() {
  const { open } = useDialogs();
  const { keys, total, showMore } = useKeys();
  const id = useId();
  return (
    <section class="stack" aria-labelledby={id}>
      <header class="row">
        <h2 id={id}>Keys</h2>
        <span class="faint">{countOf(total)}</span>
        <span class="push" />
        <Button kind="main" onClick={() => open('Create a key', <MintForm />)}>
          Create a key
        </Button>
      </header>
      {total === 0 && <p class="soft">This world has no keys. Create one to send requests to it.</p>}
      <ul class="key-cards">
        {keys.map((state) => (
          <KeyCard key={state.alias} state={state} />
        ))}
      </ul>
      {keys.length < total && (
        <Button onClick={showMore}>
          Show more ({countOf(keys.length)} of {countOf(total)})
        </Button>
      )}
    </section>
  );
}

/** Returns the keys to show. Events contain the first page; further ones are loaded on request. */
function useKeys() {
  const { live } = useRoom();
  const [pages, setPages] = useState(0);
  const first = live.keys.value;
  const after = first?.next ?? undefined;
  const more = usePages(live.client.keys.list, { pages: after === undefined ? 0 : pages, after }, []);
  return {
    keys: [...(first?.items ?? []), ...(more?.items ?? [])],
    total: first?.total ?? 0,
    showMore: () => setPages(pages + 1),
  };
}
