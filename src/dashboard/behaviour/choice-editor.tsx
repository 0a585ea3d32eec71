import { useEffect, useRef, useState } from 'preact/hooks';
import type { Live } from '../live/live.js';
import { ErrorNotice } from '../parts/card.js';
import { Button, Segments, Switch } from '../parts/controls.js';
import { useAction } from '../parts/use-action.js';
import {
  choiceText,
  draftOf,
  type EditorKind,
  editorKind,
  isChanged,
  isSameChoice,
  parseDraft,
  type Question,
} from './questions.js';

interface Draft {
  readonly text: string;
  /** Whether one click gave it, and not somebody who is still typing. */
  readonly isChosen: boolean;
}

/** Shows the present answer, and changes it: at once where one click is an answer, by *Save* where it is typed. */
export function ChoiceEditor({ live, question }: { readonly live: Live; readonly question: Question }) {
  const { run, error, isRunning, forgetError } = useAction();
  // Undefined while nothing was typed or chosen: then it follows what the world says.
  const [draft, setDraft] = useState<Draft>();
  /** What was chosen last and is still to be sent, where a choice follows another one faster than the server answers. */
  const wanted = useRef<string | undefined>(undefined);
  const isSending = useRef(false);
  const editor = editorKind(question.schema);
  const present = draftOf(editor, question.choice);
  useEffect(() => {
    // A choice stands until the world says the same, so that it does not flicker; what is being typed stands anyway.
    if (!isSending.current) setDraft((was) => (was?.isChosen ? undefined : was));
  }, [present]);
  if (editor.kind === 'fixed') {
    return (
      <div class="choice">
        <p>
          <code>{choiceText(question.choice)}</code>
        </p>
        <p class="small faint">The fake supports only this choice.</p>
      </div>
    );
  }

  const isTouched = draft !== undefined && !draft.isChosen && draft.text !== present;
  const undo = () => {
    setDraft(undefined);
    forgetError();
  };
  const set = (read: () => unknown, done: string) =>
    run(async () => live.client.behaviour.set({ [question.id]: read() }), done);
  const choose = async (choice: string) => {
    setDraft({ text: choice, isChosen: true });
    wanted.current = choice;
    if (isSending.current) return;
    isSending.current = true;
    let isSet = true;
    while (wanted.current !== undefined) {
      const response = parseDraft(editor, wanted.current, question.default);
      wanted.current = undefined;
      isSet = await set(() => response, savedMessage(question, response));
    }
    isSending.current = false;
    if (!isSet) setDraft(undefined);
  };
  const save = async (event: Event) => {
    event.preventDefault();
    if (!isTouched) return;
    const isSet = await set(() => parseDraft(editor, draft.text, question.default), `${question.id} is set.`);
    if (isSet) setDraft(undefined);
  };
  return (
    <form class="choice" onSubmit={save}>
      <ChoiceControl
        editor={editor}
        name={question.id}
        draft={draft?.text ?? present}
        onDraft={(text) => setDraft({ text, isChosen: false })}
        onChoose={choose}
      />
      <ErrorNotice message={error} />
      {(isTouched || isChanged(question)) && (
        <div class="row">
          {isTouched && (
            <>
              <Button kind="main" isSmall type="submit" disabled={isRunning}>
                Save
              </Button>
              <Button isSmall onClick={undo}>
                Undo
              </Button>
            </>
          )}
          {isChanged(question) && (
            <Button kind="quiet" isSmall onClick={() => choose(draftOf(editor, question.default))}>
              Back to default
            </Button>
          )}
        </div>
      )}
    </form>
  );
}

function savedMessage({ id, default: usual }: Question, response: unknown): string {
  return isSameChoice(response, usual)
    ? `${id} is set to its default: ${choiceText(usual)}.`
    : `${id} is set to ${choiceText(response)}.`;
}

interface ChoiceControlProps {
  readonly editor: EditorKind;
  /** Id of the question. */
  readonly name: string;
  readonly draft: string;
  /** Called with what was typed so far. */
  readonly onDraft: (draft: string) => void;
  /** Called with an answer that one click gave. */
  readonly onChoose: (draft: string) => void;
}

/** As many choices as stand beside one another. */
const MOST_SEGMENTS = 3;

/** The control that suits a question. Its value is a text, as it is typed. */
function ChoiceControl({ editor, name, draft, onDraft, onChoose }: ChoiceControlProps) {
  const label = `Choice for ${name}`;
  switch (editor.kind) {
    case 'fixed':
      return null;
    case 'switch':
      return (
        <Switch isOn={draft === 'true'} onToggle={() => onChoose(draft === 'true' ? 'false' : 'true')}>
          <span class="sr-only">{label}: </span>
          <code>{draft}</code>
        </Switch>
      );
    case 'choice':
      return <EnumControl label={label} values={editor.values} draft={draft} onChoose={onChoose} />;
    case 'number':
      return (
        <div class="choice-number">
          <input
            class="input"
            inputMode="numeric"
            aria-label={label}
            value={draft}
            onInput={(event) => onDraft(event.currentTarget.value)}
          />
          {editor.words.map((word) => (
            <Button key={word} aria-pressed={draft === word} onClick={() => onChoose(word)}>
              {word}
            </Button>
          ))}
        </div>
      );
    case 'json':
      return (
        <textarea
          class="input mono choice-json"
          aria-label={`${label}, as JSON`}
          spellcheck={false}
          rows={Math.min(12, draft.split('\n').length)}
          value={draft}
          onInput={(event) => onDraft(event.currentTarget.value)}
        />
      );
  }
}

interface EnumControlProps {
  readonly label: string;
  readonly values: readonly unknown[];
  readonly draft: string;
  readonly onChoose: (draft: string) => void;
}

function EnumControl({ label, values, draft, onChoose }: EnumControlProps) {
  const choices = values.map((value) => ({ value: JSON.stringify(value), label: String(value) }));
  const isShort = choices.every((choice) => choice.label.length <= 9);
  if (isShort && choices.length <= MOST_SEGMENTS) {
    return <Segments label={label} choices={choices} value={draft} onChoose={onChoose} />;
  }
  return (
    <select class="select" aria-label={label} value={draft} onChange={(event) => onChoose(event.currentTarget.value)}>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}
