import { CodeWords } from '../../src/dashboard/parts/badge.js';
import { Card, Notice } from '../../src/dashboard/parts/card.js';
import type { Exchange } from '../../src/exchange/exchange.js';
import type { Transcript } from '../../src/exchange/transcript.js';
import { dateAndTime } from '../../src/spec/times.js';
import { ExchangeDetails, ExchangeLinks, ShownContext, shownExchanges } from './html/exchange.js';
import { OutcomeBar } from './html/outcomes.js';
import { Facts, formatCount, Result, renderPage, Section } from './html/page.js';
import { RuleSections, ViolationCard } from './html/rules.js';
import {
  choiceText,
  conclusionOf,
  durationOf,
  type Report,
  type ReportedCoverage,
  type ReportedObservation,
  reportedOutcomeOf,
  rulesWithOutcome,
} from './report.js';
import { cut } from './terminal-text.js';

/** Writes the report as one page that needs neither network nor script. */
export function htmlReport(report: Report, transcript: Transcript): string {
  const { target, rules, observations, coverage, summary } = report;
  const exchanges = shownExchanges(report, transcript);
  const outcomes = [
    ['Violations', rulesWithOutcome(rules, 'violation')],
    ['Waived', rulesWithOutcome(rules, 'waived')],
  ] as const;
  const shown = { transcript, numbers: new Set(exchanges.map(({ number }) => number)) };
  return renderPage(
    `Contract check of ${target.baseUrl}`,
    <ShownContext.Provider value={shown}>
      <Result
        kind="Contract check of"
        baseUrl={target.baseUrl}
        exitCode={summary.exitCode}
        conclusion={conclusionOf(report)}
      />
      {summary.stopped !== null && <Notice tone="refused">The run stopped early: {summary.stopped}</Notice>}
      {summary.leftBehind !== null && <Notice tone="refused">The stock was not restored: {summary.leftBehind}</Notice>}
      <Facts facts={factsOf(report, transcript)} />
      <section class="card card-body">
        <OutcomeBar outcomes={rules.map(reportedOutcomeOf)} />
      </section>
      {outcomes.map(
        ([title, own]) =>
          own.length > 0 && (
            <Section key={title} title={title}>
              {own.map((rule) => (
                <ViolationCard key={rule.id} rule={rule} />
              ))}
            </Section>
          ),
      )}
      {rules.length > 0 && (
        <Section title="Rules">
          <RuleSections rules={rules} />
        </Section>
      )}
      {observations.length > 0 && <Observations observations={observations} />}
      {coverage.details.length > 0 && <Coverage coverage={coverage} />}
      {exchanges.length > 0 && (
        <Section title={exchangesTitle(exchanges, transcript)}>
          {exchanges.map((each) => (
            <ExchangeDetails key={each.number} exchange={each} id={`exchange-${each.number}`} />
          ))}
        </Section>
      )}
    </ShownContext.Provider>,
  );
}

function factsOf(report: Report, transcript: Transcript) {
  const { target, level, seed, startedAt, requests } = report;
  const of = requests.budget === null ? '' : ` of at most ${formatCount(requests.budget)}`;
  return [
    ['Source', target.source === 'run' ? 'requests sent by the suite' : 'a recording'],
    ['Messages', target.messagesUrl === target.baseUrl ? null : target.messagesUrl],
    ['Level', level],
    ['Seed', seed === null ? null : String(seed)],
    ['Started', startedAt === null ? null : `${dateAndTime(startedAt)} UTC`],
    ['Requests', formatCount(requests.sent) + of],
    ['Duration', durationOf(transcript)],
  ] as const;
}

function exchangesTitle(shown: readonly Exchange[], { exchanges }: Transcript): string {
  if (shown.length === exchanges.length) return 'Exchanges';
  return `Exchanges: ${shown.length} of ${formatCount(exchanges.length)} shown, all are in transcript.har`;
}

const states = {
  'not-judged': 'Not judged in this check',
  'cannot-be-shown': 'Not verifiable by requests',
  judged: 'Judged',
} as const;

/** Every statement of the document, by whether it was judged. */
function Coverage({ coverage }: { readonly coverage: ReportedCoverage }) {
  const groups = Object.entries(states).map(([state, title]) => ({
    title,
    own: coverage.details.filter((each) => each.state === state),
  }));
  return (
    <Card title={`Statements: ${coverage.judged} of ${coverage.statements} judged`}>
      {groups
        .filter(({ own }) => own.length > 0)
        .map(({ title, own }) => (
          <details key={title} class="others">
            <summary>
              {title} <b>{own.length}</b>
            </summary>
            <ul>
              {own.map(({ statement, rules, reason }) => (
                <li key={statement.id}>
                  <span class="number">§{statement.section}</span> <CodeWords text={statement.sentence} />
                  <small>{[...rules, ...(reason === null ? [] : [reason])].join(' · ')}</small>
                </li>
              ))}
            </ul>
          </details>
        ))}
    </Card>
  );
}

/** The JSON has the whole text. */
const MOST_CHARACTERS = 1_000;

interface ObservationsProps {
  readonly observations: readonly ReportedObservation[];
}

/** The observed choices for the open questions; those that were not observed are folded. */
function Observations({ observations }: ObservationsProps) {
  const seen = observations.filter(({ choice, exchanges }) => choice !== null || exchanges.length > 0);
  const unseen = observations.filter((each) => !seen.includes(each));
  return (
    <Card title="Open questions" isFlush>
      {seen.length > 0 && <SeenTable observations={seen} />}
      {unseen.length > 0 && (
        <details class="others card-body">
          <summary>
            Not observed in this check <b>{unseen.length}</b>
          </summary>
          <ul>
            {unseen.map(({ id, section, question, note }) => (
              <li key={id}>
                <CodeWords text={question} />
                <small>
                  <code>{id}</code>
                  {sectionText(section)} · {cut(note, MOST_CHARACTERS)}
                </small>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
}

function SeenTable({ observations }: ObservationsProps) {
  return (
    <table class="table">
      <thead>
        <tr>
          <th scope="col">Question</th>
          <th scope="col">Choice</th>
          <th scope="col">Evidence</th>
        </tr>
      </thead>
      <tbody>
        {observations.map(({ id, section, question, choice, unseen, note, exchanges }) => (
          <tr key={id}>
            <td>
              <CodeWords text={question} />
              <small>
                <code>{id}</code>
                {sectionText(section)}
              </small>
            </td>
            <td>
              {choice === null ? (
                <span class="soft">–</span>
              ) : (
                <code class="choice">{cut(choiceText({ choice, unseen }), MOST_CHARACTERS)}</code>
              )}
            </td>
            <td>
              {cut(note, MOST_CHARACTERS)} {exchanges.length > 0 && <ExchangeLinks numbers={exchanges} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Some questions belong to no section. */
function sectionText(section: string): string {
  return section === '–' ? '' : ` §${section}`;
}
