import { useRoom } from '../live/live.js';
import { ConfirmButton } from './dialog.js';
import { DialogForm } from './form.js';
import type { Run } from './use-action.js';

const consequences =
  'Stock, keys, quotas, clock, faults and journal return to their initial state. Keys created since then are deleted. Behaviour and snapshots stay. Undoing it does not bring back the requests of a shared store.';

/** The body of a dialog that resets the world where not all of it can be undone. */
export function ResetForm() {
  const { client, world } = useRoom().live;
  return (
    <DialogForm
      intro={consequences}
      fields={() => []}
      submitLabel="Reset the world"
      onSubmit={() => client.reset()}
      done={() => `The world ${world} was reset.`}
      mayBeUndone
    />
  );
}

/** A button that resets the world. */
export function ResetButton({ run, isSmall }: { readonly run: Run; readonly isSmall?: boolean }) {
  const { client, world, keepsRequests } = useRoom().live;
  const reset = () => run(() => client.reset(), `The world ${world} was reset.`, { mayBeUndone: true });
  return (
    <ConfirmButton
      isSmall={isSmall}
      label="Reset the world"
      question={`Reset the world ${world}?`}
      onConfirm={reset}
      isUndoable={keepsRequests.value}
    >
      {consequences}
    </ConfirmButton>
  );
}
