import { useState } from 'preact/hooks';
import type { MintedKey } from '../../admin/schemas/keys.js';
import type { PlanName } from '../../spec/plans.js';
import type { Live } from '../live/live.js';
import { Button } from '../parts/button.js';
import { CopyCode } from '../parts/copy-button.js';
import { Dialog } from '../parts/dialog.js';
import { Field } from '../parts/field.js';
import { ErrorNotice } from '../parts/notice.js';
import { PlanField } from '../parts/plan-field.js';
import { useAction } from '../parts/use-action.js';

interface MintDialogProps {
  readonly live: Live;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onWorld: (world: string) => void;
}

/** Gives out a new key, and shows it this once. */
export function MintDialog({ live, isOpen, onClose, onWorld }: MintDialogProps) {
  const [minted, setMinted] = useState<MintedKey>();
  const close = () => {
    setMinted(undefined);
    onClose();
  };
  return (
    <Dialog title={minted === undefined ? 'Mint a key' : `${minted.alias} is minted`} isOpen={isOpen} onClose={close}>
      {minted === undefined ? (
        <MintForm live={live} onMinted={setMinted} onCancel={close} />
      ) : (
        <>
          <p class="soft">Copy it now: it is shown this once.</p>
          <CopyCode text={minted.key} what="the new key" />
          {minted.world !== live.world && (
            <p class="soft">
              It leads to a world of its own, <strong>{minted.world}</strong>. Everybody else stays where they are.
            </p>
          )}
          <div class="dialog-actions">
            {minted.world !== live.world && <Button onClick={() => onWorld(minted.world)}>Go to its world</Button>}
            <Button kind="main" onClick={close}>
              Done
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

interface MintFormProps {
  readonly live: Live;
  readonly onMinted: (minted: MintedKey) => void;
  readonly onCancel: () => void;
}

function MintForm({ live, onMinted, onCancel }: MintFormProps) {
  const { run, error, isRunning } = useAction();
  const [plan, setPlan] = useState<PlanName>('free');
  const [lifetime, setLifetime] = useState('');
  const [isolated, setIsolated] = useState(false);
  const submit = (event: Event) => {
    event.preventDefault();
    const ask = { plan, isolated, ...(lifetime.trim() !== '' && { expiresIn: lifetime.trim() }) };
    void run(async () => onMinted(await live.client.keys.mint(ask)), 'The key is minted.');
  };
  return (
    <form class="stack" onSubmit={submit}>
      <PlanField label="Plan" plan={plan} onPlan={setPlan} />
      <Field label="Lifetime" hint="Such as 1h, by the clock of the world. Left empty: it lives for ever.">
        <input
          class="input"
          placeholder="for ever"
          value={lifetime}
          onInput={(event) => setLifetime(event.currentTarget.value)}
        />
      </Field>
      {live.world === 'shared' && (
        <label class="check">
          <input type="checkbox" checked={isolated} onChange={(event) => setIsolated(event.currentTarget.checked)} />
          With a world of its own: stock, quotas, clock, faults and journal
        </label>
      )}
      <ErrorNotice message={error} />
      <div class="dialog-actions">
        <Button onClick={onCancel}>Cancel</Button>
        <Button kind="main" type="submit" disabled={isRunning}>
          Mint
        </Button>
      </div>
    </form>
  );
}
