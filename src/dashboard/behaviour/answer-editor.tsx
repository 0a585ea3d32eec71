import { useState } from 'preact/hooks';
import type { Live } from '../live/live.js';
import { Button } from '../parts/button.js';
import { ErrorNotice } from '../parts/notice.js';
import { useAction } from '../parts/use-action.js';
import { AnswerControl } from './answer-control.js';
import { answerOf, draftOf } from './answer-draft.js';
import { answerText } from './answer-text.js';
import { editorKind, type Question } from './editor-kind.js';
import { isChanged } from './list-questions.js';

/** Shows the present answer, and changes it. */
export function AnswerEditor({ live, question }: { readonly live: Live; readonly question: Question }) {
  const { run, error, isRunning, forgetError } = useAction();
  // Undefined while nothing was typed: then it follows what the world says.
  const [draft, setDraft] = useState<string>();
  const editor = editorKind(question.schema);
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

  const present = draftOf(editor, question.answer);
  const isTouched = draft !== undefined && draft !== present;
  const undo = () => {
    setDraft(undefined);
    forgetError();
  };
  const set = async (read: () => unknown, done: string) => {
    const isSet = await run(async () => live.client.behaviour.set({ [question.id]: read() }), done);
    if (isSet) setDraft(undefined);
  };
  const save = (event: Event) => {
    event.preventDefault();
    if (isTouched) void set(() => answerOf(editor, draft, question.default), `${question.id} is answered.`);
  };
  return (
    <form class="answer" onSubmit={save}>
      <AnswerControl editor={editor} name={question.id} draft={draft ?? present} onDraft={setDraft} />
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
            <Button
              kind="quiet"
              isSmall
              onClick={() => set(() => question.default, `${question.id} is answered by default.`)}
            >
              Back to default
            </Button>
          )}
        </div>
      )}
    </form>
  );
}
