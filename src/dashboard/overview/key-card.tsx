import { useId, useState } from 'preact/hooks';
import type { KeyState } from '../../admin/schemas/keys.js';
import { formatDuration } from '../../spec/times.js';
import type { Live } from '../live/live.js';
import { Badge } from '../parts/badge.js';
import { ErrorNotice } from '../parts/card.js';
import { Button } from '../parts/controls.js';
import { CopyButton } from '../parts/copy-button.js';
import { ConfirmDialog } from '../parts/dialog.js';
import { Menu } from '../parts/menu.js';
import { quotaTone, type Tone } from '../parts/tone.js';
import { useAction } from '../parts/use-action.js';
import { BanDialog, RemainingDialog } from './key-dialogs.js';
import { Gauge, QuotaGauge } from './quota-gauge.js';

const stateTones = { valid: 'ok', banned: 'failed', revoked: 'broken', expired: 'broken' } as const satisfies Record<
  KeyState['state'],
  Tone
>;

interface KeyCardProps {
  readonly live: Live;
  readonly state: KeyState;
}

/** One key: its plan, both windows, its ban, and all that can be done to it. */
export function KeyCard({ live, state }: KeyCardProps) {
  const { client } = live;
  const { run, error } = useAction();
  const [asked, setAsked] = useState<'remaining' | 'ban' | 'revoke' | 'delete'>();
  const id = useId();
  const close = () => setAsked(undefined);
  const { alias } = state;
  const name = state.name ?? alias;
  const isUsable = state.state === 'valid' || state.state === 'banned';

  const exhaust = () =>
    run(() => client.limits.set({ key: alias, remaining: 0 }), `${name} has no requests left this minute.`);
  const unban = () => run(() => client.keys.unban({ key: alias }), `${name} is no longer banned.`);
  const revoke = () => run(() => client.keys.revoke({ key: alias }), `${name} was revoked.`);
  const remove = () => run(() => client.keys.delete({ key: alias }), `${name} was deleted.`);
  const further = [
    ...(isUsable ? [{ label: 'Revoke…', isDanger: true, onChoose: () => setAsked('revoke') }] : []),
    { label: 'Delete…', isDanger: true, onChoose: () => setAsked('delete') },
  ];

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
          <BanBadge live={live} ban={state.ban} />
        )}
        <Menu label={`More for ${name}`} items={further} />
      </header>
      <div class="key-facts faint">
        <span class="key-plan">{state.plan}</span>
        {state.name !== null && <span>{alias}</span>}
        {state.expiresAt !== null && <Expiry live={live} expiresAt={state.expiresAt} />}
        {state.name !== null && <CopyButton text={state.name} what={`the key ${state.name}`} isQuiet />}
      </div>
      <div class="key-quotas">
        <WindowQuota live={live} window="minute" quota={state.minute} />
        <WindowQuota live={live} window="day" quota={state.day} />
      </div>
      {isUsable && (
        <div class="row">
          <Button isSmall aria-label={`Set remaining of ${name}`} onClick={() => setAsked('remaining')}>
            Set remaining
          </Button>
          <Button isSmall aria-label={`Exhaust ${name}`} onClick={exhaust}>
            Exhaust
          </Button>
          {state.state === 'banned' ? (
            <Button isSmall aria-label={`Unban ${name}`} onClick={unban}>
              Unban
            </Button>
          ) : (
            <Button isSmall aria-label={`Ban ${name}`} onClick={() => setAsked('ban')}>
              Ban
            </Button>
          )}
        </div>
      )}
      <ErrorNotice message={error} />
      <RemainingDialog live={live} state={state} name={name} isOpen={asked === 'remaining'} onClose={close} />
      <BanDialog live={live} state={state} name={name} isOpen={asked === 'ban'} onClose={close} />
      <ConfirmDialog
        label="Revoke"
        question={`Revoke ${name}?`}
        isOpen={asked === 'revoke'}
        onClose={close}
        onConfirm={revoke}
      >
        Requests with this key get 401 from now on. Only a reset or a snapshot restores it.
      </ConfirmDialog>
      <ConfirmDialog
        label="Delete"
        question={`Delete ${name}?`}
        isOpen={asked === 'delete'}
        onClose={close}
        onConfirm={remove}
      >
        Requests with this key get 401, as with an unknown key.
      </ConfirmDialog>
    </li>
  );
}

function Expiry({ live, expiresAt }: { readonly live: Live; readonly expiresAt: string }) {
  const leftMs = Date.parse(expiresAt) - (live.nowMs.value ?? 0);
  return <span>{leftMs > 0 ? `expires in ${formatDuration(leftMs)}` : 'expired'}</span>;
}

interface BanBadgeProps {
  readonly live: Live;
  readonly ban: NonNullable<KeyState['ban']>;
}

/** How long a ban is still to last: in words, and as a line at the top of the card that grows shorter. */
function BanBadge({ live, ban }: BanBadgeProps) {
  const fromMs = Date.parse(ban.from);
  const untilMs = Date.parse(ban.until);
  const leftMs = Math.max(0, untilMs - (live.nowMs.value ?? fromMs));
  return (
    <>
      <Badge tone="failed">banned for {formatDuration(leftMs)}</Badge>
      <div class="ban-line">
        <Gauge
          label="Time left of the ban"
          value={Math.round(leftMs / 1000)}
          most={Math.max(1, Math.round((untilMs - fromMs) / 1000))}
          text={formatDuration(leftMs)}
          tone="failed"
        />
      </div>
    </>
  );
}

interface WindowQuotaProps {
  readonly live: Live;
  readonly window: 'minute' | 'day';
  readonly quota: KeyState['minute'];
}

/** One of the two windows of a key of the fake: what is left, and when it is full again. */
function WindowQuota({ live, window, quota: { limit, remaining, resetsAt } }: WindowQuotaProps) {
  return (
    <QuotaGauge
      name={window === 'minute' ? 'Minute' : 'Day'}
      label={`Requests left in this ${window}`}
      limit={limit}
      remaining={remaining}
      tone={quotaTone(remaining, limit)}
    >
      {resetsAt === null ? 'nothing used' : <UntilReset live={live} resetsAt={resetsAt} />}
    </QuotaGauge>
  );
}

function UntilReset({ live, resetsAt }: { readonly live: Live; readonly resetsAt: string }) {
  const nowMs = live.nowMs.value;
  return <>{nowMs === undefined ? '' : `resets in ${formatDuration(Date.parse(resetsAt) - nowMs)}`}</>;
}
