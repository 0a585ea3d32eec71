import { createHash } from 'node:crypto';
import type { ComponentChild } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Exchange } from '../../src/exchange/exchange.js';
import type { Transcript } from '../../src/exchange/transcript.js';
import { plainLines } from '../../src/json/quoting.js';
import { dateAndTime } from '../../src/json/times.js';
import { style } from './html/compiled-style.js';
import { ExchangeDetails, ExchangeLinks, formatCount, ShownContext, shownExchanges } from './html/exchanges.js';
import { CodeWords, Notice, RuleSections, ViolationCard } from './html/rules.js';
import {
  choiceText,
  conclusionOf,
  durationOf,
  type Report,
  type ReportedObservation,
  type ReportedRule,
  rulesWithOutcome,
} from './report.js';
import { cut } from './terminal-text.js';

/** Writes the report as one page that needs neither network nor script: its policy allows nothing except its own style sheet. */
export function htmlReport(report: Report, transcript: Transcript): string {
  const hash = createHash('sha256').update(style).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  const page = renderToString(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={policy} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <title>Contract check of {report.target.baseUrl}</title>
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <main class="stack">
          <Content report={report} transcript={transcript} />
        </main>
      </body>
    </html>,
  );
  // Recorded texts may hold control characters and marks that change the direction of writing.
  return plainLines(`<!doctype html>\n${page}\n`);
}

function Content({ report, transcript }: { readonly report: Report; readonly transcript: Transcript }) {
  const { rules, observations, summary } = report;
  const { stopped, leftBehind } = summary;
  const exchanges = shownExchanges(report, transcript);
  const facts = Object.entries(factsOf(report, transcript)).filter(([, value]) => value !== null);
  const shown = { transcript, numbers: new Set(exchanges.map(({ number }) => number)) };
  return (
    <ShownContext.Provider value={shown}>
      <Result report={report} />
      {stopped !== null && <Notice tone="refused">The run stopped early: {stopped}</Notice>}
      {leftBehind !== null && <Notice tone="refused">The stock was not restored: {leftBehind}</Notice>}
      <dl class="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Section title="Violations" items={rulesWithOutcome(rules, 'violation')} show={showRule} />
      <Section title="Waived" items={rulesWithOutcome(rules, 'waived')} show={showRule} />
      <Section title="Rules" items={rules.length > 0 ? [rules] : []} show={(all) => <RuleSections rules={all} />} />
      {observations.length > 0 && <Observations observations={observations} />}
      <Section
        title={exchangesTitle(exchanges, transcript)}
        items={exchanges}
        show={(each) => <ExchangeDetails key={each.number} exchange={each} />}
      />
    </ShownContext.Provider>
  );
}

function showRule(rule: ReportedRule) {
  return <ViolationCard key={rule.id} rule={rule} />;
}

/** The sign and the tone of each exit code. */
const results = { 0: ['✓', 'ok'], 1: ['✗', 'failed'], 3: ['!', 'refused'] } as const;

/** The top of the page: what was checked, and with which result. */
function Result({ report }: { readonly report: Report }) {
  const [sign, tone] = results[report.summary.exitCode];
  return (
    <header class={`card result is-${tone}`}>
      <span class="sign" aria-hidden="true">
        {sign}
      </span>
      <div>
        <p class="small soft">Contract check of</p>
        <h1 class="mono">{report.target.baseUrl}</h1>
        <p class="conclusion">{conclusionOf(report)}</p>
      </div>
    </header>
  );
}

interface SectionProps<Item> {
  readonly title: string;
  readonly items: readonly Item[];
  readonly show: (item: Item) => ComponentChild;
}

/** Nothing without items. */
function Section<Item>({ title, items, show }: SectionProps<Item>) {
  if (items.length === 0) return null;
  return (
    <section class="section">
      <h2>{title}</h2>
      {items.map(show)}
    </section>
  );
}

function factsOf(report: Report, transcript: Transcript): Readonly<Record<string, string | null>> {
  const { target, level, seed, startedAt, requests } = report;
  const of = requests.budget === null ? '' : ` of at most ${formatCount(requests.budget)}`;
  return {
    Source: target.source === 'run' ? 'requests sent by the suite' : 'a recording',
    Messages: target.messagesUrl === target.baseUrl ? null : target.messagesUrl,
    Level: level,
    Seed: seed === null ? null : String(seed),
    Started: startedAt === null ? null : `${dateAndTime(startedAt)} UTC`,
    Requests: formatCount(requests.sent) + of,
    Duration: durationOf(transcript),
  };
}

function exchangesTitle(shown: readonly Exchange[], { exchanges }: Transcript): string {
  if (shown.length === exchanges.length) return 'Exchanges';
  return `Exchanges: ${shown.length} of ${formatCount(exchanges.length)} shown, all are in transcript.har`;
}

/** The JSON has the whole text. */
const MOST_CHARACTERS = 1_000;

/** The choices for the open questions, the observed ones first. */
function Observations({ observations }: Pick<Report, 'observations'>) {
  const isSeen = ({ choice, exchanges }: ReportedObservation) => choice !== null || exchanges.length > 0;
  const inOrder = [...observations.filter(isSeen), ...observations.filter((each) => !isSeen(each))];
  return (
    <section class="card">
      <header class="card-head">
        <h2>Open questions</h2>
      </header>
      <table class="table">
        <thead>
          <tr>
            <th scope="col">Question</th>
            <th scope="col">Choice</th>
            <th scope="col">Evidence</th>
          </tr>
        </thead>
        <tbody>
          {inOrder.map(({ id, section, question, choice, unseen, note, exchanges }) => (
            <tr key={id}>
              <td>
                <CodeWords text={question} />
                <small>
                  <code>{id}</code>
                  {section === '–' ? '' : ` §${section}`}
                </small>
              </td>
              <td>
                <code class="choice">{cut(choiceText({ choice, unseen }), MOST_CHARACTERS)}</code>
              </td>
              <td>
                {cut(note, MOST_CHARACTERS)} {exchanges.length > 0 && <ExchangeLinks numbers={exchanges} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
