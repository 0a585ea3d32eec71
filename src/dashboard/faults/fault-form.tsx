import { useState } from 'preact/hooks';
import { operationIds } from '../../spec/operations.js';
import type { Live } from '../live/live.js';
import { Card, ErrorNotice } from '../parts/card.js';
import { Button, SelectField, TextField } from '../parts/controls.js';
import { useAction } from '../parts/use-action.js';
import { type DraftProps, emptyDraft, type FaultDraft, faultFromDraft } from './fault-draft.js';

/** A form for any fault that the fake supports. */
export function FaultForm({ live }: { readonly live: Live }) {
  const { run, error, isRunning } = useAction();
  const [draft, setDraft] = useState(emptyDraft);
  const onChange = (change: Partial<FaultDraft>) => setDraft((before) => ({ ...before, ...change }));
  const submit = (event: Event) => {
    event.preventDefault();
    void run(() => live.client.faults.add(faultFromDraft(draft)), 'The fault was added.');
  };
  return (
    <Card title="Custom fault">
      <form class="fault-form" onSubmit={submit}>
        <fieldset>
          <legend>Which requests</legend>
          <RequestFields live={live} draft={draft} onChange={onChange} />
        </fieldset>
        <fieldset>
          <legend>Effect</legend>
          <EffectFields draft={draft} onChange={onChange} />
        </fieldset>
        <ErrorNotice message={error} />
        <div class="row">
          <Button kind="main" type="submit" disabled={isRunning}>
            Add the fault
          </Button>
          <Button kind="quiet" onClick={() => setDraft(emptyDraft)}>
            Start over
          </Button>
        </div>
      </form>
    </Card>
  );
}

const operations = ['any', ...operationIds];

/** Which requests a fault applies to. */
function RequestFields({ live, draft, onChange }: DraftProps & { readonly live: Live }) {
  return (
    <div class="fault-fields">
      <SelectField
        label="Operation"
        choices={operations}
        value={draft.operation}
        onValue={(operation) => onChange({ operation })}
      />
      <KeyField live={live} draft={draft} onChange={onChange} />
      <TextField
        label="Share"
        hint="From 0 to 1."
        inputMode="decimal"
        placeholder="1: all"
        value={draft.probability}
        onValue={(probability) => onChange({ probability })}
      />
      <TextField
        label="Count"
        hint="Then it ends."
        inputMode="numeric"
        placeholder="until removed"
        value={draft.count}
        onValue={(count) => onChange({ count })}
      />
      <TextField
        label="Seed"
        hint="The same seed affects the same requests."
        inputMode="numeric"
        placeholder="1"
        value={draft.seed}
        onValue={(seed) => onChange({ seed })}
      />
    </div>
  );
}

/** A list of the keys, or a text field if there are more keys than the page has loaded. */
function KeyField({ live, draft, onChange }: DraftProps & { readonly live: Live }) {
  const keys = live.keys.value;
  const field = { label: 'Key', value: draft.key, onValue: (key: string) => onChange({ key }) };
  if (keys !== undefined && keys.total > keys.items.length) {
    return <TextField {...field} placeholder="every key, or key#1" />;
  }
  const known = keys?.items.map(({ alias, name }) => ({ value: alias, label: name ?? alias })) ?? [];
  return <SelectField {...field} choices={[{ value: '', label: 'every key' }, ...known]} />;
}

/** The parameters of each kind of delay. */
const delayParameters = {
  none: [],
  fixed: [['delayMs', 'Milliseconds']],
  normal: [
    ['mean', 'Mean, ms'],
    ['deviation', 'Deviation, ms'],
  ],
  lognormal: [
    ['median', 'Median, ms'],
    ['sigma', 'Sigma'],
  ],
} as const satisfies Record<FaultDraft['delay'], readonly (readonly [keyof FaultDraft, string])[]>;

const responses = [
  { value: 'status', label: 'error status' },
  { value: 'reset', label: 'none: connection reset' },
  { value: 'usual', label: 'unchanged' },
] as const;
const delays = ['none', 'fixed', 'normal', { value: 'lognormal', label: 'lognormal (long tail)' }] as const;
const bodies = [{ value: '', label: 'unchanged' }, 'truncated', 'malformed'] as const;

/** The effect of a fault. */
function EffectFields({ draft, onChange }: DraftProps) {
  return (
    <div class="fault-fields">
      <SelectField
        label="Response"
        choices={responses}
        value={draft.response}
        onValue={(response) => onChange({ response })}
      />
      {draft.response === 'status' && (
        <TextField
          label="Status"
          hint="From 400 to 599."
          inputMode="numeric"
          value={draft.status}
          onValue={(status) => onChange({ status })}
        />
      )}
      <SelectField label="Delay" choices={delays} value={draft.delay} onValue={(delay) => onChange({ delay })} />
      {delayParameters[draft.delay].map(([name, label]) => (
        <TextField
          key={name}
          label={label}
          inputMode="decimal"
          value={draft[name]}
          onValue={(value) => onChange({ [name]: value })}
        />
      ))}
      {draft.response !== 'reset' && (
        <>
          <SelectField label="Body" choices={bodies} value={draft.body} onValue={(body) => onChange({ body })} />
          <TextField
            label="Slow drip, ms"
            hint="Sends the body in pieces over this time."
            inputMode="numeric"
            placeholder="at once"
            value={draft.dripMs}
            onValue={(dripMs) => onChange({ dripMs })}
          />
        </>
      )}
    </div>
  );
}
