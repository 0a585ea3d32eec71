import type { BehaviourList } from '../../admin/schemas/world.js';
import { CodeWords } from '../parts/code-words.js';

interface RestsOnProps {
  readonly assumed: readonly string[];
  readonly behaviour: BehaviourList['items'];
}

/** The open questions that an answer rests on: what the document does not say, and what this world says instead. */
export function RestsOn({ assumed, behaviour }: RestsOnProps) {
  if (assumed.length === 0) return null;
  return (
    <section class="exchange-part" aria-label="Open questions">
      <h3>Rests on what the document leaves open</h3>
      <ul class="rests-on">
        {assumed.map((id) => {
          const question = behaviour.find((one) => one.id === id);
          return (
            <li key={id}>
              <a href={`#/behaviour/${id}`} class="mono">
                {id}
              </a>
              {question !== undefined && (
                <>
                  {question.section !== '–' && <span class="faint small"> §{question.section}</span>}
                  <p class="soft small">
                    <CodeWords text={question.question} />
                  </p>
                  <p class="small">
                    <span class="faint">Here: </span>
                    <code>{JSON.stringify(question.answer)}</code>
                  </p>
                </>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
