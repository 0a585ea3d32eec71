import { useId } from 'preact/hooks';
import type { KeyState } from '../../admin/schemas/keys.js';
import { formatDuration } from '../../json/times.js';
import { useRoom } from '../live/live.js';
import { Badge } from '../parts/badge.js';
import { ErrorNotice } from '../parts/card.js';
import { Button } from '../parts/controls.js';
import { CopyButton } from '../parts/copy-and-save.js';
import { ConfirmButton, useDialogs } from '../parts/dialog.js';
import { formatCount } from '../parts/format.js';
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

/** How many requests are left of how many, and when it is full again. */
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
