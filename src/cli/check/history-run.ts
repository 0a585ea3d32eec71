import { resolve } from 'node:path';
import { type Before, lastKnown } from '../../../contract-tests/history/changes.js';
import { addToHistory, type History, readHistory } from '../../../contract-tests/history/history-folder.js';
import { type RunLine, runLineOf } from '../../../contract-tests/history/run-line.js';
import type { Report } from '../../../contract-tests/report/report.js';
import type { SuiteClock } from '../../../contract-tests/sending/clock.js';
import type { Waiver } from '../../../contract-tests/waivers/waivers-schema.js';
import type { Transcript } from '../../exchange/transcript.js';
import { compareProfiles } from '../../fidelity/compare/compare-profiles.js';
import { learnProfile } from '../../fidelity/learn/learn-profile.js';
import type { Profile } from '../../fidelity/profile/profile.js';
import { InputError } from '../../spec/validation/input-error.js';
import { type Layout, layoutFor, type Terminal, type TextSink, warn } from '../terminal.js';
import { writeOutputs } from './check-output.js';
import { gatherFromRecording } from './check-recording.js';
import { gatherFromService } from './check-service.js';
import { baseUrlOf, type CheckSettings } from './check-settings.js';
import { type Gathered, reportGathered, type SuiteContext } from './gathered.js';

export interface HistorySettings extends CheckSettings {
  readonly history: string;
  readonly waivers: readonly Waiver[];
}

interface JudgedRun {
  readonly report: Report;
  readonly transcript: Transcript;
  readonly profile: Profile;
  readonly startedMs: number;
  readonly endedMs: number;
}

/** The results of a run, and its changes. */
export interface HistoryRun extends JudgedRun {
  readonly line: RunLine;
  /** The previous run, or what else it was compared with; undefined for the first run. */
  readonly before: Before | undefined;
  readonly isCompared: boolean;
  readonly known: Profile;
}

/** A check that adds its runs to a history. */
export class HistoryCheck {
  readonly settings: HistorySettings;
  readonly context: SuiteContext;
  readonly terminal: Terminal;
  readonly clock: SuiteClock;
  readonly layout: Layout;
  readonly #folder: string;
  /** Where changes are printed: standard output, unless a program reads the report there. */
  readonly #sink: TextSink;
  #lastRead: History | undefined;

  constructor(settings: HistorySettings, context: SuiteContext, terminal: Terminal, clock: SuiteClock) {
    const { reporter, json, history } = settings;
    this.settings = settings;
    this.context = context;
    this.terminal = terminal;
    this.clock = clock;
    this.#folder = resolve(terminal.folder, history);
    this.#sink = reporter === 'json' || reporter === 'junit' || json === '-' ? terminal.stderr : terminal.stdout;
    this.layout = layoutFor(this.#sink, terminal.variables);
  }

  /** Reads the history, to which another process may add runs. If it has become unreadable, returns what was read last. */
  read(baseUrl = baseUrlOf(this.settings)): History {
    try {
      const history = readHistory(this.#folder, baseUrl);
      if (this.#lastRead === undefined && history.problem !== undefined) warn(this.terminal, history.problem);
      this.#lastRead = history;
    } catch (error) {
      if (this.#lastRead === undefined || !(error instanceof InputError)) throw error;
    }
    return this.#lastRead;
  }

  async run(): ReturnType<typeof saveRun> {
    const { settings, context, terminal, clock } = this;
    const startedMs = clock.now();
    if (settings.from === undefined) this.read();
    const gathered =
      settings.from === undefined
        ? await gatherFromService(settings, context, terminal)
        : gatherFromRecording(settings, settings.from, terminal);
    const history = this.read(gathered.settings.baseUrl);
    return saveRun(judgeRun(gathered, settings, startedMs, clock.now()), this.#folder, history, clock);
  }

  writeOutputs({ report, transcript }: HistoryRun): (string | undefined)[] {
    return writeOutputs(report, transcript, this.settings, this.context.version, this.terminal);
  }

  print(text: string): void {
    this.#sink.write(text);
  }
}

function judgeRun(
  gathered: Gathered,
  settings: Pick<HistorySettings, 'failOn' | 'waivers'>,
  startedMs: number,
  endedMs: number,
): JudgedRun {
  const { transcript, budget } = gathered;
  const kind = budget === undefined ? 'recording' : 'run';
  return {
    report: reportGathered(gathered, settings.waivers, settings),
    transcript,
    profile: learnProfile(transcript, gathered.settings, { ...gathered, learnedAtMs: endedMs, kind }),
    startedMs,
    endedMs,
  };
}

function compareRun(run: JudgedRun, { runs, known }: History): HistoryRun {
  const { profile } = run;
  const left = known && { name: 'before', profile: known };
  const changes = left === undefined ? [] : compareProfiles(left, { name: 'now', profile }).differences;
  return {
    ...run,
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

/**
 * Adds a run to the history in a folder. If it cannot be added, it is compared with the history as it was last read, and `problem`
 * says why.
 */
async function saveRun(
  judged: JudgedRun,
  folder: string,
  lastRead: History,
  clock: Pick<SuiteClock, 'wait'>,
): Promise<{ readonly run: HistoryRun; readonly problem?: string }> {
  let run: HistoryRun | undefined;
  const add = (history: History) => {
    run = compareRun(judged, history);
    return run;
  };
  // Not interrupted by Ctrl-C: the run is over and should be saved.
  const wait = (ms: number) => clock.wait(ms, new AbortController().signal);
  try {
    await addToHistory(folder, judged.report.target.baseUrl, add, wait);
    return { run: run ?? compareRun(judged, lastRead) };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { run: run ?? compareRun(judged, lastRead), problem: error.message };
  }
}
