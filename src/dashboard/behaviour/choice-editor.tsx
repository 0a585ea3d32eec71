import { useEffect, useState } from 'preact/hooks';
import { useRoom } from '../live/live.js';
import { ErrorNotice } from '../parts/card.js';
import { Button, Segments, SelectField } from '../parts/controls.js';
import { useAction } from '../parts/use-action.js';
import { draftOf, type EditorKind, editorKind, isChanged, parseDraft, type Question } from './questions.js';

/** Shows the current choice and changes it: at once by a click, with Save if it is typed. */
export function ChoiceEditor({ question }: { readonly question: Question }) {
  const editor = editorKind(question.schema);
  const { behaviour } = useRoom().live.client;
  const { run, error, isRunning, forgetError } = useAction();
  const present = draftOf(editor, question.choice);
  const [typed, setTyped] = useState<string>();
  /** Shown until the event of the change arrives. */
  const [clicked, setClicked] = useState<string>();
  useEffect(() => setClicked(undefined), [present]);
  const isTouched = typed !== undefined && typed !== present;
  const choose = (text: string) => {
    const send = async () => behaviour.set({ [question.id]: parseDraft(editor, text, question.default) });
    return run(send, `${question.id} is set to ${text}.`);
  };
  const click = async (text: string) => {
    setTyped(undefined);
    setClicked(text);
    if (!(await choose(text))) setClicked(undefined);
  };
  const save = async (event: Event) => {
    event.preventDefault();
    if (isTouched && (await choose(typed))) setTyped(undefined);
  };
  const cancel = () => {
    setTyped(undefined);
    forgetError();
  };
  const shown = typed ?? clicked ?? present;
  return (
    <form class="choice" onSubmit={save}>
      <ChoiceControl
        editor={editor}
        label={`Choice for ${question.id}`}
        draft={shown}
        onDraft={setTyped}
        onChoose={click}
      />
      <ErrorNotice message={error} />
      {(isTouched || isChanged(question)) && (
        <div class="row">
          {isTouched && (
            <>
              <Button kind="main" isSmall type="submit" disabled={isRunning}>
                Save
              </Button>
              <Button isSmall onClick={cancel}>
                Cancel
              </Button>
            </>
          )}
          {isChanged(question) && (
            <Button kind="quiet" isSmall onClick={() => click(draftOf(editor, question.default))}>
              Back to default
            </Button>
          )}
        </div>
      )}
    </form>
  );
}

interface ChoiceControlProps {
  readonly editor: EditorKind;
  readonly label: string;
  readonly draft: string;
  /** Called with the text typed so far. */
  readonly onDraft: (draft: string) => void;
  /** Called with a choice made with a click. */
  readonly onChoose: (draft: string) => void;
}

/** More or longer choices become a list. */
const MOST_SEGMENTS = 3;
const LONGEST_SEGMENT = 9;

function ChoiceControl({ editor, label, draft, onDraft, onChoose }: ChoiceControlProps) {
  if (editor.kind === 'choice') {
    const choices = editor.values.map((value) => ({ value: JSON.stringify(value), label: String(value) }));
    const isShort = choices.length <= MOST_SEGMENTS && choices.every((each) => each.label.length <= LONGEST_SEGMENT);
    if (isShort) return <Segments label={label} choices={choices} value={draft} onValue={onChoose} />;
    return <SelectField label={label} isLabelHidden choices={choices} value={draft} onValue={onChoose} />;
  }
  if (editor.kind === 'json') {
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
}
