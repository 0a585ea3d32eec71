import { consoleChanges } from '../../../contract-tests/history/console-changes.js';
import type { History } from '../../../contract-tests/history/history-folder.js';
import { lastKnown } from '../../../contract-tests/history/last-known.js';
import { type RunLine, runLineOf } from '../../../contract-tests/history/run-line.js';
import type { Report } from '../../../contract-tests/report/report.js';
import type { Waiver } from '../../../contract-tests/waivers/waivers-schema.js';
import { compareProfiles } from '../../compare/compare-profiles.js';
import { learnProfile } from '../../learn/learn-profile.js';
import type { Profile } from '../../profile/profile.js';
import type { Transcript } from '../../transcript/transcript.js';
import type { Colors, Terminal } from '../terminal.js';
import type { Gathered } from './check-request.js';
import type { CheckSettings } from './check-settings.js';
import { judgeGathered } from './judge-gathered.js';
import { reportGathered } from './report-gathered.js';

export interface HistorySettings extends CheckSettings {
  readonly history: string;
  /** The violations that are known. */
  readonly waived: readonly Waiver[];
}

/** What one run found, and what of it is new. */
export interface HistoryRun {
  readonly report: Report;
  readonly transcript: Transcript;
  readonly line: RunLine;
  /** The run before it. */
  readonly before: RunLine | undefined;
  /** All that is known after it. */
  readonly known: Profile;
}

/** Judges a run and finds what changed since all that was known before. */
export function judgeRun(
  gathered: Gathered,
  history: History,
  settings: Pick<HistorySettings, 'failsOnInconclusive' | 'waived'>,
  startedMs: number,
  endedMs: number,
): HistoryRun {
  const { transcript } = gathered;
  const verdicts = judgeGathered(gathered);
  const report = reportGathered(gathered, settings.waived, settings, verdicts);
  const kind = gathered.budget === undefined ? 'recording' : 'run';
  const profile = learnProfile(transcript, gathered.settings, { learnedAtMs: endedMs, kind, verdicts });
  const { known } = history;
  const before = history.runs.at(-1);
  const changes =
    known === undefined
      ? []
      : compareProfiles({ name: 'before', profile: known }, { name: 'now', profile }).differences;
  const line = runLineOf({ report, transcript, profile, changes, startedMs, endedMs });
  return { report, transcript, line, before, known: known === undefined ? profile : lastKnown(known, profile) };
}

/** A change counts as a failure where that was asked for, and nothing graver has happened. */
export function exitCodeOf(
  { report, line }: HistoryRun,
  { failsOnChange }: Pick<CheckSettings, 'failsOnChange'>,
): number {
  const { exitCode } = report.summary;
  return exitCode === 0 && failsOnChange && line.changes.length > 0 ? 1 : exitCode;
}

/** Writes what a run found changed since the one before it; empty where nothing is. */
export function newsOf({ line, before }: HistoryRun, colors: Colors): string {
  return consoleChanges(line, before, colors).replace(/^(?=.)/gm, '  ');
}

/** Answers where news go: what a program reads from standard output stays alone there. */
export function newsStreamOf({ reporter }: Pick<CheckSettings, 'reporter'>, terminal: Terminal): Terminal['stdout'] {
  return reporter === 'json' || reporter === 'junit' ? terminal.stderr : terminal.stdout;
}
