import type { Before } from '../../../contract-tests/history/console-changes.js';
import type { History } from '../../../contract-tests/history/history-folder.js';
import { lastKnown } from '../../../contract-tests/history/last-known.js';
import { type RunLine, runLineOf } from '../../../contract-tests/history/run-line.js';
import type { Report } from '../../../contract-tests/report/report.js';
import type { Waiver } from '../../../contract-tests/waivers/waivers-schema.js';
import { compareProfiles } from '../../compare/compare-profiles.js';
import { learnProfile } from '../../learn/learn-profile.js';
import type { Profile } from '../../profile/profile.js';
import type { Transcript } from '../../transcript/transcript.js';
import type { Gathered } from './check-request.js';
import type { CheckSettings } from './check-settings.js';
import { judgeGathered } from './judge-gathered.js';
import { reportGathered } from './report-gathered.js';

export interface HistorySettings extends CheckSettings {
  readonly history: string;
  /** The violations that are known. */
  readonly waived: readonly Waiver[];
}

/** What one run found. */
export interface JudgedRun {
  readonly report: Report;
  readonly transcript: Transcript;
  readonly profile: Profile;
  readonly startedMs: number;
  readonly endedMs: number;
}

/** What one run found, and what of it is new. */
export interface HistoryRun {
  readonly report: Report;
  readonly transcript: Transcript;
  readonly line: RunLine;
  /** The run before it, or what else it was compared with; undefined where there was neither. */
  readonly before: Before | undefined;
  /** Something was known before that it could be compared with. */
  readonly isCompared: boolean;
  /** All that is known after it. */
  readonly known: Profile;
}

/** Judges a run and learns from it. */
export function judgeRun(
  gathered: Gathered,
  settings: Pick<HistorySettings, 'failsOnInconclusive' | 'waived'>,
  startedMs: number,
  endedMs: number,
): JudgedRun {
  const { transcript } = gathered;
  const verdicts = judgeGathered(gathered);
  const report = reportGathered(gathered, settings.waived, settings, verdicts);
  const kind = gathered.budget === undefined ? 'recording' : 'run';
  const profile = learnProfile(transcript, gathered.settings, { learnedAtMs: endedMs, kind, verdicts });
  return { report, transcript, profile, startedMs, endedMs };
}

/** Finds what changed in a run since all that was known before. */
export function compareRun(run: JudgedRun, { runs, known }: Pick<History, 'runs' | 'known'>): HistoryRun {
  const { report, transcript, profile } = run;
  const changes =
    known === undefined
      ? []
      : compareProfiles({ name: 'before', profile: known }, { name: 'now', profile }).differences;
  return {
    report,
    transcript,
    line: runLineOf({ ...run, changes }),
    before: runs.at(-1) ?? (known && { startedAt: known.source.learnedAt, stopped: known.source.stopped }),
    isCompared: known !== undefined,
    known: known === undefined ? profile : lastKnown(known, profile),
  };
}

/** A change counts as a failure where that was asked for, and nothing graver has happened. */
export function exitCodeOf(
  { report, line }: HistoryRun,
  { failsOnChange }: Pick<CheckSettings, 'failsOnChange'>,
): number {
  const { exitCode } = report.summary;
  return exitCode === 0 && failsOnChange && line.changes.length > 0 ? 1 : exitCode;
}
