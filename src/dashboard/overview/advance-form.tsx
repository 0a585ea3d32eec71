import { useState } from 'preact/hooks';
import { Button } from '../parts/button.js';

/** Moves the clock by a length of one's own. */
export function AdvanceForm({ onAdvance }: { readonly onAdvance: (by: string) => Promise<boolean> }) {
  const [by, setBy] = useState('');
  const submit = (event: Event) => {
    event.preventDefault();
    if (by.trim() !== '') void onAdvance(by.trim());
  };
  return (
    <form class="advance-form" onSubmit={submit}>
      <input
        class="input"
        aria-label="Advance by a length of time, such as 90m"
        placeholder="90m"
        value={by}
        onInput={(event) => setBy(event.currentTarget.value)}
      />
      <Button type="submit">Advance</Button>
    </form>
  );
}
