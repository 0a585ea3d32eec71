import { createHash } from 'node:crypto';
import type { Transcript } from '../../../src/exchange/transcript.js';
import { plainLines } from '../../../src/json/quoting.js';
import { dateAndTime } from '../../../src/json/times.js';
import {
  choiceText,
  conclusionOf,
  documentText,
  durationOf,
  outageText,
  outcomeLooks,
  partialPlanText,
  type Report,
  type ReportedOutcome,
  type ReportedRule,
  type ReportedViolation,
  reportedOutcomeOf,
  rulesBySection,
  rulesWithOutcome,
  suiteText,
  uncountedNote,
  waiverNote,
} from '../report.js';
import { cut, exchangeLine } from '../terminal-text.js';
import { style } from './compiled-style.js';
import { exchangeDetails, exchangeLink, exchangeLinks, formatCount, type Shown, shownExchanges } from './exchanges.js';
import { Markup, markup, type Part } from './markup.js';

/** Writes the report as one page that needs neither network nor script: its policy allows nothing except its own style sheet. */
export function htmlReport(report: Report, transcript: Transcript): string {
  const hash = createHash('sha256').update(style).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  const page = markup`
    <html lang="en">
      <head>
        <meta charset="utf-8"/>
        <meta http-equiv="Content-Security-Policy" content="${policy}"/>
        <meta name="viewport" content="width=device-width, initial-scale=1"/>
        <meta name="referrer" content="no-referrer"/>
        <title>Contract check of ${report.target.baseUrl}</title>
        <style>${new Markup(style)}</style>
      </head>
      <body><main class="stack">${content(report, transcript)}</main></body>
    </html>`;
  // Recorded texts may hold control characters and marks that change the direction of writing.
  return plainLines(`<!doctype html>\n${page.text}\n`);
}

function content(report: Report, transcript: Transcript): Part {
  const { rules, observations, summary } = report;
  const { stopped, leftBehind } = summary;
  const exchanges = shownExchanges(report, transcript);
  const shown = { transcript, numbers: new Set(exchanges.map(({ number }) => number)) };
  const all = transcript.exchanges.length;
  const some = `Exchanges: ${exchanges.length} of ${formatCount(all)} shown, all are in transcript.har`;
  const title = exchanges.length === all ? 'Exchanges' : some;
  const card = (rule: ReportedRule) => violationCard(rule, shown);
  const facts = Object.entries(factsOf(report, transcript)).filter(([, value]) => value !== null);
  return [
    result(report),
    stopped !== null && notice('refused', `The run stopped early: ${stopped}`),
    leftBehind !== null && notice('refused', `The stock was not restored: ${leftBehind}`),
    markup`<dl class="facts">${facts.map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`,
    section('Violations', rulesWithOutcome(rules, 'violation').map(card)),
    section('Waived', rulesWithOutcome(rules, 'waived').map(card)),
    section('New rules, not counted', rulesWithOutcome(rules, 'uncounted').filter(isViolated).map(card)),
    section('Rules', rules.length === 0 ? [] : [ruleSections({ rules })]),
    observations.length > 0 && questionTable(observations, shown),
    section(title, exchanges.map(exchangeDetails)),
  ];
}

const results = { 0: ['✓', 'ok'], 1: ['✗', 'failed'], 3: ['!', 'refused'] } as const;

function result(report: Report): Markup {
  const [sign, tone] = results[report.summary.exitCode];
  return markup`
    <header class="card result is-${tone}">
      <span class="sign" aria-hidden="true">${sign}</span>
      <div>
        <p class="small soft">Contract check of</p>
        <h1 class="mono">${report.target.baseUrl}</h1>
        <p class="conclusion">${conclusionOf(report)}</p>
      </div>
    </header>`;
}

const isViolated = ({ outcome }: ReportedRule) => outcome === 'violation';

/** Nothing without items. */
function section(title: string, items: readonly Markup[]): Part {
  return items.length > 0 && markup`<section class="section"><h2>${title}</h2>${items}</section>`;
}

function factsOf(report: Report, transcript: Transcript): Readonly<Record<string, string | number | null>> {
  const { target, level, seed, startedAt, requests, chosenRules } = report;
  const of = requests.budget === null ? '' : ` of at most ${formatCount(requests.budget)}`;
  return {
    Source: target.source === 'run' ? 'requests sent by the suite' : 'a recording',
    Messages: target.messagesUrl === target.baseUrl ? null : target.messagesUrl,
    Level: level,
    Seed: seed,
    Rules: chosenRules.length === 0 ? null : `only ${chosenRules.join(', ')}`,
    Started: startedAt === null ? null : `${dateAndTime(startedAt)} UTC`,
    Requests: formatCount(requests.sent) + of,
    Outage: outageText(report) ?? null,
    Plan: partialPlanText(report) ?? null,
    Duration: durationOf(transcript),
    Suite: suiteText(report),
    Document: documentText(report),
  };
}

