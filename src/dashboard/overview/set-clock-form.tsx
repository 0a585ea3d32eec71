import { useState } from 'preact/hooks';
import { Button } from '../parts/button.js';

/** Moves the clock to a moment, back or forth. What is no moment, the server refuses, and names one. */
export function SetClockForm({ onSet }: { readonly onSet: (moment: string) => Promise<boolean> }) {
  const [moment, setMoment] = useState('');
  const submit = (event: Event) => {
    event.preventDefault();
    if (moment.trim() !== '') void onSet(moment.trim());
  };
  return (
    <form class="set-clock-form" onSubmit={submit}>
      <input
        class="input"
        aria-label="Set the clock to a moment, such as 2027-12-31T00:00:00Z"
        placeholder="2027-12-31T00:00:00Z"
        spellcheck={false}
        value={moment}
        onInput={(event) => setMoment(event.currentTarget.value)}
      />
      <Button type="submit">Set</Button>
    </form>
  );
}
