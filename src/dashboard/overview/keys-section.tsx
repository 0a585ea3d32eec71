import { useId } from 'preact/hooks';
import { useRoom } from '../live/live.js';
import { Button } from '../parts/controls.js';
import { useDialogs } from '../parts/dialog.js';
import { countOf } from '../parts/format.js';
import { KeyCard } from './key-card.js';
import { MintForm } from './key-dialogs.js';

/** A card for each of the first 100 keys: so many are in an event. */
export function KeysSection() {
  const { open } = useDialogs();
  const { items = [], total = 0 } = useRoom().live.keys.value ?? {};
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
        {items.map((state) => (
          <KeyCard key={state.alias} state={state} />
        ))}
      </ul>
      {items.length < total && <p class="soft">These are the first {items.length}. The admin API lists all keys.</p>}
    </section>
  );
}
