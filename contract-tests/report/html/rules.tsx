import { useContext } from 'preact/hooks';
import { Badge, CodeWords } from '../../../src/dashboard/parts/badge.js';
import { Notice } from '../../../src/dashboard/parts/card.js';
import {
  type Report,
  type ReportedRule,
  type ReportedViolation,
  reportedOutcomeOf,
  rulesBySection,
  waiverNote,
} from '../report.js';
import { exchangeLine } from '../terminal-text.js';
import { ExchangeDetails, ExchangeLink, ExchangeLinks, ShownContext } from './exchange.js';
import { OutcomeCard, type OutcomeItem, OutcomeSections } from './outcomes.js';
import { formatCount } from './page.js';

/** Every rule below its section of the document. */
export function RuleSections({ rules }: Pick<Report, 'rules'>) {
  const sections = rulesBySection(rules).map(({ heading, rules: own }) => ({ heading, items: own.map(itemOf) }));
  return <OutcomeSections sections={sections} />;
}

function itemOf(rule: ReportedRule): OutcomeItem {
  const { id, title, reason, decidedBy } = rule;
  const why = reason === null ? [] : [reason + (decidedBy === null ? '' : '; --exclusive would decide it')];
  return { id, title, outcome: reportedOutcomeOf(rule), notes: [why, waiverNote(rule) ?? []].flat() };
}

interface RuleProps {
  readonly rule: ReportedRule;
}

/** Exchanges that are shown with a violation; the others are named. */
const MOST_EXCHANGES = 4;
const MOST_OTHERS = 100;

/** A violated rule: what is wrong, the evidence, then the rule and the sentence of the document. */
export function ViolationCard({ rule }: RuleProps) {
  const { id, title, severity, violations } = rule;
  const outcome = reportedOutcomeOf(rule);
  const note = waiverNote(rule);
  const [first, ...others] = violations;
  const statements = new Map(violations.map(({ statement }) => [statement.id, statement]));
  return (
    <OutcomeCard id={id} title={sentenceCase(first?.problem ?? title)} outcome={outcome}>
      {first !== undefined && <Violation violation={first} />}
      <OtherViolations violations={others} />
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
    </OutcomeCard>
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
