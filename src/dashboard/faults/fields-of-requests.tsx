import { operationIds } from '../../spec/operations.js';
import type { Live } from '../live/live.js';
import { Field } from '../parts/field.js';
import type { DraftProps } from './fault-draft.js';

/** Which requests a fault meets. */
export function FieldsOfRequests({ live, draft, onChange }: DraftProps & { readonly live: Live }) {
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
          placeholder="1: all of them"
          value={draft.probability}
          onInput={(event) => onChange({ probability: event.currentTarget.value })}
        />
      </Field>
      <Field label="How many" hint="Then it is over.">
        <input
          class="input"
          inputMode="numeric"
          placeholder="until removed"
          value={draft.count}
          onInput={(event) => onChange({ count: event.currentTarget.value })}
        />
      </Field>
      <Field label="Seed" hint="The same seed, the same requests.">
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
