import { useEffect, useRef, useState } from 'preact/hooks';
import type { Live } from '../live/live.js';
import { Button } from '../parts/button.js';
import { ErrorNotice } from '../parts/notice.js';
import { useAction } from '../parts/use-action.js';
import { AnswerControl } from './answer-control.js';
import { answerOf, draftOf } from './answer-draft.js';
import { answerText, isSameAnswer } from './answer-text.js';
import { editorKind, type Question } from './editor-kind.js';
import { isChanged } from './list-questions.js';

interface Draft {
  readonly text: string;
  /** Whether one click gave it, and not somebody who is still typing. */
  readonly isChosen: boolean;
}

/** Shows the present answer, and changes it: at once where one click is an answer, by *Save* where it is typed. */
export function AnswerEditor({ live, question }: { readonly live: Live; readonly question: Question }) {
  const { run, error, isRunning, forgetError } = useAction();
  // Undefined while nothing was typed or chosen: then it follows what the world says.
  const [draft, setDraft] = useState<Draft>();
  /** What was chosen last and is still to be sent, where a choice follows another one faster than the server answers. */
  const wanted = useRef<string | undefined>(undefined);
  const isSending = useRef(false);
  const editor = editorKind(question.schema);
  const present = draftOf(editor, question.answer);
  useEffect(() => {
    // A choice stands until the world says the same, so that it does not flicker; what is being typed stands anyway.
    if (!isSending.current) setDraft((was) => (was?.isChosen ? undefined : was));
  }, [present]);
  if (editor.kind === 'fixed') {
    return (
      <div class="answer">
        <p>
          <code>{answerText(question.answer)}</code>
        </p>
        <p class="small faint">The fake knows no other answer.</p>
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
      const answer = answerOf(editor, wanted.current, question.default);
      wanted.current = undefined;
      isSet = await set(() => answer, doneWords(question, answer));
    }
    isSending.current = false;
    if (!isSet) setDraft(undefined);
  };
  const save = async (event: Event) => {
    event.preventDefault();
    if (!isTouched) return;
    const isSet = await set(() => answerOf(editor, draft.text, question.default), `${question.id} is answered.`);
    if (isSet) setDraft(undefined);
  };
  return (
    <form class="answer" onSubmit={save}>
      <AnswerControl
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

function doneWords({ id, default: usual }: Question, answer: unknown): string {
  return isSameAnswer(answer, usual)
    ? `${id} is answered by default: ${answerText(usual)}.`
    : `${id} is answered with ${answerText(answer)}.`;
}
