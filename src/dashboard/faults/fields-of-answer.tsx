import { Field } from '../parts/field.js';
import type { DraftProps, FaultDraft } from './fault-draft.js';

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
export function FieldsOfAnswer({ draft, onChange }: DraftProps) {
  const hasBody = draft.answer !== 'reset';
  return (
    <div class="fault-fields">
      <Field label="Answer">
        <select
          class="select"
          value={draft.answer}
          onChange={(event) => onChange({ answer: event.currentTarget.value as FaultDraft['answer'] })}
        >
          <option value="status">refused with a status</option>
          <option value="reset">none: the connection breaks</option>
          <option value="usual">as usual</option>
        </select>
      </Field>
      {draft.answer === 'status' && (
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
          <option value="lognormal">lognormal: a long tail</option>
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
              <option value="">whole</option>
              <option value="truncated">breaks off halfway</option>
              <option value="malformed">no JSON</option>
            </select>
          </Field>
          <Field label="Slow drip, ms" hint="The body comes in pieces, over so long.">
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
