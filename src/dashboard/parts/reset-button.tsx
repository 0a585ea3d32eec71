import { useRoom } from '../live/live.js';
import { ConfirmButton } from './dialog.js';
import type { Run } from './use-action.js';

/** A button that resets the world. */
export function ResetButton({ run, isSmall }: { readonly run: Run; readonly isSmall?: boolean }) {
  const { client, world } = useRoom().live;
  return (
    <ConfirmButton
      isSmall={isSmall}
      label="Reset the world"
      question={`Reset the world ${world}?`}
      onConfirm={() => run(() => client.reset(), `The world ${world} was reset.`)}
    >
      Stock, keys, quotas, clock, faults and journal return to their initial state. Keys created since then are deleted.
      Behaviour and snapshots stay. This cannot be undone: take a snapshot first to return to the present state.
    </ConfirmButton>
  );
}
