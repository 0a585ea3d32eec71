import { useId } from 'preact/hooks';
import type { KeyState } from '../../admin/schemas/keys.js';
import { formatDuration } from '../../json/times.js';
import { useRoom } from '../live/live.js';
import { Badge } from '../parts/badge.js';
import { ErrorNotice } from '../parts/card.js';
import { Button } from '../parts/controls.js';
import { CopyButton } from '../parts/copy-and-save.js';
import { ConfirmButton, useDialogs } from '../parts/dialog.js';
import { countOf } from '../parts/format.js';
import { quotaTone, type Tone } from '../parts/tone.js';
import { type Run, useAction } from '../parts/use-action.js';
import { BanForm, RemainingForm } from './key-dialogs.js';

const stateTones = { valid: 'ok', banned: 'failed', revoked: 'broken', expired: 'broken' } as const satisfies Record<
  KeyState['state'],
  Tone
>;

/** One key: its plan, both windows, its ban, and its actions. */
export function KeyCard({ state }: { readonly state: KeyState }) {
  const { run, error } = useAction();
  const id = useId();
  const key = state.alias;
  const name = state.name ?? key;
  return (
    <li class="card key-card" aria-labelledby={id}>
      <header class="key-head">
        <h3 class="mono" id={id}>
          {name}
        </h3>
        <span class="push" />
        {state.ban === null ? (
          <Badge tone={stateTones[state.state]}>{state.state}</Badge>
        ) : (
          <BanBadge ban={state.ban} />
        )}
      </header>
      <div class="key-facts faint">
        <span class="key-plan">{state.plan}</span>
        {state.name !== null && <span>{key}</span>}
        {state.expiresAt !== null && <Expiry expiresAt={state.expiresAt} />}
        {state.name !== null && <CopyButton text={state.name} what={`the key ${state.name}`} isQuiet />}
      </div>
      <div class="key-quotas">
        <WindowQuota name="Minute" quota={state.minute} />
        <WindowQuota name="Day" quota={state.day} />
      </div>
      <KeyActions state={state} name={name} run={run} />
      <ErrorNotice message={error} />
    </li>
  );
}

interface KeyActionsProps {
  readonly state: KeyState;
  readonly name: string;
  readonly run: Run;
}

function KeyActions({ state, name, run }: KeyActionsProps) {
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

function Expiry({ expiresAt }: { readonly expiresAt: string }) {
  const leftMs = Date.parse(expiresAt) - (useRoom().live.nowMs.value ?? 0);
  return <span>{leftMs > 0 ? `expires in ${formatDuration(leftMs)}` : 'expired'}</span>;
}

/** The time left of a ban. */
function BanBadge({ ban }: { readonly ban: NonNullable<KeyState['ban']> }) {
  const { live } = useRoom();
  const untilMs = Date.parse(ban.until);
  const leftMs = Math.max(0, untilMs - (live.nowMs.value ?? untilMs));
  return <Badge tone="failed">banned for {formatDuration(leftMs)}</Badge>;
}

interface WindowQuotaProps {
  readonly name: 'Minute' | 'Day';
  readonly quota: KeyState['minute'];
}

/** How many requests are left of how many, and when it is full again. */
function WindowQuota({ name, quota: { limit, remaining, resetsAt } }: WindowQuotaProps) {
  const tone = quotaTone(remaining, limit);
  const share = limit > 0 ? Math.min(1, remaining / limit) : 0;
  return (
    <div class="quota">
      <div class="quota-line">
        <span class="soft">{name}</span>
        <span>
          <strong class={tone && `is-${tone} quota-left`}>{countOf(remaining)}</strong>
          <span class="faint"> of {countOf(limit)} left</span>
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
      <p class="quota-reset faint">{resetsAt === null ? 'nothing used' : <UntilReset resetsAt={resetsAt} />}</p>
    </div>
  );
}

function UntilReset({ resetsAt }: { readonly resetsAt: string }) {
  const nowMs = useRoom().live.nowMs.value;
  return <>{nowMs === undefined ? '' : `resets in ${formatDuration(Date.parse(resetsAt) - nowMs)}`}</>;
}
