import { useState } from 'preact/hooks';
import type { KeyState, MintedKey } from '../../admin/schemas/keys.js';
import { type PlanName, planNames } from '../../spec/plans.js';
import type { Live } from '../live/live.js';
import { Button } from '../parts/controls.js';
import { CopyCode } from '../parts/copy-button.js';
import { Dialog } from '../parts/dialog.js';
import { DialogForm, FormDialog, type FormField, type FormValues } from '../parts/dialog-form.js';

interface DialogProps {
  readonly live: Live;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

interface NewKeyDialogProps extends DialogProps {
  readonly onWorld: (world: string) => void;
}

const plans = planNames.map((name) => ({ value: name, label: name }));
const planField = (label: string): FormField => ({
  name: 'plan',
  label,
  kind: 'select',
  initial: 'free',
  choices: plans,
});

const lifetimeField: FormField = {
  name: 'lifetime',
  label: 'Lifetime',
  hint: 'Such as 1h, by the clock of the world. Empty: never expires.',
  kind: 'text',
  initial: '',
  placeholder: 'never expires',
};

const isolatedField: FormField = {
  name: 'isolated',
  label: 'With an isolated world: its own stock, quotas, clock, faults and journal',
  kind: 'checkbox',
  initial: '',
};

/** Creates a key and shows it once. */
export function MintDialog({ live, ...dialog }: NewKeyDialogProps) {
  const fields = [planField('Plan'), lifetimeField, ...(live.world === 'shared' ? [isolatedField] : [])];
  const mint = ({ plan, lifetime = '', isolated }: FormValues) =>
    live.client.keys.mint({
      plan: plan as PlanName,
      isolated: isolated === 'yes',
      ...(lifetime.trim() !== '' && { expiresIn: lifetime.trim() }),
    });
  return (
    <NewKeyDialog
      {...dialog}
      live={live}
      title="Create a key"
      newTitle={({ alias }) => `${alias} was created`}
      fields={fields}
      submitLabel="Create"
      mint={mint}
      done="The key was created."
    />
  );
}

/** Opens an isolated world by creating its first key, which is shown once. */
export function OpenWorldDialog({ live, ...dialog }: NewKeyDialogProps) {
  // A key that is created in an isolated world belongs to that world.
  const { keys } = live.client.world('shared');
  return (
    <NewKeyDialog
      {...dialog}
      live={live}
      title="Open a world"
      newTitle={({ world }) => `The world ${world} is open`}
      intro="It has its own stock, quotas, clock, faults and journal. Only requests with its key reach it."
      fields={[planField('Plan of its key')]}
      submitLabel="Open"
      mint={({ plan }) => keys.mint({ plan: plan as PlanName, isolated: true })}
      done="The world is open."
    />
  );
}

interface NewKeyFormProps extends NewKeyDialogProps {
  readonly title: string;
  readonly newTitle: (minted: MintedKey) => string;
  readonly intro?: string;
  readonly fields: readonly FormField[];
  readonly submitLabel: string;
  readonly mint: (values: FormValues) => Promise<MintedKey>;
  readonly done: string;
}

/** A form that creates a key, and then the key. */
function NewKeyDialog({
  live,
  isOpen,
  onClose,
  onWorld,
  title,
  newTitle,
  fields,
  mint,
  done,
  ...form
}: NewKeyFormProps) {
  const [minted, setMinted] = useState<MintedKey>();
  const close = () => {
    setMinted(undefined);
    onClose();
  };
  return (
    <Dialog title={minted === undefined ? title : newTitle(minted)} isOpen={isOpen} onClose={close}>
      {minted === undefined ? (
        <DialogForm
          {...form}
          fields={() => fields}
          onCancel={close}
          onSubmit={async (values) => setMinted(await mint(values))}
          done={() => done}
        />
      ) : (
        <NewKey live={live} minted={minted} onClose={close} onWorld={onWorld} />
      )}
    </Dialog>
  );
}

interface NewKeyProps extends Omit<NewKeyDialogProps, 'isOpen'> {
  readonly minted: MintedKey;
}

/** A key that was just created, and a first request to the world that it leads to. */
function NewKey({ live, minted: { key, world }, onClose, onWorld }: NewKeyProps) {
  const isElsewhere = world !== live.world;
  return (
    <>
      <p class="soft">Copy the key now: it is shown only once.</p>
      <CopyCode text={key} what="the new key" />
      {isElsewhere && (
        <>
          <p class="soft">
            It leads to the isolated world <strong>{world}</strong>. A first request:
          </p>
          <CopyCode
            text={`curl -i -H 'Authorization: Bearer ${key}' ${live.hello.value?.baseUrl ?? ''}/inventory`}
            what="the command"
          />
        </>
      )}
      <div class="dialog-actions">
        {isElsewhere && <Button onClick={() => onWorld(world)}>Show its world</Button>}
        <Button kind="main" onClick={onClose}>
          Done
        </Button>
      </div>
    </>
  );
}

interface KeyDialogProps extends DialogProps {
  readonly state: KeyState;
  readonly name: string;
}

const windows = [
  { value: 'minute', label: 'Minute' },
  { value: 'day', label: 'Day' },
] as const;

/** Sets how many requests a key has left. */
export function RemainingDialog({ live, state, name, ...dialog }: KeyDialogProps) {
  const windowOf = ({ window }: FormValues) => (window === 'day' ? 'day' : 'minute');
  const fields = (typed: FormValues): FormField[] => {
    const { limit, remaining } = state[windowOf(typed)];
    const hint = `0 to ${limit}, the limit of the plan.`;
    return [
      { name: 'window', label: 'Window', kind: 'segments', initial: 'minute', choices: windows },
      { name: 'left', label: 'Remaining requests', hint, kind: 'integer', initial: String(remaining), isFirst: true },
    ];
  };
  const set = (values: FormValues) =>
    live.client.limits.set({ key: state.alias, remaining: Number(values.left), window: windowOf(values) });
  return (
    <FormDialog
      {...dialog}
      title={`Remaining requests of ${name}`}
      fields={fields}
      submitLabel="Set"
      check={({ left = '' }) => (left.trim() === '' ? 'Enter a number, such as 3.' : undefined)}
      onSubmit={set}
      done={(values) => `${name} has ${Number(values.left)} left this ${windowOf(values)}.`}
    />
  );
}

const banField: FormField = {
  name: 'length',
  label: 'Duration',
  hint: 'Such as 5m or 2h. Empty: the default of the behaviour.',
  kind: 'text',
  initial: '',
  placeholder: '5m',
};

/** Bans a key. */
export function BanDialog({ live, state, name, ...dialog }: KeyDialogProps) {
  const ban = ({ length = '' }: FormValues) =>
    live.client.keys.ban({ key: state.alias, ...(length.trim() !== '' && { for: length.trim() }) });
  return (
    <FormDialog
      {...dialog}
      title={`Ban ${name}`}
      fields={() => [banField]}
      submitLabel="Ban"
      onSubmit={ban}
      done={() => `${name} was banned.`}
    />
  );
}
