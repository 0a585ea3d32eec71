import { resolve } from 'node:path';
import { type Before, lastKnown } from '../../../contract-tests/history/changes.js';
import { addToHistory, type History, readHistory } from '../../../contract-tests/history/history-folder.js';
import { inHistory, lacksResponses } from '../../../contract-tests/history/past-runs.js';
import { type RunLine, type RunParts, runLineOf } from '../../../contract-tests/history/run-line.js';
import type { SuiteClock } from '../../../contract-tests/sending/clock.js';
import type { Waiver } from '../../../contract-tests/waivers/waivers-schema.js';
import { compareProfiles } from '../../fidelity/compare/compare-profiles.js';
import type { ExplainedDifference } from '../../fidelity/compare/comparison.js';
import { learnProfile } from '../../fidelity/learn/learn-profile.js';
import type { Profile } from '../../fidelity/profile/profile.js';
import { InputError } from '../../spec/validation/input-error.js';
import { type Layout, layoutFor, type Terminal, type TextSink, warn } from '../terminal.js';
import { writeOutputs } from './check-output.js';
import { gather } from './check-service.js';
import { baseUrlOf, type CheckSettings } from './check-settings.js';
import { reportGathered, type SuiteContext } from './gathered.js';

export interface HistorySettings extends CheckSettings {
  readonly history: string;
  readonly waivers: readonly Waiver[];
}

/** The results of a run, and its changes. */
export interface HistoryRun extends Omit<RunParts, 'changes'> {
  readonly line: RunLine;
  /** The changes of the line, with the responses that show them. */
  readonly differences: readonly ExplainedDifference[];
  /** The previous run, or what else it was compared with; undefined if there was nothing. */
  readonly before: Before | undefined;
  readonly known: Profile;
  /** Why it could not be added to the history. It is compared with what was read last. */
  readonly problem?: string;
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

  /** Checks once and adds the run to the history. */
  async run(): Promise<HistoryRun> {
    const { settings, context, terminal, clock } = this;
    const startedMs = clock.now();
    if (settings.from === undefined) this.read();
    const gathered = await gather(settings, context, terminal);
    const { transcript, settings: judgeSettings } = gathered;
    const endedMs = clock.now();
    const kind = settings.from === undefined ? 'run' : 'recording';
    const parts = {
      report: reportGathered(gathered, settings.waivers, settings),
      transcript,
      profile: learnProfile(transcript, judgeSettings, { ...gathered, learnedAtMs: endedMs, kind }),
      startedMs,
      endedMs,
    };
    let run = compareRun(parts, this.read(judgeSettings.baseUrl));
    const add = (history: History) => {
      run = compareRun(parts, history);
      return run;
    };
    // Not interrupted by Ctrl-C: the run is over and should be saved.
    const wait = (ms: number) => clock.wait(ms, new AbortController().signal);
    try {
      await addToHistory(this.#folder, judgeSettings.baseUrl, add, wait);
      return run;
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      return { ...run, problem: error.message };
    }
  }

  /** Writes the requested files. Returns what could not be saved. */
  writeOutputs({ report, transcript, problem }: HistoryRun): (string | undefined)[] {
    return [...writeOutputs(report, transcript, this.settings, this.context.version, this.terminal), problem];
  }

  print(text: string): void {
    this.#sink.write(text);
  }
}

function compareRun(run: Omit<RunParts, 'changes'>, { runs, known }: History): HistoryRun {
  const { profile, report, transcript } = run;
  const exchanges = new Map(transcript.exchanges.map((exchange) => [exchange.number, exchange]));
  const differences =
    known === undefined
      ? []
      : compareProfiles({ name: 'before', profile: known }, { name: 'now', profile, exchanges }).differences;
  const changes = differences.map(({ responses: _, ...change }) => change);
  const isUnreached = lacksResponses(report, transcript.exchanges);
  const line = inHistory(runLineOf({ ...run, changes }), runs, isUnreached);
  if (known === undefined) return { ...run, line, differences, before: undefined, known: profile };
  // Nobody was told of a run that got no response once.
  const told = runs.findLast(({ unreached }) => unreached !== 'once');
  const before = told ?? { startedAt: known.source.learnedAt, stopped: known.source.stopped };
  return { ...run, line, differences, before, known: lastKnown(known, profile) };
}

/** Returns the exit code: with `--fail-on change`, a change fails a run that would otherwise pass. */
export function exitCodeOf({ report, line }: HistoryRun, { failOn }: Pick<CheckSettings, 'failOn'>): number {
  const { exitCode } = report.summary;
  return exitCode === 0 && failOn === 'change' && line.changes.length > 0 ? 1 : exitCode;
}
