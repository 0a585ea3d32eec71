import type { ComponentChildren } from 'preact';
import { outcomeLooks, type ReportedOutcome, reportedOutcomes } from '../report.js';

interface OutcomeBarProps {
  readonly outcomes: readonly ReportedOutcome[];
}

/** A bar with the number of rules of each outcome. */
export function OutcomeBar({ outcomes }: OutcomeBarProps) {
  let end = 0;
  const parts = reportedOutcomes.flatMap((outcome) => {
    const count = outcomes.filter((each) => each === outcome).length;
    end += count;
    const { name, tone } = outcomeLooks[outcome];
    return count === 0 ? [] : [{ name, tone, count, start: end - count }];
  });
  return (
    <figure class="outcomes">
      <svg viewBox={`0 0 ${Math.max(1, outcomes.length)} 1`} preserveAspectRatio="none" aria-hidden="true">
        {parts.map(({ name, tone, count, start }) => (
          <rect key={name} class={`is-${tone}`} x={start} width={count} height="1" />
        ))}
      </svg>
      <figcaption>
        {parts.map(({ name, tone, count }) => (
          <span key={name} class="legend">
            <i class={`dot is-${tone}`} />
            <b>{count}</b> {name}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

export interface OutcomeItem {
  readonly id: string;
  readonly title: string;
  readonly outcome: ReportedOutcome;
  readonly notes: readonly string[];
}

interface OutcomeSectionsProps {
  readonly sections: readonly { readonly heading: string; readonly items: readonly OutcomeItem[] }[];
}

/** Every rule below its heading. Those that are shown in full are links. */
export function OutcomeSections({ sections }: OutcomeSectionsProps) {
  return (
    <div class="sections">
      {sections.map(({ heading, items }) => (
        <section key={heading} class="card">
          <h3>{heading}</h3>
          <ul>
            {items.map(({ id, title, outcome, notes }) => (
              <li key={id}>
                <OutcomeMark outcome={outcome} />
                <div>
                  <span>{isShownInFull(outcome) ? <a href={`#rule-${id}`}>{title}</a> : title}</span>
                  <code>{id}</code>
                  {notes.map((note) => (
                    <small key={note}>{note}</small>
                  ))}
                </div>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function isShownInFull(outcome: ReportedOutcome): boolean {
  return outcome === 'violation' || outcome === 'waived';
}

interface OutcomeCardProps {
  readonly id: string;
  readonly title: string;
  readonly outcome: ReportedOutcome;
  readonly children: ComponentChildren;
}

/** What is wrong, in full. */
export function OutcomeCard({ id, title, outcome, children }: OutcomeCardProps) {
  return (
    <article class={`card violation is-${outcomeLooks[outcome].tone}`} id={`rule-${id}`}>
      <header>
        <OutcomeMark outcome={outcome} />
        <h3>{title}</h3>
      </header>
      {children}
    </article>
  );
}

interface OutcomeMarkProps {
  readonly outcome: ReportedOutcome;
}

/** The coloured sign in front of a rule; read aloud as a word. */
function OutcomeMark({ outcome }: OutcomeMarkProps) {
  const { sign, name, tone } = outcomeLooks[outcome];
  return (
    <span class={`mark is-${tone}`} role="img" aria-label={name}>
      {sign}
    </span>
  );
}
