import type { ReportedRule } from '../report.js';
import { rulesBySection } from '../rules-by-section.js';
import { standingOf, waiverNote } from '../standing.js';
import { mark } from './mark.js';
import { html, type Markup } from './markup.js';

/** Every rule under the heading of the document that it belongs to. */
export function ruleSections(rules: readonly ReportedRule[]): Markup {
  return html`<div class="sections">${rulesBySection(rules).map(
    ({ heading, rules: own }) => html`<section><h3>${heading}</h3><ul>${own.map(row)}</ul></section>`,
  )}</div>`;
}

function row(rule: ReportedRule): Markup {
  const { id, title, reason } = rule;
  const standing = standingOf(rule);
  const note = waiverNote(rule);
  const hasCard = standing === 'violation' || standing === 'waived';
  return html`<li>${mark(standing)}<div><span>${hasCard ? html`<a href="#rule-${id}">${title}</a>` : title}</span><code>${id}</code>${
    reason === null ? undefined : html`<small>${reason}</small>`
  }${note === undefined ? undefined : html`<small>${note}</small>`}</div></li>`;
}
