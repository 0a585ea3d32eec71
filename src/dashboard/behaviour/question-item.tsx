import { useEffect, useId, useRef } from 'preact/hooks';
import type { Live } from '../live/live.js';
import { Badge } from '../parts/badge.js';
import { CodeWords } from '../parts/code-words.js';
import { AnswerEditor } from './answer-editor.js';
import { answerText } from './answer-text.js';
import type { Question } from './editor-kind.js';
import { isChanged } from './list-questions.js';

interface QuestionItemProps {
  readonly live: Live;
  readonly question: Question;
  /** Whether the address leads here. */
  readonly isWanted: boolean;
}

/** One open question: what is asked, what can be answered, and what is. */
export function QuestionItem({ live, question, isWanted }: QuestionItemProps) {
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
          Default <code>{answerText(question.default)}</code>
        </p>
      </div>
      <AnswerEditor live={live} question={question} />
    </li>
  );
}
