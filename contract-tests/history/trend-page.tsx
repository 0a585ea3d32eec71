import { Card, Notice } from '../../src/dashboard/parts/card.js';
import { counted } from '../../src/spec/quoting.js';
import { dateAndTime } from '../../src/spec/times.js';
import { Facts, formatCount, Result, renderPage, Section } from '../report/html/page.js';
import { formatChange } from './changes.js';
import { frequenciesOf, frequencyText } from './past-runs.js';
import type { RunLine } from './run-line.js';
import { LatencyCharts, RunBars } from './trend-charts.js';

/** More bars cannot be distinguished on a page. */
const MOST_SHOWN = 200;
const MOST_CHANGES = 50;

const conclusions = {
  0: 'No violations in the last run',
  1: 'Violations found in the last run',
  3: 'The last run stopped early',
} as const;

/** Writes the trend of a history as one page that needs neither network nor script. Empty without runs. */
export function trendPage(runs: readonly RunLine[]): string {
  const last = runs.at(-1);
  if (last === undefined) return '';
  const shown = runs.slice(-MOST_SHOWN);
  const { baseUrl, exitCode, stopped } = last;
  return renderPage(
    `Trend of ${baseUrl}`,
    <>
      <Result kind="Contract checks of" baseUrl={baseUrl} exitCode={exitCode} conclusion={conclusions[exitCode]} />
      {stopped !== null && <Notice tone="refused">The last run stopped early: {stopped}</Notice>}
      <Facts facts={factsOf(last, runs.length)} />
      <Card title={shown.length < runs.length ? `The last ${shown.length} runs` : counted(runs.length, 'run')}>
        <RunBars runs={shown} />
      </Card>
      <ViolatedRules runs={runs} />
      <Changes runs={runs} />
      <Section title="Response times (median)">
        <LatencyCharts runs={shown} />
      </Section>
    </>,
  );
}

function factsOf({ startedAt, level, counts, requests, limits }: RunLine, runs: number) {
  return [
    ['Last run', `${dateAndTime(startedAt, 'minute')} UTC`],
    ['Runs', formatCount(runs)],
    ['Level', level ?? 'a recording'],
    ['Rules passed', String(counts.pass)],
    ['Violated', String(counts.violation)],
    ['Inconclusive', String(counts.inconclusive)],
    ['Requests', String(requests)],
    ['Remaining quota', limits && `${limits.remaining} of ${limits.limit}`],
  ] as const;
}

/** Those of the last run first; then those that come and go. */
function ViolatedRules({ runs }: { readonly runs: readonly RunLine[] }) {
  const ids = new Set(runs.toReversed().flatMap(({ violated }) => violated));
  const frequencies = frequenciesOf([...ids], runs);
  if (frequencies.length === 0) return null;
  return (
    <Card title="Violated rules">
      <ul>
        {frequencies.map((frequency) => (
          <li key={frequency.rule}>
            <code>{frequency.rule}</code> {frequencyText(frequency)}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The newest first. */
function Changes({ runs }: { readonly runs: readonly RunLine[] }) {
  const all = runs.flatMap((run) => run.changes.map((change) => ({ run, change }))).reverse();
  if (all.length === 0) {
    return (
      <Card title="Changes">
        <p class="soft">None since the first run.</p>
      </Card>
    );
  }
  return (
    <Card title="Changes" isFlush>
      <table class="table changes">
        <thead>
          <tr>
            <th scope="col">When (UTC)</th>
            <th scope="col">What</th>
            <th scope="col">Before and after</th>
          </tr>
        </thead>
        <tbody>
          {all.slice(0, MOST_CHANGES).map(({ run, change }, index) => (
            <tr key={index}>
              <td>{dateAndTime(run.startedAt, 'minute')}</td>
              <td>
                <code>{change.path}</code>
              </td>
              <td>{formatChange(change)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {all.length > MOST_CHANGES && <p class="card-body soft">And {all.length - MOST_CHANGES} older ones.</p>}
    </Card>
  );
}
