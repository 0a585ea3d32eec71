import { useState } from 'preact/hooks';
import type { MintedKey } from '../../admin/schemas/keys.js';
import type { PlanName } from '../../spec/plans.js';
import type { Live } from '../live/live.js';
import { ErrorNotice } from '../parts/card.js';
import { Button, PlanField } from '../parts/controls.js';
import { CopyCode } from '../parts/copy-button.js';
import { Dialog } from '../parts/dialog.js';
import { useAction } from '../parts/use-action.js';

interface OpenWorldDialogProps {
  readonly live: Live;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onWorld: (world: string) => void;
}

/** Opens a world by minting its first key, which is shown this once. */
export function OpenWorldDialog({ live, isOpen, onClose, onWorld }: OpenWorldDialogProps) {
  const [minted, setMinted] = useState<MintedKey>();
  const close = () => {
    setMinted(undefined);
    onClose();
  };
  return (
    <Dialog
      title={minted === undefined ? 'Open a world' : `The world ${minted.world} is open`}
      isOpen={isOpen}
      onClose={close}
    >
      {minted === undefined ? (
        <OpenWorldForm live={live} onMinted={setMinted} onCancel={close} />
      ) : (
        <>
          <p class="soft">Copy its key now: it is shown only once.</p>
          <CopyCode text={minted.key} what="the key" />
          <p class="soft">A first request:</p>
          <CopyCode
            text={`curl -i -H 'Authorization: Bearer ${minted.key}' ${live.hello.value?.baseUrl ?? ''}/inventory`}
            what="the command"
          />
          <div class="dialog-actions">
            <Button onClick={() => onWorld(minted.world)}>Show its world</Button>
            <Button kind="main" onClick={close}>
              Done
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

interface OpenWorldFormProps {
  readonly live: Live;
  readonly onMinted: (minted: MintedKey) => void;
  readonly onCancel: () => void;
}

function OpenWorldForm({ live, onMinted, onCancel }: OpenWorldFormProps) {
  const { run, error, isRunning } = useAction();
  const [plan, setPlan] = useState<PlanName>('free');
  const submit = (event: Event) => {
    event.preventDefault();
    // A key that is minted in a world leads to that one: another one is opened from the world that all share.
    const { keys } = live.client.world('shared');
    void run(async () => onMinted(await keys.mint({ plan, isolated: true })), 'The world is open.');
  };
  return (
    <form class="stack" onSubmit={submit}>
      <p class="soft">It has its own stock, quotas, clock, faults and journal. Only requests with its key reach it.</p>
      <PlanField label="Plan of its key" plan={plan} onPlan={setPlan} />
      <ErrorNotice message={error} />
      <div class="dialog-actions">
        <Button onClick={onCancel}>Cancel</Button>
        <Button kind="main" type="submit" disabled={isRunning}>
          Open
        </Button>
      </div>
    </form>
  );
}
