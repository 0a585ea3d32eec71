import type { Exchange } from '../../src/exchange/exchange.js';
import type { Transcript } from '../../src/exchange/transcript.js';
import { dateAndTime } from '../../src/spec/times.js';
import { exchangeDetails, exchangeLinks, lengthFor, shownExchanges } from './html/exchange.js';
import { html, type Markup, pageHead, trusted, withCode } from './html/markup.js';
import { ruleSections, summary, violationCards } from './html/rules.js';
import { style } from './html/style.js';
import { timeline } from './html/timeline.js';
import {
  choiceText,
  conclusionOf,
  durationOf,
  type Report,
  type ReportedCoverage,
  type ReportedObservation,
} from './report.js';
import { cut } from './terminal-text.js';

/** Writes the report as one page that needs no network and no script, and may load and run nothing. */
export function htmlReport(report: Report, transcript: Transcript): string {
  const { rules, observations, coverage } = report;
  const exchanges = shownExchanges(report, transcript);
  const shown = new Set(exchanges.map(({ number }) => number));
  const page = html`${trusted('<!doctype html>')}
<html lang="en">
${pageHead(`Contract check of ${report.target.baseUrl}`, style)}
<body>
<main>
${pageHeader(report, transcript)}
<section class="panel">${summary(report)}${timeline(transcript, report, shown)}</section>
${part('Violations', violationCards(report, transcript, shown, 'violation'))}
${part('Waived', violationCards(report, transcript, shown, 'waived'))}
${part('Rules', rules.length === 0 ? [] : [ruleSections(rules)])}
${part('What the document leaves open', observationTables(observations, shown))}
${part(`Promises: ${coverage.judged} of ${coverage.statements} judged`, coverageLists(coverage))}
${part(
  exchangesTitle(exchanges, transcript),
  exchanges.map((each) => exchangeDetails(each, lengthFor(exchanges.length), `exchange-${each.number}`)),
)}
</main>
</body>
</html>
`;
  return page.markup;
}

const signs = { 0: '✓', 1: '✗', 3: '!' } as const;

function pageHeader(report: Report, transcript: Transcript): Markup {
  const { target, summary: counts } = report;
  return html`<header class="verdict exit-${counts.exitCode}">
<span class="sign" aria-hidden="true">${signs[counts.exitCode]}</span>
<div><p class="muted">Contract check of</p><h1>${target.baseUrl}</h1><p class="conclusion">${conclusionOf(report)}</p></div>
</header>
${counts.stopped === null ? undefined : html`<p class="note"><b>The run stopped early:</b> ${counts.stopped}</p>`}
${counts.leftBehind === null ? undefined : html`<p class="note"><b>Left behind:</b> ${counts.leftBehind}</p>`}
<dl class="facts">${factsOf(report, transcript).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function factsOf({ target, level, seed, startedAt, requests }: Report, transcript: Transcript): [string, string][] {
  const of = requests.budget === null ? '' : ` of ${requests.budget.toLocaleString('en-GB')} at most`;
  const facts: [name: string, value: string | null][] = [
    ['Source', target.source === 'run' ? 'requests sent by the suite' : 'a recording'],
    ['Messages', target.messagesUrl === target.baseUrl ? null : target.messagesUrl],
    ['Level', level],
    ['Seed', seed === null ? null : String(seed)],
    ['Started', startedAt === null ? null : `${dateAndTime(startedAt)} UTC`],
    ['Requests', `${requests.sent.toLocaleString('en-GB')}${of}`],
    ['Duration', durationOf(transcript)],
  ];
  return facts.flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
}

function exchangesTitle(shown: readonly Exchange[], { exchanges }: Transcript): string {
  if (shown.length === exchanges.length) return 'Exchanges';
  const all = exchanges.length.toLocaleString('en-GB');
  return `Exchanges: ${shown.length} of ${all} shown, all of them are in transcript.har`;
}

function part(title: string, content: readonly Markup[]): Markup | undefined {
  return content.length === 0 ? undefined : html`<section class="part"><h2>${title}</h2>${content}</section>`;
}

const states = {
  'not-judged': 'Not judged in this check',
  'cannot-be-shown': 'No request can show it',
  judged: 'Judged',
} as const;

/** Every promise of the document by what was made of it. */
function coverageLists({ details }: ReportedCoverage): Markup[] {
  return Object.entries(states).flatMap(([state, title]) => {
    const own = details.filter((each) => each.state === state);
    if (own.length === 0) return [];
    return html`<details class="others"><summary>${title} <b>${own.length}</b></summary><ul>${own.map(statementItem)}</ul></details>`;
  });
}

function statementItem({ statement, rules, reason }: ReportedCoverage['details'][number]): Markup {
  const told = [...rules, ...(reason === null ? [] : [reason])].join(' · ');
  return html`<li><span class="section">§${statement.section}</span> ${withCode(statement.sentence)}<small>${told}</small></li>`;
}

/** The whole of it stands in the JSON. */
const MOST_CHARACTERS = 1_000;

/** How the deployment answers what the document leaves open; what was not seen is folded. */
function observationTables(observations: readonly ReportedObservation[], shown: ReadonlySet<number>): Markup[] {
  const seen = observations.filter(({ choice, exchanges }) => choice !== null || exchanges.length > 0);
  const unseen = observations.filter((each) => !seen.includes(each));
  return [...(seen.length === 0 ? [] : [seenTable(seen, shown)]), ...(unseen.length === 0 ? [] : [unseenList(unseen)])];
}

function seenTable(observations: readonly ReportedObservation[], shown: ReadonlySet<number>): Markup {
  return html`<table>
<thead><tr><th scope="col">Question</th><th scope="col">Answer</th><th scope="col">Seen</th></tr></thead>
<tbody>${observations.map(
    ({ id, section, question, choice, unseen, note, exchanges }) => html`<tr>
<td><span>${withCode(question)}</span><small><code>${id}</code>${sectionText(section)}</small></td>
<td>${choice === null ? html`<span class="muted">–</span>` : html`<code class="choice">${cut(choiceText({ choice, unseen }), MOST_CHARACTERS)}</code>`}</td>
<td>${cut(note, MOST_CHARACTERS)}${exchanges.length === 0 ? undefined : html` ${exchangeLinks(exchanges, shown)}`}</td>
</tr>`,
  )}</tbody></table>`;
}

function unseenList(observations: readonly ReportedObservation[]): Markup {
  return html`<details class="others"><summary>Not seen in this check <b>${observations.length}</b></summary><ul>${observations.map(
    ({ id, section, question, note }) =>
      html`<li>${withCode(question)}<small><code>${id}</code>${sectionText(section)} · ${cut(note, MOST_CHARACTERS)}</small></li>`,
  )}</ul></details>`;
}

/** Some questions belong to no section. */
function sectionText(section: string): string {
  return section === '–' ? '' : ` §${section}`;
}
