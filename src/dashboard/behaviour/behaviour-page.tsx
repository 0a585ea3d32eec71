import { useEffect, useId, useRef } from 'preact/hooks';
import { useRoom } from '../live/live.js';
import { Badge, CodeWords } from '../parts/badge.js';
import { Card } from '../parts/card.js';
import { ChoiceEditor } from './choice-editor.js';
import { choiceText, isChanged, listQuestions, type Question } from './questions.js';

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
        <Card
          key={section}
          title={title}
          aside={section !== '–' && <span class="small faint">§{section}</span>}
          isFlush
        >
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
