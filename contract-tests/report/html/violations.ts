import type { Transcript } from '../../../src/transcript/transcript.js';
import { brokenPromises } from '../broken-promises.js';
import { exchangeLine } from '../exchange-line.js';
import type { Report, ReportedRule, ReportedViolation } from '../report.js';
import { rulesStanding, type Standing, waiverNote } from '../standing.js';
import { exchangeDetails } from './exchange.js';
import { mark } from './mark.js';
import { html, type Markup, withCode } from './markup.js';

/** So many places of one rule are shown in full; the others as one line each. */
const MOST_PLACES = 3;
const BODY_LENGTH = 8_000;

/** One card for each broken rule of this standing. */
export function violationCards({ rules }: Report, transcript: Transcript, standing: Standing): Markup[] {
  return rulesStanding(rules, standing).map((rule) => card(rule, transcript, standing));
}

function card(rule: ReportedRule, transcript: Transcript, standing: Standing): Markup {
  const note = waiverNote(rule);
  return html`<article class="card ${standing}" id="rule-${rule.id}">
<header>${mark(standing)}<div><h3>${rule.title}</h3><p><code>${rule.id}</code>${
    rule.severity === 'implied' ? html` <span class="tag">implied by the document</span>` : undefined
  }</p></div></header>
${brokenPromises(rule).map(
  ({ section, sentence }) =>
    html`<blockquote><p>“${withCode(sentence)}”</p><cite>The document, §${section}</cite></blockquote>`,
)}
${note === undefined ? undefined : html`<p class="note">${sentenceCase(note)}.</p>`}
${rule.violations.slice(0, MOST_PLACES).map((violation) => place(violation, transcript))}
${otherPlaces(rule.violations.slice(MOST_PLACES), transcript)}
</article>`;
}

function place(violation: ReportedViolation, transcript: Transcript): Markup {
  const { problem, expected, received, pointer, exchange, related, curl } = violation;
  const shown = [exchange, ...related].flatMap(
    (number) => transcript.exchanges.find((each) => each.number === number) ?? [],
  );
  return html`<section class="place">
<h4>${sentenceCase(problem)}</h4>
<div class="sides compare"><div class="expected"><h5>Expected</h5><p>${expected}</p></div><div class="received"><h5>Received${
    pointer === null || pointer === '' ? undefined : html` at <code>${pointer}</code>`
  }</h5><p>${received}</p></div></div>
<pre class="curl" aria-label="Send it again"><code>${curl.join('\n')}</code></pre>
${shown.map((each) => exchangeDetails(each, BODY_LENGTH))}
</section>`;
}

function otherPlaces(violations: readonly ReportedViolation[], transcript: Transcript): Markup | undefined {
  if (violations.length === 0) return undefined;
  return html`<details class="others"><summary>${violations.length} more like it</summary><ul>${violations.map(
    ({ exchange, problem, received }) =>
      html`<li><a href="#exchange-${exchange}">${exchangeLine(exchange, transcript)}</a>: ${problem}; received ${received}</li>`,
  )}</ul></details>`;
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
