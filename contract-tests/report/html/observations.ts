import { answerText } from '../console-observations.js';
import type { ReportedObservation } from '../report.js';
import { html, type Markup } from './markup.js';

/** How the deployment answers what the document leaves open. */
export function observationTable(observations: readonly ReportedObservation[]): Markup {
  return html`<table>
<thead><tr><th scope="col">Question</th><th scope="col">Answer</th><th scope="col">Seen</th></tr></thead>
<tbody>${observations.map(
    ({ id, section, question, answer, note, exchanges }) => html`<tr>
<td><span>${question}</span><small><code>${id}</code>${section === '–' ? undefined : ` §${section}`}</small></td>
<td>${answer === null ? html`<span class="muted">–</span>` : html`<code class="answer">${answerText(answer)}</code>`}</td>
<td>${note}${exchanges.length === 0 ? undefined : html` <small class="links">${exchanges.map((number) => html`<a href="#exchange-${number}">#${number}</a> `)}</small>`}</td>
</tr>`,
  )}</tbody></table>`;
}
