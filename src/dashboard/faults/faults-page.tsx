import { useState } from 'preact/hooks';
import type { FaultOptions, FaultState } from '../../admin/schemas/faults.js';
import type { ScenarioList } from '../../admin/schemas/world.js';
import { numberOr } from '../behaviour/questions.js';
import { useRoom } from '../live/live.js';
import { Button, choicesOf } from '../parts/controls.js';
import { ResetButton } from '../parts/dialog.js';
import { Card, EmptyState, ErrorNotice, formatCount, keyChoices, nameOfKey } from '../parts/display.js';
import { type FormField, FormFields, type FormValues, valuesOf } from '../parts/form.js';
import { type Run, useAction, useLoaded } from '../parts/use-action.js';

export function FaultsPage() {
  return (
    <div class="faults-page">
      <div class="stack">
        <FaultList />
        <FaultForm />
      </div>
      <ScenariosCard />
    </div>
  );
}

function FaultList() {
  const { live } = useRoom();
  const { client } = live;
  const { run, error } = useAction();
  const faults = live.faults.value?.items ?? [];
  const clear = () => run(() => client.faults.clear(), 'All faults were removed.');
  return (
    <Card
      title="Active faults"
      aside={
        faults.length > 0 && (
          <Button isSmall onClick={clear}>
            Clear all
          </Button>
        )
      }
      isFlush
    >
      {faults.length === 0 && (
        <EmptyState title="No active faults">
          <p>Add a fault, define one, or run a scenario. It applies from the next request.</p>
        </EmptyState>
      )}
      <ul class="fault-list">
        {faults.map((fault) => (
          <FaultLine key={fault.id} fault={fault} run={run} />
        ))}
      </ul>
      <ErrorNotice message={error} />
    </Card>
  );
}

function FaultLine({ fault, run }: { readonly fault: FaultState; readonly run: Run }) {
  const { live } = useRoom();
  const { id } = fault;
  const text = describeFault(fault, (alias) => nameOfKey(live.keys.value, alias));
  const remove = () => run(() => live.client.faults.remove({ id }), `Fault ${id} was removed.`);
  const isDrawn = (fault.probability ?? 1) < 1;
  return (
    <li class="fault-line">
      <span class="fault-id mono" title="Id in the journal">
        {id}
      </span>
      <div class="fault-words">
        <p>{text}</p>
        <p class="small soft">
          {describeProgress(fault)}
          {isDrawn && `, seed ${fault.seed ?? 1}`}
        </p>
      </div>
      <Button kind="quiet" isSmall aria-label={`Remove fault ${id}: ${text}`} onClick={remove}>
        Remove
      </Button>
    </li>
  );
}

function ScenariosCard() {
  const { client } = useRoom().live;
  const { run, error } = useAction();
  const { value, problem } = useLoaded(() => client.scenarios.list(), [client]);
  return (
    <Card title="Scenarios" aside={<ResetButton isSmall run={run} />} isFlush>
      <p class="scenarios-words small soft">
        A scenario changes the current state of the world, until you reset the world or restore a snapshot.
      </p>
      <ErrorNotice message={error ?? problem} />
      <ul class="scenarios">
        {value?.items.map((scenario) => (
          <ScenarioItem key={scenario.name} {...scenario} />
        ))}
      </ul>
    </Card>
  );
}

function ScenarioItem({ name, description }: ScenarioList['items'][number]) {
  const { live } = useRoom();
  const { run, error, isRunning } = useAction();
  const play = () => run(() => live.client.scenarios.play({ name }), `Ran: ${description}.`);
  return (
    <li class="scenario">
      <div class="row">
        <h3>{name}</h3>
        <span class="push" />
        <Button isSmall aria-label={`Run ${name}`} disabled={isRunning} onClick={play}>
          Run
        </Button>
      </div>
      <p class="small soft">{`${description.charAt(0).toUpperCase()}${description.slice(1)}.`}</p>
      <ErrorNotice message={error} />
    </li>
  );
}

/** Describes a fault, such as `Every updateInventory of key#2 → 503`. `nameOf` returns the label of a key. */
export function describeFault(fault: FaultState, nameOf: (alias: string) => string = (alias) => alias): string {
  return `${whichRequests(fault, nameOf)} → ${[...effectsOf(fault)].join(', ')}`;
}

/** Returns how often a fault applied and will apply, such as `3 left, applied 14×`. */
export function describeProgress({ left, met }: FaultState): string {
  const behind = met === 0 ? 'not applied yet' : `applied ${formatCount(met)}×`;
  return left === null ? behind : `${formatCount(left)} left, ${behind}`;
}

function whichRequests({ operation, key, left, ...fault }: FaultState, nameOf: (alias: string) => string): string {
  const share = fault.probability ?? 1;
  const what = operation === 'any' ? 'request' : operation;
  const many = operation === 'any' ? 'requests' : operation;
  const of = key === null ? '' : ` of ${nameOf(key)}`;
  if (share < 1) return `${Number((share * 100).toPrecision(3))} % of ${many}${of}`;
  if (left === null) return `Every ${what}${of}`;
  return left === 1 ? `The next ${what}${of}` : `The next ${formatCount(left)} ${many}${of}`;
}

function* effectsOf({ status, network, body, delayMs, dripMs }: FaultState): Generator<string> {
  if (status !== undefined) yield String(status);
  if (network !== undefined) yield 'connection reset';
  if (body === 'truncated') yield 'truncated body';
  if (body === 'malformed') yield 'malformed body';
  if (delayMs !== undefined) yield `after ${timeOf(delayMs)}`;
  if (dripMs !== undefined) yield `body drips over ${timeOf(dripMs)}`;
}

function timeOf(ms: number): string {
  return ms >= 1_000 ? `${Number((ms / 1_000).toPrecision(3))} s` : `${Number(ms.toPrecision(3))} ms`;
}

function FaultForm() {
  const { live } = useRoom();
  const { run, error, isRunning } = useAction();
  const [typed, setTyped] = useState<FormValues>({});
  const groups = {
    'Which requests': requestFields(live.operationIds.value, keyChoices(live.keys.value)),
    Effect: effectFields(typed),
  };
  const submit = (event: Event) => {
    event.preventDefault();
    void run(() => live.client.faults.add(faultFrom(typed)), 'The fault was added.');
  };
  return (
    <Card title="Custom fault">
      <form class="fault-form" onSubmit={submit}>
        {Object.entries(groups).map(([legend, fields]) => (
          <fieldset key={legend}>
            <legend>{legend}</legend>
            <div class="fault-fields">
              <FormFields fields={fields} typed={typed} onType={setTyped} />
            </div>
          </fieldset>
        ))}
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

/** Returns the request body for what was typed. The server checks it, and its error names a valid value. */
export function faultFrom(typed: FormValues): FaultOptions {
  const fields = [...requestFields([], []), ...effectFields(typed)];
  const { response, ...values } = valuesOf(fields, typed);
  const options: Record<string, unknown> = {};
  for (const { name, kind } of fields) {
    const text = values[name]?.trim() ?? '';
    if (text !== '') options[name] = kind === undefined ? text : numberOr(text);
  }
  if (response === 'reset') options.network = 'reset';
  return options;
}
