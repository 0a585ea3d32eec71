import { useEffect, useState } from 'preact/hooks';
import type { Live } from '../live/live.js';
import { ErrorNotice } from '../parts/card.js';
import { Button, Segments, SelectField, Switch } from '../parts/controls.js';
import { useAction } from '../parts/use-action.js';
import { useLatestWish } from '../parts/use-latest-wish.js';
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
  /** Whether it was chosen with a click, not typed. */
  readonly isChosen: boolean;
}

interface ChoiceEditorProps {
  readonly live: Live;
  readonly question: Question;
}

/** Shows the current choice and changes it: at once by a click, with Save if it is typed. */
export function ChoiceEditor({ live, question }: ChoiceEditorProps) {
  const editor = editorKind(question.schema);
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
  return <ChoiceForm live={live} question={question} editor={editor} />;
}

function ChoiceForm({ live, question, editor }: ChoiceEditorProps & { readonly editor: EditorKind }) {
  const { text, isTouched, type, choose, save, undo, action } = useChoice(live, question, editor);
  return (
    <form class="choice" onSubmit={save}>
      <ChoiceControl editor={editor} name={question.id} draft={text} onDraft={type} onChoose={choose} />
      <ErrorNotice message={action.error} />
      {(isTouched || isChanged(question)) && (
        <div class="row">
          {isTouched && (
            <>
              <Button kind="main" isSmall type="submit" disabled={action.isRunning}>
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

/** Keeps the typed or chosen value until the world reports it. */
function useChoice(live: Live, question: Question, editor: EditorKind) {
  const action = useAction();
  // Undefined while nothing is typed or chosen: the control then shows the choice of the world.
  const [draft, setDraft] = useState<Draft>();
  const present = draftOf(editor, question.choice);
  const send = (value: unknown, done: string) =>
    action.run(() => live.client.behaviour.set({ [question.id]: value }), done);
  const { ask, isSending } = useLatestWish(async (text: string) => {
    const choice = parseDraft(editor, text, question.default);
    return send(choice, savedMessage(question, choice));
  });
  useEffect(() => {
    // A chosen value stays until the world reports it, so that it does not flicker; typed text stays anyway.
    if (!isSending.current) setDraft((was) => (was?.isChosen ? undefined : was));
  }, [present]);

  const isTouched = draft !== undefined && !draft.isChosen && draft.text !== present;
  return {
    action,
    isTouched,
    text: draft?.text ?? present,
    type: (text: string) => setDraft({ text, isChosen: false }),
    async choose(text: string) {
      setDraft({ text, isChosen: true });
      if ((await ask(text)) === false) setDraft(undefined);
    },
    async save(event: Event) {
      event.preventDefault();
      if (!isTouched) return;
      const parsed = await action.run(async () => {
        await live.client.behaviour.set({ [question.id]: parseDraft(editor, draft.text, question.default) });
      }, `${question.id} is set.`);
      if (parsed) setDraft(undefined);
    },
    undo() {
      setDraft(undefined);
      action.forgetError();
    },
  };
}

function savedMessage({ id, default: usual }: Question, choice: unknown): string {
  return isSameChoice(choice, usual)
    ? `${id} is set to its default: ${choiceText(usual)}.`
    : `${id} is set to ${choiceText(choice)}.`;
}

interface ChoiceControlProps {
  readonly editor: EditorKind;
  /** Id of the question. */
  readonly name: string;
  readonly draft: string;
  /** Called with the text typed so far. */
  readonly onDraft: (draft: string) => void;
  /** Called with a choice made with a click. */
  readonly onChoose: (draft: string) => void;
}

/** More choices become a list. */
const MOST_SEGMENTS = 3;

/** The control for a question. Its value is text. */
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
  return <SelectField label={label} isLabelHidden choices={choices} value={draft} onValue={onChoose} />;
}
