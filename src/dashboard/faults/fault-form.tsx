import { useState } from 'preact/hooks';
import type { FaultOptions } from '../../admin/schemas/faults.js';
import { useRoom } from '../live/live.js';
import { Card, ErrorNotice } from '../parts/card.js';
import { Button, choicesOf } from '../parts/controls.js';
import { type FormField, FormFields, type FormValues, valuesOf } from '../parts/form.js';
import { keyChoices } from '../parts/format.js';
import { useAction } from '../parts/use-action.js';

/** A form for any fault that the fake supports. */
export function FaultForm() {
  const { live } = useRoom();
  const { run, error, isRunning } = useAction();
  const [typed, setTyped] = useState<FormValues>({});
  const submit = (event: Event) => {
    event.preventDefault();
    void run(() => live.client.faults.add(faultFrom(typed)), 'The fault was added.');
  };
  return (
    <Card title="Custom fault">
      <form class="fault-form" onSubmit={submit}>
        <fieldset>
          <legend>Which requests</legend>
          <div class="fault-fields">
            <FormFields
              fields={requestFields(live.operationIds.value, keyChoices(live.keys.value))}
              typed={typed}
              onType={setTyped}
            />
          </div>
        </fieldset>
        <fieldset>
          <legend>Effect</legend>
          <div class="fault-fields">
            <FormFields fields={effectFields(typed)} typed={typed} onType={setTyped} />
          </div>
        </fieldset>
        <ErrorNotice message={error} />
        <div class="row">
          <Button kind="main" type="submit" disabled={isRunning}>
            Add the fault
          </Button>
          <Button kind="quiet" onClick={() => setTyped({})}>
            Start over
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** Which requests a fault applies to. */
function requestFields(operations: readonly string[], keys: NonNullable<FormField['choices']>): FormField[] {
  const seedHint = 'The same seed affects the same requests.';
  return [
    { name: 'operation', label: 'Operation', initial: 'any', choices: choicesOf(['any', ...operations]) },
    { name: 'key', label: 'Key', choices: [{ value: '', label: 'every key' }, ...keys] },
    { name: 'probability', label: 'Share', hint: 'From 0 to 1.', kind: 'decimal', placeholder: '1: all' },
    { name: 'count', label: 'Count', hint: 'Then it ends.', kind: 'integer', placeholder: 'until removed' },
    { name: 'seed', label: 'Seed', hint: seedHint, kind: 'integer', placeholder: '1' },
  ];
}

const responses = [
  { value: 'status', label: 'error status' },
  { value: 'reset', label: 'none: connection reset' },
  { value: 'usual', label: 'unchanged' },
];
const bodies = [{ value: '', label: 'unchanged' }, ...choicesOf(['truncated', 'malformed'])];
const dripHint = 'Sends the body in pieces over this time.';

/** The effect of a fault: only the fields that apply to what was chosen. */
function effectFields({ response = 'status' }: FormValues): FormField[] {
  const all: FormField[] = [
    { name: 'response', label: 'Response', initial: 'status', choices: responses },
    { name: 'status', label: 'Status', hint: 'From 400 to 599.', kind: 'integer', initial: '503' },
    { name: 'delayMs', label: 'Delay, ms', kind: 'decimal', placeholder: 'none' },
    { name: 'body', label: 'Body', choices: bodies },
    { name: 'dripMs', label: 'Slow drip, ms', hint: dripHint, kind: 'integer', placeholder: 'at once' },
  ];
  const hidden = { status: [], reset: ['status', 'body', 'dripMs'], usual: ['status'] }[response] ?? [];
  return all.filter(({ name }) => !hidden.includes(name));
}

/**
 * Returns the request body for what was typed. Text that is not a number is sent as it is: the server's error names a valid
 * value.
 */
export function faultFrom(typed: FormValues): FaultOptions {
  const fields = [...requestFields([], []), ...effectFields(typed)];
  const { response, ...values } = valuesOf(fields, typed);
  const options: Record<string, unknown> = {};
  for (const { name, kind } of fields) {
    const text = values[name]?.trim() ?? '';
    if (text !== '') options[name] = kind !== undefined && Number.isFinite(Number(text)) ? Number(text) : text;
  }
  if (response === 'reset') options.network = 'reset';
  return options;
}
