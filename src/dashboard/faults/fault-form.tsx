import { useState } from 'preact/hooks';
import { operationIds } from '../../spec/operations.js';
import type { Live } from '../live/live.js';
import { Card, ErrorNotice } from '../parts/card.js';
import { Button, Field } from '../parts/controls.js';
import { useAction } from '../parts/use-action.js';
import { type DraftProps, emptyDraft, type FaultDraft, faultFromDraft } from './fault-draft.js';

/** Describes any fault that the fake knows. */
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

/** Which requests a fault meets. */
function RequestFields({ live, draft, onChange }: DraftProps & { readonly live: Live }) {
  return (
    <div class="fault-fields">
      <Field label="Operation">
        <select
          class="select"
          value={draft.operation}
          onChange={(event) => onChange({ operation: event.currentTarget.value })}
        >
          <option value="any">any</option>
          {operationIds.map((id) => (
            <option key={id}>{id}</option>
          ))}
        </select>
      </Field>
      <Field label="Key">
        <KeyChoice live={live} draft={draft} onChange={onChange} />
      </Field>
      <Field label="Share" hint="From 0 to 1.">
        <input
          class="input"
          inputMode="decimal"
          placeholder="1: all"
          value={draft.probability}
          onInput={(event) => onChange({ probability: event.currentTarget.value })}
        />
      </Field>
      <Field label="Count" hint="Then it ends.">
        <input
          class="input"
          inputMode="numeric"
          placeholder="until removed"
          value={draft.count}
          onInput={(event) => onChange({ count: event.currentTarget.value })}
        />
      </Field>
      <Field label="Seed" hint="The same seed affects the same requests.">
        <input
          class="input"
          inputMode="numeric"
          placeholder="1"
          value={draft.seed}
          onInput={(event) => onChange({ seed: event.currentTarget.value })}
        />
      </Field>
    </div>
  );
}

/** Where there are more keys than the page has read, a pseudonym is typed. */
function KeyChoice({ live, draft, onChange }: DraftProps & { readonly live: Live }) {
  const keys = live.keys.value;
  if (keys !== undefined && keys.total > keys.items.length) {
    return (
      <input
        class="input"
        placeholder="every key, or key#1"
        value={draft.key}
        onInput={(event) => onChange({ key: event.currentTarget.value })}
      />
    );
  }
  return (
    <select class="select" value={draft.key} onChange={(event) => onChange({ key: event.currentTarget.value })}>
      <option value="">every key</option>
      {keys?.items.map(({ alias, name }) => (
        <option key={alias} value={alias}>
          {name ?? alias}
        </option>
      ))}
    </select>
  );
}

/** The lengths of time that each kind of delay is made of. */
const lengths = {
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

/** What a fault does to the requests that it meets. */
function EffectFields({ draft, onChange }: DraftProps) {
  const hasBody = draft.response !== 'reset';
  return (
    <div class="fault-fields">
      <Field label="Response">
        <select
          class="select"
          value={draft.response}
          onChange={(event) => onChange({ response: event.currentTarget.value as FaultDraft['response'] })}
        >
          <option value="status">error status</option>
          <option value="reset">none: connection reset</option>
          <option value="usual">unchanged</option>
        </select>
      </Field>
      {draft.response === 'status' && (
        <Field label="Status" hint="From 400 to 599.">
          <input
            class="input"
            inputMode="numeric"
            value={draft.status}
            onInput={(event) => onChange({ status: event.currentTarget.value })}
          />
        </Field>
      )}
      <Field label="Delay">
        <select
          class="select"
          value={draft.delay}
          onChange={(event) => onChange({ delay: event.currentTarget.value as FaultDraft['delay'] })}
        >
          <option value="none">none</option>
          <option value="fixed">fixed</option>
          <option value="normal">normal</option>
          <option value="lognormal">lognormal (long tail)</option>
        </select>
      </Field>
      {lengths[draft.delay].map(([name, label]) => (
        <Field key={name} label={label}>
          <input
            class="input"
            inputMode="decimal"
            value={draft[name]}
            onInput={(event) => onChange({ [name]: event.currentTarget.value })}
          />
        </Field>
      ))}
      {hasBody && (
        <>
          <Field label="Body">
            <select
              class="select"
              value={draft.body}
              onChange={(event) => onChange({ body: event.currentTarget.value as FaultDraft['body'] })}
            >
              <option value="">unchanged</option>
              <option value="truncated">truncated</option>
              <option value="malformed">malformed</option>
            </select>
          </Field>
          <Field label="Slow drip, ms" hint="Sends the body in pieces over this time.">
            <input
              class="input"
              inputMode="numeric"
              placeholder="at once"
              value={draft.dripMs}
              onInput={(event) => onChange({ dripMs: event.currentTarget.value })}
            />
          </Field>
        </>
      )}
    </div>
  );
}
