import { resolve } from 'node:path';
import { type Before, consoleChanges, lastKnown } from '../../../contract-tests/history/changes.js';
import { addToHistory, type RunLine, readHistory } from '../../../contract-tests/history/history-folder.js';
import { type Report, rulesWithOutcome } from '../../../contract-tests/report/report.js';
import { wrap } from '../../../contract-tests/report/terminal-text.js';
import type { Waiver } from '../../../contract-tests/waivers/waivers-schema.js';
import { compareProfiles } from '../../fidelity/compare/compare-profiles.js';
import type { ExplainedDifference } from '../../fidelity/compare/comparison.js';
import { learnProfile } from '../../fidelity/learn/learn-profile.js';
import { dateAndTime } from '../../json/times.js';
import { ExitCode, layoutFor, problemOf, reportProblems, type Terminal } from '../terminal.js';
import { printReport, writeOutputs } from './check-output.js';
import { gather } from './check-service.js';
import { baseUrlOf, type CheckSettings } from './check-settings.js';
import { reportGathered, type SuiteContext } from './gathered.js';

interface HistorySettings extends CheckSettings {
  readonly history: string;
}

/**
 * Checks once, compares the run with the history in a folder, and adds it. Prints the report and the changes. Returns the exit code:
 * with `--fail-on change`, a change fails a run that would otherwise pass. Throws an InputError, and sends nothing, for invalid input.
 */
export async function checkWithHistory(
  settings: HistorySettings,
  waivers: readonly Waiver[],
  context: SuiteContext,
  terminal: Terminal,
): Promise<number> {
  const { from, failOn, json } = settings;
  const folder = resolve(terminal.folder, settings.history);
  const before = from === undefined ? readHistory(folder, baseUrlOf(settings)) : undefined;
  const startedMs = Date.now();
  const gathered = await gather(settings, context, terminal);
  const { transcript, settings: judgeSettings } = gathered;
  const known = from === undefined ? before : readHistory(folder, judgeSettings.baseUrl);
  const endedMs = Date.now();
  const report = reportGathered(gathered, waivers, settings);
  const kind = from === undefined ? 'run' : 'recording';
  const profile = learnProfile(transcript, judgeSettings, { ...gathered, learnedAtMs: endedMs, kind });
  const exchanges = new Map(transcript.exchanges.map((exchange) => [exchange.number, exchange]));
  const differences =
    known === undefined
      ? []
      : compareProfiles({ name: 'before', profile: known }, { name: 'now', profile, exchanges }).differences;
  const line = runLineOf(report, differences, startedMs, endedMs);
  const after = known === undefined ? profile : lastKnown(known, profile);
  const problems = [
    ...writeOutputs(report, transcript, settings, context.version, terminal),
    problemOf(() => addToHistory(folder, line, after)),
  ];
  printReport(report, transcript, problems, settings, terminal);
  // A program may read standard output.
  const sink = json === '-' ? terminal.stderr : terminal.stdout;
  const since = known && { startedAt: known.source.learnedAt, stopped: known.source.stopped };
  sink.write(changesOrNote(line, since, differences, layoutFor(sink, terminal.variables)));
  const isFailing = report.summary.exitCode === ExitCode.passed && failOn === 'change' && differences.length > 0;
  return reportProblems(isFailing ? ExitCode.failed : report.summary.exitCode, problems, terminal);
}

function runLineOf(
  { level, requests, rules, summary }: Report,
  differences: readonly ExplainedDifference[],
  startedMs: number,
  endedMs: number,
): RunLine {
  const { pass, violation, waived, inconclusive, skipped, exitCode, stopped } = summary;
  return {
    startedAt: new Date(startedMs).toISOString(),
    endedAt: new Date(endedMs).toISOString(),
    level,
    exitCode,
    counts: { pass, violation, waived, inconclusive, skipped },
    violated: rulesWithOutcome(rules, 'violation').map(({ id }) => id),
    stopped,
    requests: requests.sent,
    changes: differences.map(({ responses: _, ...change }) => change),
  };
}

/** Without a profile, which somebody may have deleted, there is nothing to compare with. */
const FIRST = 'First run of this history, or its profile.json is missing. The next run is compared with this one.';

function changesOrNote(
  line: RunLine,
  before: Before | undefined,
  differences: readonly ExplainedDifference[],
  layout: Parameters<typeof consoleChanges>[2],
): string {
  const note = before === undefined ? FIRST : `No changes since ${dateAndTime(before.startedAt, 'minute')} UTC.`;
  const changes = consoleChanges(line, before, layout, differences);
  return (
    changes ||
    `${wrap(note, layout.width - 2)
      .map((each) => `  ${each}`)
      .join('\n')}\n`
  );
}
