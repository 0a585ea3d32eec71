import type { Transcript } from '../../../src/exchange/transcript.js';
import {
  distinctViolations,
  outcomeSigns,
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
import { exchangeDetails, exchangeLink, exchangeLinks, lengthFor } from './exchange.js';
import { html, type Markup, withCode } from './markup.js';

/** A bar that shows how many rules were kept, and how many were not. */
export function summary({ rules }: Pick<Report, 'rules'>): Markup {
  const counts = reportedOutcomes.map((standing) => ({ standing, count: rulesWithOutcome(rules, standing).length }));
  const shown = counts.filter(({ count }) => count > 0);
  return html`<figure class="summary">
<svg viewBox="0 0 ${Math.max(1, rules.length)} 1" preserveAspectRatio="none" aria-hidden="true">${segments(rules, shown)}</svg>
<figcaption>${shown.map(
    ({ standing, count }) =>
      html`<span class="chip"><i class="dot ${standing}"></i><b>${count}</b> ${outcomeNames[standing]}</span>`,
  )}</figcaption>
</figure>`;
}

function segments(rules: readonly ReportedRule[], shown: readonly { standing: string; count: number }[]): Markup[] {
  let end = 0;
  return shown.map(({ standing, count }) => {
    const start = end;
    end += count;
    return html`<rect class="${standing}" x="${start}" width="${Math.min(count, rules.length)}" height="1"/>`;
  });
}

/** Every rule under the heading of the document that it belongs to. */
export function ruleSections(rules: readonly ReportedRule[]): Markup {
  return html`<div class="sections">${rulesBySection(rules).map(
    ({ heading, rules: own }) => html`<section><h3>${heading}</h3><ul>${own.map(ruleItem)}</ul></section>`,
  )}</div>`;
}

function ruleItem(rule: ReportedRule): Markup {
  const { id, title, reason } = rule;
  const standing = reportedOutcomeOf(rule);
  const note = waiverNote(rule);
  const hasCard = standing === 'violation' || standing === 'waived';
  return html`<li>${outcomeBadge(standing)}<div><span>${hasCard ? html`<a href="#rule-${id}">${title}</a>` : title}</span><code>${id}</code>${
    reason === null ? undefined : html`<small>${reason}</small>`
  }${note === undefined ? undefined : html`<small>${note}</small>`}</div></li>`;
}

/** So many places of one rule are shown in full; the others as one line each. */
const MOST_PLACES = 3;
/** So many exchanges are shown with a place; the others are named. */
const MOST_EXCHANGES = 4;
const MOST_OTHERS = 100;

/** One card for each broken rule of this standing. */
export function violationCards(
  { rules }: Report,
  transcript: Transcript,
  shown: ReadonlySet<number>,
  standing: ReportedOutcome,
): Markup[] {
  const broken = rulesWithOutcome(rules, standing);
  const length = lengthFor(broken.flatMap(({ violations }) => placesOf(violations).flatMap(shownAt)).length);
  return broken.map((rule) => violationCard(rule, { transcript, shown, length }, standing));
}

interface PageContext {
  readonly transcript: Transcript;
  /** The exchanges that the page shows, and links may lead to. */
  readonly shown: ReadonlySet<number>;
  readonly length: number;
}

function placesOf(violations: readonly ReportedViolation[]): ReportedViolation[] {
  return distinctViolations(violations).slice(0, MOST_PLACES);
}

function violationCard(rule: ReportedRule, surroundings: PageContext, standing: ReportedOutcome): Markup {
  const note = waiverNote(rule);
  const places = placesOf(rule.violations);
  return html`<article class="card ${standing}" id="rule-${rule.id}">
<header>${outcomeBadge(standing)}<div><h3>${rule.title}</h3><p><code>${rule.id}</code>${
    rule.severity === 'implied' ? html` <span class="tag">implied by the document</span>` : undefined
  }</p></div></header>
${violatedStatements(rule).map(
  ({ section, sentence }) =>
    html`<blockquote><p>“${withCode(sentence)}”</p><cite>The document, §${section}</cite></blockquote>`,
)}
${note === undefined ? undefined : html`<p class="note">${sentenceCase(note)}.</p>`}
${places.map((violation) => violationPlace(violation, surroundings))}
${otherPlaces(
  rule.violations.filter((violation) => !places.includes(violation)),
  surroundings,
)}
</article>`;
}

function violationPlace(violation: ReportedViolation, { transcript, shown, length }: PageContext): Markup {
  const { problem, expected, received, pointer, curl } = violation;
  const numbers = numbersAt(violation);
  const exchanges = shownAt(violation).flatMap(
    (number) => transcript.exchanges.find((each) => each.number === number) ?? [],
  );
  return html`<section class="place">
<h4>${sentenceCase(problem)}</h4>
<div class="sides compare"><div class="expected"><h5>Expected</h5><p>${expected}</p></div><div class="received"><h5>Received${
    pointer === null || pointer === '' ? undefined : html` at <code>${pointer}</code>`
  }</h5><p>${received}</p></div></div>
<pre class="curl" aria-label="Send it again"><code>${curl.join('\n')}</code></pre>
${exchanges.map((each) => exchangeDetails(each, length))}
${numbers.length > MOST_EXCHANGES ? html`<p class="muted">See also ${exchangeLinks(numbers.slice(MOST_EXCHANGES), shown)}</p>` : undefined}
</section>`;
}

function numbersAt({ exchange, related }: ReportedViolation): number[] {
  return [exchange, ...related];
}

function shownAt(violation: ReportedViolation): number[] {
  return numbersAt(violation).slice(0, MOST_EXCHANGES);
}

function otherPlaces(violations: readonly ReportedViolation[], { transcript, shown }: PageContext): Markup | undefined {
  if (violations.length === 0) return undefined;
  const more = violations.length - MOST_OTHERS;
  return html`<details class="others"><summary>${violations.length.toLocaleString('en-GB')} more like it</summary><ul>${violations
    .slice(0, MOST_OTHERS)
    .map(
      ({ exchange, problem, received }) =>
        html`<li>${exchangeLink(exchange, exchangeLine(exchange, transcript), shown)}: ${problem}; received ${received}</li>`,
    )}</ul>${more > 0 ? html`<p class="muted">… and ${more.toLocaleString('en-GB')} that are in report.json</p>` : undefined}</details>`;
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const outcomeNames: Readonly<Record<ReportedOutcome, string>> = {
  violation: 'broken',
  waived: 'waived',
  inconclusive: 'could not be told',
  skipped: 'not run',
  pass: 'kept',
};

/** The coloured sign in front of a rule; read aloud as a word. */
function outcomeBadge(standing: ReportedOutcome): Markup {
  return html`<span class="mark ${standing}" role="img" aria-label="${outcomeNames[standing]}">${outcomeSigns[standing]}</span>`;
}
