import { useState } from 'preact/hooks';
import type { KeyState } from '../../admin/schemas/keys.js';
import type { Live } from '../live/live.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { Field } from '../parts/field.js';
import { ErrorNotice } from '../parts/notice.js';
import { Segments } from '../parts/segments.js';
import { useAction } from '../parts/use-action.js';

interface RemainingDialogProps {
  readonly live: Live;
  readonly state: KeyState;
  readonly name: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const windows = [
  { value: 'minute', label: 'This minute' },
  { value: 'day', label: 'This day' },
] as const;

/** Says how many requests a key has left. */
export function RemainingDialog({ name, isOpen, onClose, ...rest }: RemainingDialogProps) {
  return (
    <Dialog title={`Requests that ${name} has left`} isOpen={isOpen} onClose={onClose}>
      <RemainingForm name={name} onClose={onClose} {...rest} />
    </Dialog>
  );
}

/** Lives as long as the dialog is open: each time it begins with what the key has left then. */
function RemainingForm({ live, state, name, onClose }: Omit<RemainingDialogProps, 'isOpen'>) {
  const { run, error, isRunning } = useAction();
  const [window, setWindow] = useState<'minute' | 'day'>('minute');
  // What clients use up meanwhile changes nothing under the fingers of who types.
  const [{ minute, day }] = useState(state);
  const [typed, setTyped] = useState<string>();
  const count = typed ?? String({ minute, day }[window].remaining);
  const submit = async (event: Event) => {
    event.preventDefault();
    const remaining = Number(count);
    const set = () => live.client.limits.set(state.alias, { remaining, window });
    if (await run(set, `${name} has ${remaining} left this ${window}.`)) onClose();
  };
  return (
    <form class="stack" onSubmit={submit}>
      <Segments label="Window" choices={windows} value={window} onChoose={setWindow} />
      <Field label="Requests left" hint={`From 0 to ${state[window].limit}, the limit of the plan.`}>
        <input
          class="input"
          inputMode="numeric"
          required
          data-first-focus
          value={count}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </Field>
      <ErrorNotice message={error} />
      <div class="dialog-actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="main" type="submit" disabled={isRunning}>
          Set
        </Button>
      </div>
    </form>
  );
}
