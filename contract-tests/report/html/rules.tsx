import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import {
  outcomeLooks,
  type Report,
  type ReportedOutcome,
  type ReportedRule,
  type ReportedViolation,
  reportedOutcomeOf,
  rulesBySection,
  waiverNote,
} from '../report.js';
import { exchangeLine } from '../terminal-text.js';
import { ExchangeLink, ExchangeLinks, formatCount, ShownContext } from './exchanges.js';

/** Every rule below its section of the document. Those that are shown in full are links. */
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
  const isLinked = outcome === 'violation' || outcome === 'waived';
  return (
    <li>
      <OutcomeMark outcome={outcome} />
      <div>
        <span>{isLinked ? <a href={`#rule-${id}`}>{title}</a> : title}</span>
        <code>{id}</code>
        {reason !== null && <small>{reason + (decidedBy === null ? '' : '; --exclusive would decide it')}</small>}
        {note !== undefined && <small>{note}</small>}
      </div>
    </li>
  );
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

const MOST_OTHERS = 100;

/** A violated rule: what is wrong, the evidence, then the rule and the sentence of the document. */
export function ViolationCard({ rule }: RuleProps) {
  const { id, title, severity, violations } = rule;
  const outcome = reportedOutcomeOf(rule);
  const note = waiverNote(rule);
  const [first, ...others] = violations;
  const statements = new Map(violations.map(({ statement }) => [statement.id, statement]));
  return (
    <article class={`card violation is-${outcomeLooks[outcome].tone}`} id={`rule-${id}`}>
      <header>
        <OutcomeMark outcome={outcome} />
        <h3>{sentenceCase(first?.problem ?? title)}</h3>
      </header>
      {first !== undefined && <Violation violation={first} />}
      <OtherViolations violations={others} />
      <footer>
        <p>
          {title} <code>{id}</code> {severity === 'implied' && <span class="badge">implied by the document</span>}
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
            {pointer ? ' at ' : ''}
            {pointer && <code>{pointer}</code>}
          </h5>
          <p>{received}</p>
        </div>
      </div>
      <p class="soft">
        Seen in <ExchangeLinks numbers={[exchange, ...related]} />
      </p>
      <pre class="curl">
        <code>{curl.join('\n')}</code>
      </pre>
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

/** A coloured notice. */
export function Notice({ tone, children }: { readonly tone: string; readonly children: ComponentChildren }) {
  return (
    <div class={`notice is-${tone}`}>
      <span class="dot" />
      <div>{children}</div>
    </div>
  );
}

/** Text with `code` between backticks. */
export function CodeWords({ text }: { readonly text: string }) {
  // Every other part was between backticks.
  return <>{text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>;
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
