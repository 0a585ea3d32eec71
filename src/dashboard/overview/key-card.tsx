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

type Question = 'remaining' | 'ban' | 'revoke' | 'delete';

/** One key: its plan, both windows, its ban, and its actions. */
export function KeyCard({ live, state }: KeyCardProps) {
  const { run, error } = useAction();
  const [asked, setAsked] = useState<Question>();
  const id = useId();
  const name = state.name ?? state.alias;
  const isUsable = state.state === 'valid' || state.state === 'banned';
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
        {state.name !== null && <span>{state.alias}</span>}
        {state.expiresAt !== null && <Expiry live={live} expiresAt={state.expiresAt} />}
        {state.name !== null && <CopyButton text={state.name} what={`the key ${state.name}`} isQuiet />}
      </div>
      <div class="key-quotas">
        <WindowQuota live={live} window="minute" quota={state.minute} />
        <WindowQuota live={live} window="day" quota={state.day} />
      </div>
      {isUsable && <KeyActions live={live} state={state} name={name} run={run} onAsk={setAsked} />}
      <ErrorNotice message={error} />
      <KeyDialogs live={live} state={state} name={name} run={run} asked={asked} onClose={() => setAsked(undefined)} />
    </li>
  );
}

interface KeyPartProps extends KeyCardProps {
  readonly name: string;
  readonly run: ReturnType<typeof useAction>['run'];
}

/** The buttons of a key that can be used. */
function KeyActions(props: KeyPartProps & { readonly onAsk: (question: Question) => void }) {
  const { live, state, name, run, onAsk } = props;
  const { keys, limits } = live.client;
  const key = state.alias;
  const exhaust = () => run(() => limits.set({ key, remaining: 0 }), `${name} has no requests left this minute.`);
  const unban = () => run(() => keys.unban({ key }), `${name} is no longer banned.`);
  return (
    <div class="row">
      <Button isSmall aria-label={`Set remaining of ${name}`} onClick={() => onAsk('remaining')}>
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
        <Button isSmall aria-label={`Ban ${name}`} onClick={() => onAsk('ban')}>
          Ban
        </Button>
      )}
    </div>
  );
}

/** The dialogs of a key, at most one of which is open. */
function KeyDialogs(props: KeyPartProps & { readonly asked: Question | undefined; readonly onClose: () => void }) {
  const { live, state, name, run, asked, onClose } = props;
  const { keys } = live.client;
  const key = state.alias;
  const dialog = { live, state, name, onClose };
  return (
    <>
      <RemainingDialog {...dialog} isOpen={asked === 'remaining'} />
      <BanDialog {...dialog} isOpen={asked === 'ban'} />
      <ConfirmDialog
        label="Revoke"
        question={`Revoke ${name}?`}
        isOpen={asked === 'revoke'}
        onClose={onClose}
        onConfirm={() => run(() => keys.revoke({ key }), `${name} was revoked.`)}
      >
        Requests with this key get 401 from now on. Only a reset or a snapshot restores it.
      </ConfirmDialog>
      <ConfirmDialog
        label="Delete"
        question={`Delete ${name}?`}
        isOpen={asked === 'delete'}
        onClose={onClose}
        onConfirm={() => run(() => keys.delete({ key }), `${name} was deleted.`)}
      >
        Requests with this key get 401, as with an unknown key.
      </ConfirmDialog>
    </>
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

/** The time left of a ban, in words and as a line at the top of the card. */
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

/** One window of a key: what is left, and when it resets. */
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
