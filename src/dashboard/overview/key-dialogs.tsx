import { useState } from 'preact/hooks';
import type { KeyState, MintedKey } from '../../admin/schemas/keys.js';
import type { PlanName } from '../../spec/plans.js';
import type { Live } from '../live/live.js';
import { ErrorNotice } from '../parts/card.js';
import { Button, Field, PlanField, Segments } from '../parts/controls.js';
import { CopyCode } from '../parts/copy-button.js';
import { Dialog } from '../parts/dialog.js';
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
    <Dialog
      title={minted === undefined ? 'Create a key' : `${minted.alias} was created`}
      isOpen={isOpen}
      onClose={close}
    >
      {minted === undefined ? (
        <MintForm live={live} onMinted={setMinted} onCancel={close} />
      ) : (
        <>
          <p class="soft">Copy it now: it is shown only once.</p>
          <CopyCode text={minted.key} what="the new key" />
          {minted.world !== live.world && (
            <p class="soft">
              It leads to the isolated world <strong>{minted.world}</strong>.
            </p>
          )}
          <div class="dialog-actions">
            {minted.world !== live.world && <Button onClick={() => onWorld(minted.world)}>Show its world</Button>}
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
    void run(async () => onMinted(await live.client.keys.mint(ask)), 'The key was created.');
  };
  return (
    <form class="stack" onSubmit={submit}>
      <PlanField label="Plan" plan={plan} onPlan={setPlan} />
      <Field label="Lifetime" hint="Such as 1h, by the clock of the world. Empty: never expires.">
        <input
          class="input"
          placeholder="never expires"
          value={lifetime}
          onInput={(event) => setLifetime(event.currentTarget.value)}
        />
      </Field>
      {live.world === 'shared' && (
        <label class="check">
          <input type="checkbox" checked={isolated} onChange={(event) => setIsolated(event.currentTarget.checked)} />
          With an isolated world: its own stock, quotas, clock, faults and journal
        </label>
      )}
      <ErrorNotice message={error} />
      <div class="dialog-actions">
        <Button onClick={onCancel}>Cancel</Button>
        <Button kind="main" type="submit" disabled={isRunning}>
          Create
        </Button>
      </div>
    </form>
  );
}

interface RemainingDialogProps {
  readonly live: Live;
  readonly state: KeyState;
  readonly name: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const windows = [
  { value: 'minute', label: 'Minute' },
  { value: 'day', label: 'Day' },
] as const;

/** Says how many requests a key has left. */
export function RemainingDialog({ name, isOpen, onClose, ...rest }: RemainingDialogProps) {
  return (
    <Dialog title={`Remaining requests of ${name}`} isOpen={isOpen} onClose={onClose}>
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
    const set = () => live.client.limits.set({ key: state.alias, remaining, window });
    if (await run(set, `${name} has ${remaining} left this ${window}.`)) onClose();
  };
  return (
    <form class="stack" onSubmit={submit}>
      <Segments label="Window" choices={windows} value={window} onChoose={setWindow} />
      <Field label="Remaining requests" hint={`0 to ${state[window].limit}, the limit of the plan.`}>
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
    if (await run(() => live.client.keys.ban({ key: alias, ...options }), `${name} was banned.`)) onClose();
  };
  return (
    <Dialog title={`Ban ${name}`} isOpen={isOpen} onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        <Field label="Duration" hint="Such as 5m or 2h. Empty: the default of the behaviour.">
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