/** The JSON has the whole text. */
const MOST_CHARACTERS = 1_000;

function questionTable(observations: Report['observations'], shown: Shown): Markup {
  const isUnseen = ({ choice, exchanges }: Report['observations'][number]) => choice === null && exchanges.length === 0;
  const inOrder = observations.toSorted((one, other) => Number(isUnseen(one)) - Number(isUnseen(other)));
  const rows = inOrder.map(
    ({ id, section: place, question, choice, unseen, note, exchanges }) => markup`
      <tr>
        <td>${codeWords(question)}<small><code>${id}</code>${place === '–' ? '' : ` §${place}`}</small></td>
        <td><code class="choice">${cut(choiceText({ choice, unseen }), MOST_CHARACTERS)}</code></td>
        <td>${cut(note, MOST_CHARACTERS)} ${exchanges.length > 0 && exchangeLinks(exchanges, shown)}</td>
      </tr>`,
  );
  return markup`
    <section class="card">
      <header class="card-head"><h2>Open questions</h2></header>
      <table class="table">
        <thead><tr><th scope="col">Question</th><th scope="col">Choice</th><th scope="col">Evidence</th></tr></thead>
        <tbody>${rows}</tbody>
      </table>
    </section>`;
}

function ruleSections({ rules }: Pick<Report, 'rules'>): Markup {
  const sections = rulesBySection(rules).map(
    ({ heading, rules: own }) =>
      markup`<section class="card"><h3>${heading}</h3><ul>${own.map(ruleItem)}</ul></section>`,
  );
  return markup`<div class="sections">${sections}</div>`;
}

function ruleItem(rule: ReportedRule): Markup {
  const { id, title, reason, decidedBy } = rule;
  const outcome = reportedOutcomeOf(rule);
  const note = uncountedNote(rule) ?? waiverNote(rule);
  const why = reason !== null && reason + (decidedBy === null ? '' : '; --exclusive would decide it');
  return markup`
    <li>
      ${outcomeMark(outcome)}
      <div>
        <span>${isViolated(rule) ? markup`<a href="#rule-${id}">${title}</a>` : title}</span>
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
function violationCard(rule: ReportedRule, shown: Shown): Markup {
  const { id, title, severity, violations, repeat } = rule;
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
        ${repeat && markup`<p class="soft">Repeat it alone:</p><pre class="curl"><code>${repeat}</code></pre>`}
      </footer>
    </article>`;
}

function evidence(violation: ReportedViolation, shown: Shown): Markup {
  const { expected, received, pointer, curl, exchange, traceId, related } = violation;
  return markup`
    <div class="sides compare">
      <div class="expected is-ok"><h5>Expected</h5><p>${expected}</p></div>
      <div class="received is-failed">
        <h5>Received${pointer && markup` at <code>${pointer}</code>`}</h5>
        <p>${received}</p>
      </div>
    </div>
    <p class="soft">Seen in ${exchangeLinks([exchange, ...related], shown)} ${traceId && markup`<small>trace id <code>${traceId}</code></small>`}</p>
    <pre class="curl"><code>${curl.join('\n')}</code></pre>`;
}

const MOST_OTHERS = 100;

function otherViolations(violations: readonly ReportedViolation[], shown: Shown): Markup {
  const items = violations.slice(0, MOST_OTHERS).map(({ exchange, problem, received, isWaived }) => {
    const link = exchangeLink(exchange, exchangeLine(exchange, shown.transcript), shown);
    return markup`<li>${link}: ${problem}; received ${received}${isWaived && ' (waived)'}</li>`;
  });
  const more = violations.length - MOST_OTHERS;
  return markup`
    <details class="others">
      <summary>${formatCount(violations.length)} more violations of this rule</summary>
      <ul>${items}</ul>
      ${more > 0 && markup`<p class="soft">… and ${formatCount(more)} more in report.json</p>`}
    </details>`;
}

function notice(tone: string, text: string): Markup {
  return markup`<div class="notice is-${tone}"><span class="dot"></span><div>${text}</div></div>`;
}

/** Text with `code` between backticks. */
function codeWords(text: string): Part {
  // Every other part was between backticks.
  return text.split('`').map((part, index) => (index % 2 === 1 ? markup`<code>${part}</code>` : part));
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
