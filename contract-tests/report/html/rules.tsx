import { Badge, CodeWords } from '../../../src/dashboard/parts/badge.js';
import { Notice } from '../../../src/dashboard/parts/card.js';
import type { Transcript } from '../../../src/exchange/transcript.js';
import {
  distinctViolations,
  outcomeLooks,
  type Report,
  type ReportedOutcome,
  type ReportedRule,
  type ReportedViolation,
  reportedOutcomeOf,
  reportedOutcomes,
  rulesBySection,
  rulesWithOutcome,
  violatedStatements,
  waiverNote,
} from '../report.js';
import { exchangeLine } from '../terminal-text.js';
import { ExchangeDetails, ExchangeLink, ExchangeLinks, lengthFor } from './exchange.js';
import { formatCount, Legend } from './page.js';

/** A bar with the number of rules of each outcome. */
export function OutcomeBar({ rules }: Pick<Report, 'rules'>) {
  const counts = reportedOutcomes.map((outcome) => ({ outcome, count: rulesWithOutcome(rules, outcome).length }));
  const shown = counts.filter(({ count }) => count > 0);
  const starts = shown.map((_, index) => shown.slice(0, index).reduce((sum, { count }) => sum + count, 0));
  return (
    <figure class="outcomes">
      <svg viewBox={`0 0 ${Math.max(1, rules.length)} 1`} preserveAspectRatio="none" aria-hidden="true">
        {shown.map(({ outcome, count }, index) => (
          <rect key={outcome} class={`is-${outcomeLooks[outcome].tone}`} x={starts[index]} width={count} height="1" />
        ))}
      </svg>
      <figcaption>
        {shown.map(({ outcome, count }) => (
          <Legend key={outcome} tone={outcomeLooks[outcome].tone}>
            <b>{count}</b> {outcomeLooks[outcome].name}
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

function RuleItem({ rule }: { readonly rule: ReportedRule }) {
  const { id, title, reason } = rule;
  const outcome = reportedOutcomeOf(rule);
  const note = waiverNote(rule);
  const hasCard = outcome === 'violation' || outcome === 'waived';
  return (
    <li>
      <OutcomeMark outcome={outcome} />
      <div>
        <span>{hasCard ? <a href={`#rule-${id}`}>{title}</a> : title}</span>
        <code>{id}</code>
        {reason !== null && <small>{reason}</small>}
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

interface PageContext {
  readonly transcript: Transcript;
  /** The exchanges that the page shows, and links may lead to. */
  readonly shown: ReadonlySet<number>;
}

interface ViolationCardsProps extends PageContext {
  readonly rules: readonly ReportedRule[];
}

/** A card for each violated rule, with its evidence. */
export function ViolationCards({ rules, transcript, shown }: ViolationCardsProps) {
  const length = lengthFor(rules.flatMap(({ violations }) => shownOf(violations).flatMap(exchangesShownWith)).length);
  const context = { transcript, shown, length };
  return (
    <>
      {rules.map((rule) => (
        <ViolationCard key={rule.id} rule={rule} {...context} />
      ))}
    </>
  );
}

interface ViolationContext extends PageContext {
  /** As of an exchange's details. */
  readonly length: number;
}

function ViolationCard({ rule, ...context }: ViolationContext & { readonly rule: ReportedRule }) {
  const { id, title, severity } = rule;
  const outcome = reportedOutcomeOf(rule);
  const note = waiverNote(rule);
  const shown = shownOf(rule.violations);
  return (
    <article class={`card violation is-${outcomeLooks[outcome].tone}`} id={`rule-${id}`}>
      <header>
        <OutcomeMark outcome={outcome} />
        <div>
          <h3>{title}</h3>
          <p class="small soft">
            <code>{id}</code> {severity === 'implied' && <Badge>implied by the document</Badge>}
          </p>
        </div>
      </header>
      {violatedStatements(rule).map(({ id: statement, section, sentence }) => (
        <blockquote key={statement}>
          <p>
            “<CodeWords text={sentence} />”
          </p>
          <cite>The document, §{section}</cite>
        </blockquote>
      ))}
      {note !== undefined && <Notice tone={outcome === 'waived' ? 'limited' : 'refused'}>{sentenceCase(note)}.</Notice>}
      {shown.map((violation, index) => (
        <Violation key={index} violation={violation} {...context} />
      ))}
      <OtherViolations violations={rule.violations.filter((violation) => !shown.includes(violation))} {...context} />
    </article>
  );
}

function shownOf(violations: readonly ReportedViolation[]): ReportedViolation[] {
  return distinctViolations(violations).slice(0, MOST_SHOWN);
}

function exchangesShownWith({ exchange, related }: ReportedViolation): number[] {
  return [exchange, ...related].slice(0, MOST_EXCHANGES);
}

function Violation({ violation, ...context }: ViolationContext & { readonly violation: ReportedViolation }) {
  const { problem, expected, received, pointer, curl, related } = violation;
  const { transcript, shown, length } = context;
  const exchanges = exchangesShownWith(violation).flatMap(
    (number) => transcript.exchanges.find((each) => each.number === number) ?? [],
  );
  return (
    <section class="place">
      <h4>{sentenceCase(problem)}</h4>
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
      {exchanges.map((each) => (
        <ExchangeDetails key={each.number} exchange={each} length={length} />
      ))}
      {related.length >= MOST_EXCHANGES && (
        <p class="soft">
          See also <ExchangeLinks numbers={related.slice(MOST_EXCHANGES - 1)} shown={shown} />
        </p>
      )}
    </section>
  );
}

function OtherViolations({
  violations,
  transcript,
  shown,
}: PageContext & { readonly violations: readonly ReportedViolation[] }) {
  if (violations.length === 0) return null;
  const more = violations.length - MOST_OTHERS;
  return (
    <details class="others">
      <summary>{formatCount(violations.length)} more violations of this rule</summary>
      <ul>
        {violations.slice(0, MOST_OTHERS).map(({ exchange, problem, received }, index) => (
          <li key={index}>
            <ExchangeLink number={exchange} text={exchangeLine(exchange, transcript)} shown={shown} />
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
