import type { KeyState, MintedKey } from '../../admin/schemas/keys.js';
import { type PlanName, planNames } from '../../service/plans.js';
import { useRoom } from '../live/live.js';
import { Button, choicesOf } from '../parts/controls.js';
import { CopyCode } from '../parts/copy-and-save.js';
import { useDialogs } from '../parts/dialog.js';
import { DialogForm, type FormField, type FormValues } from '../parts/form.js';

const planField = { name: 'plan', initial: 'free', choices: choicesOf(planNames) };
const lifetimeHint = 'Such as 1h, by the clock of the world. Empty: never expires.';

/** A form that creates a key, and then shows it once. */
export function MintForm() {
  const { live } = useRoom();
  const { open } = useDialogs();
  const mint = ({ plan, lifetime = '' }: FormValues) =>
    live.client.keys.mint({ plan: plan as PlanName, ...(lifetime.trim() !== '' && { expiresIn: lifetime.trim() }) });
  return (
    <DialogForm
      fields={() => [
        { ...planField, label: 'Plan' },
        { name: 'lifetime', label: 'Lifetime', hint: lifetimeHint, placeholder: 'never expires' },
      ]}
      submitLabel="Create"
      onSubmit={mint}
      done={() => 'The key was created.'}
      onDone={(minted) => open(`${minted.alias} was created`, <NewKey minted={minted} />)}
    />
  );
}

/** A form that opens an isolated world by creating its first key, which it then shows once. */
export function OpenWorldForm() {
  const { live } = useRoom();
  const { open } = useDialogs();
  // A key that is created in an isolated world belongs to that world.
  const { keys } = live.client.world('shared');
  return (
    <DialogForm
      intro="It has its own stock, quotas, clock, faults and journal. Only requests with its key reach it."
      fields={() => [{ ...planField, label: 'Plan of its key' }]}
      submitLabel="Open"
      onSubmit={({ plan }) => keys.mint({ plan: plan as PlanName, isolated: true })}
      done={() => 'The world is open.'}
      onDone={(minted) => open(`The world ${minted.world} is open`, <NewKey minted={minted} />)}
    />
  );
}

function NewKey({ minted: { key, world } }: { readonly minted: MintedKey }) {
  const { live, showWorld } = useRoom();
  const { close } = useDialogs();
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
          <CopyCode text={`curl -i -H 'Authorization: Bearer ${key}' ${live.firstUrl.value}`} what="the command" />
        </>
      )}
      <div class="dialog-actions">
        {isElsewhere && <Button onClick={() => showWorld(world)}>Show its world</Button>}
        <Button kind="main" onClick={close}>
          Done
        </Button>
      </div>
    </>
  );
}

interface KeyFormProps {
  /** The key as it was when the dialog opened, so that events do not change what somebody types. */
  readonly state: KeyState;
  readonly name: string;
}

/** Sets how many requests a key has left. */
export function RemainingForm({ state, name }: KeyFormProps) {
  const { limits } = useRoom().live.client;
  const windowOf = ({ window }: FormValues) => (window === 'day' ? 'day' : 'minute');
  const fields = (typed: FormValues): FormField[] => {
    const { limit, remaining } = state[windowOf(typed)];
    const hint = `0 to ${limit}, the limit of the plan.`;
    return [
      { name: 'window', label: 'Window', initial: 'minute', choices: choicesOf(['minute', 'day']) },
      { name: 'left', label: 'Remaining requests', hint, kind: 'integer', initial: String(remaining), isFirst: true },
    ];
  };
  const set = async (values: FormValues) => {
    if (values.left?.trim() === '') throw new Error('Enter a number, such as 3.');
    await limits.set({ key: state.alias, remaining: Number(values.left), window: windowOf(values) });
  };
  return (
    <DialogForm
      fields={fields}
      submitLabel="Set"
      onSubmit={set}
      done={(values) => `${name} has ${Number(values.left)} left this ${windowOf(values)}.`}
    />
  );
}

const banHint = 'Such as 5m or 2h. Empty: the default of the behaviour.';
const banField: FormField = { name: 'length', label: 'Duration', hint: banHint, placeholder: '5m' };

/** Bans a key. */
export function BanForm({ state, name }: KeyFormProps) {
  const { keys } = useRoom().live.client;
  const ban = ({ length = '' }: FormValues) =>
    keys.ban({ key: state.alias, ...(length.trim() !== '' && { for: length.trim() }) });
  return <DialogForm fields={() => [banField]} submitLabel="Ban" onSubmit={ban} done={() => `${name} was banned.`} />;
}
