import { useState } from 'preact/hooks';
import type { ReplayOptions, RequestDetail } from '../../admin/schemas/requests.js';
import { useRoom } from '../live/live.js';
import { ErrorNotice } from '../parts/card.js';
import { Button, choicesOf, Field, SelectField, TextField } from '../parts/controls.js';
import { useDialogs } from '../parts/dialog.js';
import { keyChoices } from '../parts/format.js';
import { useAction } from '../parts/use-action.js';
import { openRequest } from './open-request.js';
import { AS_SENT, changesOf, type Draft, draftOf, NO_KEY } from './replay-draft.js';

const methods = choicesOf(['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD', 'OPTIONS']);

/** Sends a request again, as it was or edited. The server knows its secrets: none passes through the page. */
export function ReplayButtons({ detail }: { readonly detail: RequestDetail }) {
  const { open } = useDialogs();
  const { isRunning, error, replay } = useReplay(detail.line.number);
  const title = `Replay request #${detail.line.number}`;
  return (
    <>
      <div class="row">
        <Button isSmall aria-disabled={isRunning} onClick={() => replay({})}>
          Replay
        </Button>
        <Button isSmall onClick={() => open(title, <ReplayForm detail={detail} />)}>
          Edit and replay…
        </Button>
      </div>
      <ErrorNotice message={error} />
    </>
  );
}

/** Returns a function that replays a request with changes and opens the new one. */
function useReplay(number: number) {
  const { client } = useRoom().live;
  const { run, ...state } = useAction();
  const replay = (changes: ReplayOptions) =>
    run(async () => {
      const { line } = await client.requests.replay({ number, ...changes });
      openRequest(line.number);
    }, `Request #${number} was sent again.`);
  return { ...state, replay };
}

function ReplayForm({ detail }: { readonly detail: RequestDetail }) {
  const { live } = useRoom();
  const { close } = useDialogs();
  const { isRunning, error, forgetError, replay } = useReplay(detail.line.number);
  const [draft, setDraft] = useState(() => draftOf(detail));
  const known = methods.some(({ value }) => value === detail.line.method);
  const set = (change: Partial<Draft>) => {
    setDraft({ ...draft, ...change });
    forgetError();
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    if (await replay(changesOf(detail, draft))) close();
  };
  const keys = [
    { value: AS_SENT, label: 'as it was' },
    ...keyChoices(live.keys.value),
    { value: NO_KEY, label: 'no key' },
  ];
  return (
    <form class="stack" onSubmit={submit}>
      <SelectField
        label="Method"
        choices={known ? methods : [...choicesOf([detail.line.method]), ...methods]}
        value={draft.method}
        onValue={(method) => set({ method })}
      />
      <TextField label="Path and query" value={draft.target} onValue={(target) => set({ target })} isFirst />
      <SelectField label="Key" choices={keys} value={draft.key} onValue={(key) => set({ key })} />
      <Lines
        label="Headers"
        hint="One a line. What stands for a secret, such as secret#1, is sent as it was."
        value={draft.headers}
        onValue={(headers) => set({ headers })}
      />
      <Lines label="Body" value={draft.body} onValue={(body) => set({ body })} />
      <ErrorNotice message={error} />
      <div class="dialog-actions">
        <Button onClick={close}>Cancel</Button>
        <Button kind="main" type="submit" aria-disabled={isRunning}>
          Send
        </Button>
      </div>
    </form>
  );
}

interface LinesProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

function Lines({ label, hint, value, onValue }: LinesProps) {
  return (
    <Field label={label} hint={hint}>
      <textarea
        class="input lines"
        rows={5}
        spellcheck={false}
        value={value}
        onInput={({ currentTarget }) => onValue(currentTarget.value)}
      />
    </Field>
  );
}
