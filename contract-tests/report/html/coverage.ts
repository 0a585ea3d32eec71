import type { ReportedCoverage } from '../report.js';
import { html, type Markup, withCode } from './markup.js';

const states = {
  'not-judged': 'Not judged in this check',
  'cannot-be-shown': 'No request can show it',
  judged: 'Judged',
} as const;

/** Every promise of the document by what was made of it. */
export function coverageLists({ details }: ReportedCoverage): Markup[] {
  return Object.entries(states).flatMap(([state, title]) => {
    const own = details.filter((each) => each.state === state);
    if (own.length === 0) return [];
    return html`<details class="others"><summary>${title} <b>${own.length}</b></summary><ul>${own.map(row)}</ul></details>`;
  });
}

function row({ statement, rules, reason }: ReportedCoverage['details'][number]): Markup {
  const told = [...rules, ...(reason === null ? [] : [reason])].join(' · ');
  return html`<li><span class="section">§${statement.section}</span> ${withCode(statement.sentence)}<small>${told}</small></li>`;
}
