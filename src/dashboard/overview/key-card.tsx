import { useId } from 'preact/hooks';
import type { KeyState, MintedKey } from '../../admin/schemas/keys.js';
import { formatDuration } from '../../json/times.js';
import { type PlanName, planNames } from '../../service/plans.js';
import { useRoom } from '../live/live.js';
import { Button, choicesOf } from '../parts/controls.js';
import { CopyButton, CopyCode } from '../parts/copy-and-save.js';
import { ConfirmButton, useDialogs } from '../parts/dialog.js';
import { Badge, ErrorNotice, formatCount, quotaTone, type Tone } from '../parts/display.js';
import { DialogForm, type FormField, type FormValues } from '../parts/form.js';
import { type Run, useAction } from '../parts/use-action.js';

const stateTones = { valid: 'ok', banned: 'failed', revoked: 'broken', expired: 'broken' } as const satisfies Record<
  KeyState['state'],
  Tone
>;

export function KeyCard({ state }: { readonly state: KeyState }) {
  const { run, error } = useAction();
  const id = useId();
  const key = state.alias;
  const name = state.name ?? key;
  const nowMs = useRoom().live.nowMs.value ?? 0;
  return (
    <li class="card key-card" aria-labelledby={id}>
      <header class="key-head">
        <h3 class="mono" id={id}>
          {name}
        </h3>
        <span class="push" />
        <Badge tone={state.ban === null ? stateTones[state.state] : 'failed'}>
          {state.ban === null ? state.state : `banned for ${timeUntil(state.ban.until, nowMs)}`}
        </Badge>
      </header>
      <div class="key-facts faint">
        <span class="key-plan">{state.plan}</span>
        {state.name !== null && <span>{key}</span>}
        {state.expiresAt !== null && (
          <span>
            {Date.parse(state.expiresAt) > nowMs ? `expires in ${timeUntil(state.expiresAt, nowMs)}` : 'expired'}
          </span>
        )}
        {state.name !== null && <CopyButton text={state.name} what={`the key ${state.name}`} isQuiet />}
      </div>
      <div class="key-quotas">
        <WindowQuota name="Minute" quota={state.minute} nowMs={nowMs} />
        <WindowQuota name="Day" quota={state.day} nowMs={nowMs} />
      </div>
      <KeyActions state={state} name={name} run={run} />
      <ErrorNotice message={error} />
    </li>
  );
}

function KeyActions({ state, name, run }: { readonly state: KeyState; readonly name: string; readonly run: Run }) {
  const { keys, limits } = useRoom().live.client;
  const { open } = useDialogs();
  const key = state.alias;
  const isUsable = state.state === 'valid' || state.state === 'banned';
  const actions = {
    'Set remaining': () => open(`Remaining requests of ${name}`, <RemainingForm state={state} name={name} />),
    Exhaust: () => run(() => limits.set({ key, remaining: 0 }), `${name} has no requests left this minute.`),
    ...(state.state === 'banned'
      ? { Unban: () => run(() => keys.unban({ key }), `${name} is no longer banned.`) }
      : { Ban: () => open(`Ban ${name}`, <BanForm state={state} name={name} />) }),
  };
  const revoke = () => run(() => keys.revoke({ key }), `${name} was revoked.`);
  const remove = () => run(() => keys.delete({ key }), `${name} was deleted.`);
  return (
    <div class="row">
      {isUsable &&
        Object.entries(actions).map(([label, act]) => (
          <Button
            key={label}
            isSmall
            aria-label={label === 'Set remaining' ? `${label} of ${name}` : `${label} ${name}`}
            onClick={() => void act()}
          >
            {label}
          </Button>
        ))}
      {isUsable && (
        <ConfirmButton isSmall label="Revoke" object={name} question={`Revoke ${name}?`} onConfirm={revoke}>
          Requests with it get 401 from then on. Only a reset of the world brings a sample key back.
        </ConfirmButton>
      )}
      <ConfirmButton isSmall label="Delete" object={name} question={`Delete ${name}?`} onConfirm={remove}>
        Requests with it get 401, as with an unknown key. Only a reset of the world brings a sample key back.
      </ConfirmButton>
    </div>
  );
}

function timeUntil(at: string, nowMs: number): string {
  return formatDuration(Math.max(0, Date.parse(at) - nowMs));
}

interface WindowQuotaProps {
  readonly name: 'Minute' | 'Day';
  readonly quota: KeyState['minute'];
  readonly nowMs: number;
}

function WindowQuota({ name, quota: { limit, remaining, resetsAt }, nowMs }: WindowQuotaProps) {
  const tone = quotaTone(remaining, limit);
  const share = limit > 0 ? Math.min(1, remaining / limit) : 0;
  return (
    <div class="quota">
      <div class="quota-line">
        <span class="soft">{name}</span>
        <span>
          <strong class={tone && `is-${tone} quota-left`}>{formatCount(remaining)}</strong>
          <span class="faint"> of {formatCount(limit)} left</span>
        </span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: every browser draws a meter element in another way. */}
      <div
        class={tone === undefined ? 'gauge' : `gauge is-${tone}`}
        role="meter"
        aria-label={`Requests left in this ${name.toLowerCase()}`}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={remaining}
        aria-valuetext={`${remaining} of ${limit} left`}
      >
        <span style={{ transform: `scaleX(${share})` }} />
      </div>
      <p class="quota-reset faint">{resetsAt === null ? 'nothing used' : `resets in ${timeUntil(resetsAt, nowMs)}`}</p>
    </div>
  );
}

const planField = { name: 'plan', initial: 'free', choices: choicesOf(planNames) };
const lifetimeHint = 'Such as 1h, by the clock of the world. Empty: never expires.';

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

function RemainingForm({ state, name }: KeyFormProps) {
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

function BanForm({ state, name }: KeyFormProps) {
  const { keys } = useRoom().live.client;
  const ban = ({ length = '' }: FormValues) =>
    keys.ban({ key: state.alias, ...(length.trim() !== '' && { for: length.trim() }) });
  return <DialogForm fields={() => [banField]} submitLabel="Ban" onSubmit={ban} done={() => `${name} was banned.`} />;
}
