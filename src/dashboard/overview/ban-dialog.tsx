import { useState } from 'preact/hooks';
import type { Live } from '../live/live.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { Field } from '../parts/field.js';
import { ErrorNotice } from '../parts/notice.js';
import { useAction } from '../parts/use-action.js';

interface BanDialogProps {
  readonly live: Live;
  readonly alias: string;
  readonly name: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Bans a key, for as long as one likes. */
export function BanDialog({ live, alias, name, isOpen, onClose }: BanDialogProps) {
  const { run, error, isRunning } = useAction();
  const [length, setLength] = useState('');
  const submit = async (event: Event) => {
    event.preventDefault();
    const options = length.trim() === '' ? {} : { for: length.trim() };
    if (await run(() => live.client.keys.ban(alias, options), `${name} is banned.`)) onClose();
  };
  return (
    <Dialog title={`Ban ${name}`} isOpen={isOpen} onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        <Field label="For how long" hint="Such as 5m or 2h. Left empty: as long as the behaviour says.">
          <input
            class="input"
            placeholder="5m"
            value={length}
            onInput={(event) => setLength(event.currentTarget.value)}
          />
        </Field>
        <ErrorNotice message={error} />
        <div class="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="main" type="submit" disabled={isRunning}>
            Ban
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
