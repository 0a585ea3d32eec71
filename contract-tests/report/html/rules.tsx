import { useContext } from 'preact/hooks';
import { Badge, CodeWords } from '../../../src/dashboard/parts/badge.js';
import { Notice } from '../../../src/dashboard/parts/card.js';
import {
  alikeViolations,
  outcomeLooks,
  type Report,
  type ReportedOutcome,
  type ReportedRule,
  type ReportedViolation,
  reportedOutcomeOf,
  reportedOutcomes,
  rulesBySection,
  rulesWithOutcome,
  waiverNote,
} from '../report.js';
import { exchangeLine } from '../terminal-text.js';
import { ExchangeDetails, ExchangeLink, ExchangeLinks, ShownContext } from './exchange.js';
import { formatCount, Legend } from './page.js';

/** A bar with the number of rules of each outcome. */
export function OutcomeBar({ rules }: Pick<Report, 'rules'>) {
  let end = 0;
  const parts = reportedOutcomes.flatMap((outcome) => {
    const count = rulesWithOutcome(rules, outcome).length;
    end += count;
    return count === 0 ? [] : [{ ...outcomeLooks[outcome], count, start: end - count }];
  });
  return (
    <figure class="outcomes">
      <svg viewBox={`0 0 ${Math.max(1, rules.length)} 1`} preserveAspectRatio="none" aria-hidden="true">
        {parts.map(({ name, tone, count, start }) => (
          <rect key={name} class={`is-${tone}`} x={start} width={count} height="1" />
        ))}
      </svg>
      <figcaption>
        {parts.map(({ name, tone, count }) => (
          <Legend key={name} tone={tone}>
            <b>{count}</b> {name}
          </Legend>
        ))}
      </figcaption>
    </figure>
  );
}

/** Every rule below its section of the document. */
export function RuleSections({ rules }: Pick<Report, 'rules'>) {
  return (
    <div class="sections">
      {rulesBySection(rules).map(({ heading, rules: own }) => (
        <section key={heading} class="card">
          <h3>{heading}</h3>
          <ul>
            {own.map((rule) => (
              <RuleItem key={rule.id} rule={rule} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

interface RuleProps {
  readonly rule: ReportedRule;
}

function RuleItem({ rule }: RuleProps) {
  const { id, title, reason, decidedBy } = rule;
  const outcome = reportedOutcomeOf(rule);
  const note = waiverNote(rule);
  const hasCard = outcome === 'violation' || outcome === 'waived';
  return (
    <li>
      <OutcomeMark outcome={outcome} />
      <div>
        <span>{hasCard ? <a href={`#rule-${id}`}>{title}</a> : title}</span>
        <code>{id}</code>
        {reason !== null && <small>{reason + (decidedBy === null ? '' : '; --exclusive would decide it')}</small>}
        {note !== undefined && <small>{note}</small>}
      </div>
    </li>
  );
}

/** Violations of one rule that are shown in full; the others take one line each. */
const MOST_SHOWN = 3;
/** Exchanges that are shown with a violation; the others are named. */
const MOST_EXCHANGES = 4;
const MOST_OTHERS = 100;

/** A violated rule: what is wrong, the evidence, then the rule and the sentence of the document. */
export function ViolationCard({ rule }: RuleProps) {
  const { id, title, severity, violations, seenIn } = rule;
  const outcome = reportedOutcomeOf(rule);
  const note = waiverNote(rule);
  const shown = alikeViolations(violations)
    .slice(0, MOST_SHOWN)
    .map(([one]) => one);
  const statements = new Map(violations.map(({ statement }) => [statement.id, statement]));
  return (
    <article class={`card violation is-${outcomeLooks[outcome].tone}`} id={`rule-${id}`}>
      <header>
        <OutcomeMark outcome={outcome} />
        <h3>{sentenceCase(shown[0]?.problem ?? title)}</h3>
      </header>
      {seenIn !== null && (
        <p class="soft">
          Seen in {seenIn.rounds} of {seenIn.of} repetitions
        </p>
      )}
      {shown.map((violation, index) => (
        <section key={index} class="place">
          {index > 0 && <h4>{sentenceCase(violation.problem)}</h4>}
          <Violation violation={violation} />
        </section>
      ))}
      <OtherViolations violations={violations.filter((violation) => !shown.includes(violation))} />
      <footer>
        <p>
          {title} <code>{id}</code> {severity === 'implied' && <Badge>implied by the document</Badge>}
        </p>
        {[...statements.values()].map(({ id: statement, section, sentence }) => (
          <blockquote key={statement}>
            <p>
              “<CodeWords text={sentence} />”
            </p>
            <cite>The document, §{section}</cite>
          </blockquote>
        ))}
        {note !== undefined && (
          <Notice tone={outcome === 'waived' ? 'limited' : 'refused'}>{sentenceCase(note)}.</Notice>
        )}
      </footer>
    </article>
  );
}

function Violation({ violation }: { readonly violation: ReportedViolation }) {
  const { expected, received, pointer, curl, exchange, related } = violation;
  const { exchanges } = useContext(ShownContext).transcript;
  const numbers = [exchange, ...related];
  const shown = numbers
    .slice(0, MOST_EXCHANGES)
    .flatMap((number) => exchanges.find((each) => each.number === number) ?? []);
  return (
    <>
      <div class="sides compare">
        <div class="expected is-ok">
          <h5>Expected</h5>
          <p>{expected}</p>
        </div>
        <div class="received is-failed">
          <h5>
            Received
            {pointer !== null && pointer !== '' && (
              <>
                {' at '}
                <code>{pointer}</code>
              </>
            )}
          </h5>
          <p>{received}</p>
        </div>
      </div>
      <pre class="curl">
        <code>{curl.join('\n')}</code>
      </pre>
      {shown.map((each) => (
        <ExchangeDetails key={each.number} exchange={each} />
      ))}
      {numbers.length > MOST_EXCHANGES && (
        <p class="soft">
          See also <ExchangeLinks numbers={numbers.slice(MOST_EXCHANGES)} />
        </p>
      )}
    </>
  );
}

function OtherViolations({ violations }: { readonly violations: readonly ReportedViolation[] }) {
  const { transcript } = useContext(ShownContext);
  if (violations.length === 0) return null;
  const more = violations.length - MOST_OTHERS;
  return (
    <details class="others">
      <summary>{formatCount(violations.length)} more violations of this rule</summary>
      <ul>
        {violations.slice(0, MOST_OTHERS).map(({ exchange, problem, received }, index) => (
          <li key={index}>
            <ExchangeLink number={exchange} text={exchangeLine(exchange, transcript)} />
            {`: ${problem}; received ${received}`}
          </li>
        ))}
      </ul>
      {more > 0 && <p class="soft">… and {formatCount(more)} more in report.json</p>}
    </details>
  );
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The coloured sign in front of a rule; read aloud as a word. */
function OutcomeMark({ outcome }: { readonly outcome: ReportedOutcome }) {
  const { sign, name, tone } = outcomeLooks[outcome];
  return (
    <span class={`mark is-${tone}`} role="img" aria-label={name}>
      {sign}
    </span>
  );
}
