import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useRoom } from '../live/live.js';
import { Button } from '../parts/controls.js';
import { Badge, Card, CodeWords, ErrorNotice } from '../parts/display.js';
import { useAction } from '../parts/use-action.js';
import { ChoiceControl } from './choice-control.js';
import { choiceText, draftOf, editorKind, isChanged, listQuestions, parseDraft, type Question } from './questions.js';

/** The open questions and the choices of this world. `question`: the one that the address leads to. */
export function BehaviourPage({ question }: { readonly question?: string | undefined }) {
  const { live } = useRoom();
  const questions = live.behaviour.value?.items;
  if (questions === undefined) return <p class="soft">Loading the open questions…</p>;
  const groups = listQuestions(questions);
  const changed = questions.filter(isChanged).length;
  return (
    <div class="behaviour-page">
      <p class="soft behaviour-words">
        The document leaves {questions.length} questions open; deployments may differ. These are the choices of this
        world. A change applies from the next request.
      </p>
      <p class="small faint" role="status">
        {changed === 0 ? 'All have their defaults.' : `${changed} changed`}
      </p>
      {groups.map(({ section, title, questions }) => (
        <Card key={section} title={title} note={section !== '–' && `§${section}`} isFlush>
          <ul>
            {questions.map((each) => (
              <QuestionItem key={each.id} question={each} isWanted={each.id === question} />
            ))}
          </ul>
        </Card>
      ))}
    </div>
  );
}

function QuestionItem({ question, isWanted }: { readonly question: Question; readonly isWanted: boolean }) {
  const id = useId();
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    // The frame gives the focus to the heading of a page that has just opened; this comes after.
    const frame = requestAnimationFrame(() => {
      item.current?.scrollIntoView({ block: 'center' });
      item.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [isWanted]);
  return (
    <li ref={item} class={isWanted ? 'question is-wanted' : 'question'} tabIndex={-1} aria-labelledby={id}>
      <div class="question-words">
        <div class="row">
          <h3 id={id}>
            <a class="mono" href={`#/behaviour/${question.id}`}>
              {question.id}
            </a>
          </h3>
          {question.section !== '–' && <span class="small faint">§{question.section}</span>}
          {isChanged(question) && <Badge tone="accent">changed</Badge>}
        </div>
        <p>
          <CodeWords text={question.question} />
        </p>
        <p class="small soft">
          <CodeWords text={question.choices} />
        </p>
        <p class="small faint question-default">
          Default <code>{choiceText(question.default)}</code>
        </p>
      </div>
      <ChoiceEditor question={question} />
    </li>
  );
}

/** Shows the current choice and changes it: at once by a click, with Save if it is typed. */
function ChoiceEditor({ question }: { readonly question: Question }) {
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
