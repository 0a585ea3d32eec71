import type { Transcript } from '../../../src/transcript/transcript.js';
import { brokenPromises } from '../broken-promises.js';
import { distinctViolations } from '../distinct-violations.js';
import { exchangeLine } from '../exchange-line.js';
import type { Report, ReportedRule, ReportedViolation } from '../report.js';
import { rulesStanding, type Standing, waiverNote } from '../standing.js';
import { exchangeDetails } from './exchange.js';
import { exchangeLink, exchangeLinks } from './exchange-links.js';
import { mark } from './mark.js';
import { html, type Markup, withCode } from './markup.js';
import { lengthFor } from './shown-exchanges.js';

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
  standing: Standing,
): Markup[] {
  const broken = rulesStanding(rules, standing);
  const length = lengthFor(broken.flatMap(({ violations }) => placesOf(violations).flatMap(shownAt)).length);
  return broken.map((rule) => card(rule, { transcript, shown, length }, standing));
}

interface Surroundings {
  readonly transcript: Transcript;
  /** The exchanges that the page shows, and links may lead to. */
  readonly shown: ReadonlySet<number>;
  readonly length: number;
}

function placesOf(violations: readonly ReportedViolation[]): ReportedViolation[] {
  return distinctViolations(violations).slice(0, MOST_PLACES);
}

function card(rule: ReportedRule, surroundings: Surroundings, standing: Standing): Markup {
  const note = waiverNote(rule);
  const places = placesOf(rule.violations);
  return html`<article class="card ${standing}" id="rule-${rule.id}">
<header>${mark(standing)}<div><h3>${rule.title}</h3><p><code>${rule.id}</code>${
    rule.severity === 'implied' ? html` <span class="tag">implied by the document</span>` : undefined
  }</p></div></header>
${brokenPromises(rule).map(
  ({ section, sentence }) =>
    html`<blockquote><p>“${withCode(sentence)}”</p><cite>The document, §${section}</cite></blockquote>`,
)}
${note === undefined ? undefined : html`<p class="note">${sentenceCase(note)}.</p>`}
${places.map((violation) => place(violation, surroundings))}
${otherPlaces(
  rule.violations.filter((violation) => !places.includes(violation)),
  surroundings,
)}
</article>`;
}

function place(violation: ReportedViolation, { transcript, shown, length }: Surroundings): Markup {
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

function otherPlaces(
  violations: readonly ReportedViolation[],
  { transcript, shown }: Surroundings,
): Markup | undefined {
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
