import { type Before, consoleChanges, lastKnown } from '../../../contract-tests/history/changes.js';
import { addToHistory, type History } from '../../../contract-tests/history/history-folder.js';
import { type RunLine, runLineOf } from '../../../contract-tests/history/run-line.js';
import type { Report } from '../../../contract-tests/report/report.js';
import { wrap } from '../../../contract-tests/report/terminal-text.js';
import type { SuiteClock } from '../../../contract-tests/sending/clock.js';
import type { Waiver } from '../../../contract-tests/waivers/waivers-schema.js';
import type { Transcript } from '../../exchange/transcript.js';
import { compareProfiles } from '../../fidelity/compare/compare-profiles.js';
import { learnProfile } from '../../fidelity/learn/learn-profile.js';
import type { Profile } from '../../fidelity/profile/profile.js';
import { InputError } from '../../spec/validation/input-error.js';
import { type Colors, colorsFor, columnsOf, type Terminal } from '../terminal.js';
import type { CheckSettings } from './check-settings.js';
import { type Gathered, judgeGathered, reportGathered } from './gathered.js';

export interface HistorySettings extends CheckSettings {
  readonly history: string;
  /** Known violations. */
  readonly waivers: readonly Waiver[];
}

/** The results of a run. */
export interface JudgedRun {
  readonly report: Report;
  readonly transcript: Transcript;
  readonly profile: Profile;
  readonly startedMs: number;
  readonly endedMs: number;
}

/** The results of a run, and its changes. */
export interface HistoryRun {
  readonly report: Report;
  readonly transcript: Transcript;
  readonly line: RunLine;
  /** The previous run, or what else it was compared with; undefined for the first run. */
  readonly before: Before | undefined;
  /** There was a profile to compare with. */
  readonly isCompared: boolean;
  /** The profile of the history after this run. */
  readonly known: Profile;
}

/** Judges a run and learns its profile. */
export function judgeRun(
  gathered: Gathered,
  settings: Pick<HistorySettings, 'failOn' | 'waivers'>,
  startedMs: number,
  endedMs: number,
): JudgedRun {
  const { transcript, evidence } = gathered;
  const verdicts = judgeGathered(gathered);
  const report = reportGathered(gathered, settings.waivers, settings, verdicts);
  const kind = gathered.budget === undefined ? 'recording' : 'run';
  const profile = learnProfile(transcript, gathered.settings, { learnedAtMs: endedMs, kind, verdicts, evidence });
  return { report, transcript, profile, startedMs, endedMs };
}

/** Compares a run with the profile of its history. */
function compareRun(run: JudgedRun, { runs, known }: Pick<History, 'runs' | 'known'>): HistoryRun {
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

/** Returns the exit code: with `--fail-on change`, a change fails a run that would otherwise pass. */
export function exitCodeOf({ report, line }: HistoryRun, { failOn }: Pick<CheckSettings, 'failOn'>): number {
  const { exitCode } = report.summary;
  return exitCode === 0 && failOn === 'change' && line.changes.length > 0 ? 1 : exitCode;
}

/** A run with what is new in it. */
interface SavedRun {
  readonly run: HistoryRun;
  /** Why it, or a part of it, is not in the history. */
  readonly problem: InputError | undefined;
}

/**
 * Adds a run to the history in a folder, as that stands by then. Where it cannot be added, what it found is not lost: it is compared
 * with the history as it was last read.
 */
export async function saveRun(
  judged: JudgedRun,
  folder: string,
  lastRead: History,
  clock: Pick<SuiteClock, 'wait'>,
): Promise<SavedRun> {
  let run: HistoryRun | undefined;
  const add = (history: History) => {
    run = compareRun(judged, history);
    return run;
  };
  // Not interrupted by Ctrl-C: the run is over and should be saved.
  const wait = (ms: number) => clock.wait(ms, new AbortController().signal);
  try {
    await addToHistory(folder, judged.report.target.baseUrl, add, wait);
    return { run: run ?? compareRun(judged, lastRead), problem: undefined };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { run: run ?? compareRun(judged, lastRead), problem: error };
  }
}

type Printing = Pick<CheckSettings, 'reporter' | 'json'>;

interface ChangesOptions {
  readonly colors: Colors;
  readonly width: number;
  readonly isTerminal: boolean;
}

/** Returns where changes are printed: standard output, unless a program reads the report there. */
export function changesStreamOf({ reporter, json }: Printing, terminal: Terminal): Terminal['stdout'] {
  return reporter === 'json' || reporter === 'junit' || json === '-' ? terminal.stderr : terminal.stdout;
}

/** Returns how to format changes for that stream. */
export function changesOptions(settings: Printing, terminal: Terminal): ChangesOptions {
  const stream = changesStreamOf(settings, terminal);
  const { variables } = terminal;
  return {
    colors: colorsFor(stream, variables),
    width: columnsOf(stream, variables),
    isTerminal: stream.isTTY === true,
  };
}

/** Formats the changes since the previous run; empty if there are none. */
export function changesText({ line, before }: HistoryRun, options: ChangesOptions): string {
  return consoleChanges(line, before, options);
}

/** Formats a sentence between the changes. */
export function changesParagraph(text: string, width: number): string {
  return wrap(text, width - 2)
    .map((line) => `  ${line}\n`)
    .join('');
}
