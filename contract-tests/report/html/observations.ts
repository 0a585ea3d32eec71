import { answerText } from '../console-observations.js';
import type { ReportedObservation } from '../report.js';
import { cut } from '../wrap.js';
import { exchangeLinks } from './exchange-links.js';
import { html, type Markup, withCode } from './markup.js';

/** The whole of it stands in the JSON. */
const MOST_CHARACTERS = 1_000;

/** How the deployment answers what the document leaves open; what was not seen is folded. */
export function observationTables(observations: readonly ReportedObservation[], shown: ReadonlySet<number>): Markup[] {
  const seen = observations.filter(({ answer, exchanges }) => answer !== null || exchanges.length > 0);
  const unseen = observations.filter((each) => !seen.includes(each));
  return [...(seen.length === 0 ? [] : [table(seen, shown)]), ...(unseen.length === 0 ? [] : [unseenList(unseen)])];
}

function table(observations: readonly ReportedObservation[], shown: ReadonlySet<number>): Markup {
  return html`<table>
<thead><tr><th scope="col">Question</th><th scope="col">Answer</th><th scope="col">Seen</th></tr></thead>
<tbody>${observations.map(
    ({ id, section, question, answer, unseen, note, exchanges }) => html`<tr>
<td><span>${withCode(question)}</span><small><code>${id}</code>${place(section)}</small></td>
<td>${answer === null ? html`<span class="muted">–</span>` : html`<code class="answer">${cut(answerText({ answer, unseen }), MOST_CHARACTERS)}</code>`}</td>
<td>${cut(note, MOST_CHARACTERS)}${exchanges.length === 0 ? undefined : html` ${exchangeLinks(exchanges, shown)}`}</td>
</tr>`,
  )}</tbody></table>`;
}

function unseenList(observations: readonly ReportedObservation[]): Markup {
  return html`<details class="others"><summary>Not seen in this check <b>${observations.length}</b></summary><ul>${observations.map(
    ({ id, section, question, note }) =>
      html`<li>${withCode(question)}<small><code>${id}</code>${place(section)} · ${cut(note, MOST_CHARACTERS)}</small></li>`,
  )}</ul></details>`;
}

/** Some questions belong to no section. */
function place(section: string): string {
  return section === '–' ? '' : ` §${section}`;
}
