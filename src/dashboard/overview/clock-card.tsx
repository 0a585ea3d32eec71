import { useState } from 'preact/hooks';
import { dayOf, timeOfDay } from '../../json/times.js';
import { useRoom } from '../live/live.js';
import { Card, ErrorNotice } from '../parts/card.js';
import { Button, Segments, TextField } from '../parts/controls.js';
import { useAction } from '../parts/use-action.js';

const scales = [
  { value: 1, label: '1×', title: 'Real time' },
  { value: 10, label: '10×', title: 'Ten seconds per second' },
  { value: 60, label: '60×', title: 'A minute per second' },
  { value: 3600, label: '3600×', title: 'An hour per second' },
] as const;
const steps = ['61s', '1m', '1h', '1d'] as const;

/** The time of the world, and the controls of its clock. */
export function ClockCard() {
  const { live } = useRoom();
  const { clock } = live.client;
  const { run, error } = useAction();
  const scale = live.clock.value?.scale;
  const isFrozen = scale === 0;

  const freeze = () => run(() => clock.freeze(), 'The clock is frozen.');
  const go = (speed: number) => run(() => clock.run({ scale: speed }), `The clock runs at ${speed}×.`);
  const advance = (by: string) => run(() => clock.advance({ by }), `The clock moved ${by} forward.`);
  const set = (to: string) => run(() => clock.set({ to }), `The clock is set to ${to}.`);

  return (
    <Card title="Clock" class="clock-card">
      <div class="stack">
        <BigTime />
        <div class="row">
          <Button kind={isFrozen ? 'main' : 'plain'} onClick={isFrozen ? () => go(1) : freeze}>
            {isFrozen ? 'Run' : 'Freeze'}
          </Button>
          <Segments label="Speed of the clock" choices={scales} value={scale} onValue={go} />
        </div>
        <div class="row">
          {steps.map((step) => (
            <Button key={step} isSmall aria-label={`Advance by ${step}`} onClick={() => advance(step)}>
              +{step}
            </Button>
          ))}
          <InlineForm label="Advance by a duration, such as 90m" example="90m" button="Advance" onSubmit={advance} />
        </div>
        <InlineForm
          label="Set the clock, such as to 2027-12-31T00:00:00Z"
          example="2027-12-31T00:00:00Z"
          button="Set"
          onSubmit={set}
        />
        <ErrorNotice message={error} />
      </div>
    </Card>
  );
}

function BigTime() {
  const nowMs = useRoom().live.nowMs.value;
  if (nowMs === undefined) return <p class="big-time">–</p>;
  return (
    <p>
      <time dateTime={new Date(nowMs).toISOString()}>
        <span class="big-time">{timeOfDay(nowMs)}</span>
        <span class="soft">{dayOf(nowMs)}, UTC</span>
      </time>
    </p>
  );
}

interface InlineFormProps {
  readonly label: string;
  readonly example: string;
  readonly button: 'Advance' | 'Set';
  readonly onSubmit: (text: string) => unknown;
}

/** One text field with a button. The server checks the text, and its error names a valid value. */
function InlineForm({ label, example, button, onSubmit }: InlineFormProps) {
  const [text, setText] = useState('');
  const submit = (event: Event) => {
    event.preventDefault();
    if (text.trim() !== '') onSubmit(text.trim());
  };
  return (
    <form class={button === 'Set' ? 'set-clock-form' : 'advance-form'} onSubmit={submit}>
      <TextField label={label} isLabelHidden placeholder={example} value={text} onValue={setText} />
      <Button type="submit">{button}</Button>
    </form>
  );
}
