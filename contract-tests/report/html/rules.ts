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
import { exchangeLink, exchangeLinks, formatCount, type Shown } from './exchanges.js';
import { type Markup, markup, type Part } from './markup.js';

/** Every rule below its section of the document. Those that are shown in full are links. */
export function ruleSections({ rules }: Pick<Report, 'rules'>): Markup {
  const sections = rulesBySection(rules).map(
    ({ heading, rules: own }) =>
      markup`<section class="card"><h3>${heading}</h3><ul>${own.map(ruleItem)}</ul></section>`,
  );
  return markup`<div class="sections">${sections}</div>`;
}

function ruleItem(rule: ReportedRule): Markup {
  const { id, title, reason, decidedBy } = rule;
  const outcome = reportedOutcomeOf(rule);
  const note = waiverNote(rule);
  const isLinked = outcome === 'violation' || outcome === 'waived';
  const why = reason !== null && reason + (decidedBy === null ? '' : '; --exclusive would decide it');
  return markup`
    <li>
      ${outcomeMark(outcome)}
      <div>
        <span>${isLinked ? markup`<a href="#rule-${id}">${title}</a>` : title}</span>
        <code>${id}</code>
        ${why && markup`<small>${why}</small>`}
        ${note && markup`<small>${note}</small>`}
      </div>
    </li>`;
}

/** The coloured sign in front of a rule; read aloud as a word. */
function outcomeMark(outcome: ReportedOutcome): Markup {
  const { sign, name, tone } = outcomeLooks[outcome];
  return markup`<span class="mark is-${tone}" role="img" aria-label="${name}">${sign}</span>`;
}

/** A violated rule: what is wrong, the evidence, then the rule and the sentence of the document. */
export function violationCard(rule: ReportedRule, shown: Shown): Markup {
  const { id, title, severity, violations } = rule;
  const outcome = reportedOutcomeOf(rule);
  const note = waiverNote(rule);
  const [first, ...others] = violations;
  const statements = new Map(violations.map(({ statement }) => [statement.id, statement]));
  const quotes = [...statements.values()].map(
    ({ section, sentence }) =>
      markup`<blockquote><p>“${codeWords(sentence)}”</p><cite>The document, §${section}</cite></blockquote>`,
  );
  return markup`
    <article class="card violation is-${outcomeLooks[outcome].tone}" id="rule-${id}">
      <header>${outcomeMark(outcome)}<h3>${sentenceCase(first?.problem ?? title)}</h3></header>
      ${first && evidence(first, shown)}
      ${others.length > 0 && otherViolations(others, shown)}
      <footer>
        <p>${title} <code>${id}</code> ${severity === 'implied' && markup`<span class="badge">implied by the document</span>`}</p>
        ${quotes}
        ${note && notice(outcome === 'waived' ? 'limited' : 'refused', `${sentenceCase(note)}.`)}
      </footer>
    </article>`;
}

function evidence({ expected, received, pointer, curl, exchange, related }: ReportedViolation, shown: Shown): Markup {
  return markup`
    <div class="sides compare">
      <div class="expected is-ok"><h5>Expected</h5><p>${expected}</p></div>
      <div class="received is-failed">
        <h5>Received${pointer && markup` at <code>${pointer}</code>`}</h5>
        <p>${received}</p>
      </div>
    </div>
    <p class="soft">Seen in ${exchangeLinks([exchange, ...related], shown)}</p>
    <pre class="curl"><code>${curl.join('\n')}</code></pre>`;
}

const MOST_OTHERS = 100;

function otherViolations(violations: readonly ReportedViolation[], shown: Shown): Markup {
  const items = violations.slice(0, MOST_OTHERS).map(({ exchange, problem, received }) => {
    const link = exchangeLink(exchange, exchangeLine(exchange, shown.transcript), shown);
    return markup`<li>${link}: ${problem}; received ${received}</li>`;
  });
  const more = violations.length - MOST_OTHERS;
  return markup`
    <details class="others">
      <summary>${formatCount(violations.length)} more violations of this rule</summary>
      <ul>${items}</ul>
      ${more > 0 && markup`<p class="soft">… and ${formatCount(more)} more in report.json</p>`}
    </details>`;
}

/** A coloured notice. */
export function notice(tone: string, text: string): Markup {
  return markup`<div class="notice is-${tone}"><span class="dot"></span><div>${text}</div></div>`;
}

/** Text with `code` between backticks. */
export function codeWords(text: string): Part {
  // Every other part was between backticks.
  return text.split('`').map((part, index) => (index % 2 === 1 ? markup`<code>${part}</code>` : part));
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
