import { useState } from 'preact/hooks';
import type { Live } from '../live/live.js';
import { Button } from '../parts/button.js';
import { Card } from '../parts/card.js';
import { ErrorNotice } from '../parts/notice.js';
import { useAction } from '../parts/use-action.js';
import { askOf, emptyDraft, type FaultDraft } from './fault-draft.js';
import { FieldsOfAnswer } from './fields-of-answer.js';
import { FieldsOfRequests } from './fields-of-requests.js';

/** Describes any fault that the fake knows. */
export function FaultForm({ live }: { readonly live: Live }) {
  const { run, error, isRunning } = useAction();
  const [draft, setDraft] = useState(emptyDraft);
  const onChange = (change: Partial<FaultDraft>) => setDraft((before) => ({ ...before, ...change }));
  const submit = (event: Event) => {
    event.preventDefault();
    void run(() => live.client.faults.add(askOf(draft)), 'The fault is on.');
  };
  return (
    <Card title="A fault of your own">
      <form class="fault-form" onSubmit={submit}>
        <fieldset>
          <legend>Which requests</legend>
          <FieldsOfRequests live={live} draft={draft} onChange={onChange} />
        </fieldset>
        <fieldset>
          <legend>What happens to them</legend>
          <FieldsOfAnswer draft={draft} onChange={onChange} />
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
