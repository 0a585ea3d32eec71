import type { Exchange } from '../../src/transcript/exchange.js';
import type { Transcript } from '../../src/transcript/transcript.js';
import { conclusionOf } from './conclusion.js';
import { durationOf } from './duration.js';
import { coverageLists } from './html/coverage.js';
import { exchangeDetails } from './html/exchange.js';
import { html, type Markup, trusted } from './html/markup.js';
import { observationTables } from './html/observations.js';
import { pageHead } from './html/page-head.js';
import { ruleSections } from './html/rules.js';
import { lengthFor, shownExchanges } from './html/shown-exchanges.js';
import { style } from './html/style.js';
import { summary } from './html/summary.js';
import { timeline } from './html/timeline.js';
import { violationCards } from './html/violations.js';
import type { Report } from './report.js';

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
    ['Started', startedAt === null ? null : `${startedAt.slice(0, 19).replace('T', ' ')} UTC`],
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
