import { resolve } from 'node:path';
import { writeReports } from '../../../contract-tests/report/write-reports.js';
import { learnProfile } from '../../fidelity/learn/learn-profile.js';
import { isProfile } from '../../fidelity/profile/parse-profile.js';
import type { Profile } from '../../fidelity/profile/profile.js';
import { showsService } from '../../fidelity/profile/shows-service.js';
import { type OutputFile, requireWritable, writeOutput } from '../../files/output-file.js';
import { documentLines } from '../../json/document-lines.js';
import { baseUrlOf, type CheckSettings, readCheckSettings } from '../check/check-options.js';
import { planText, requireOutputs } from '../check/check-output.js';
import { type JudgedRun, judgeTarget, reportOn } from '../check/judge-target.js';
import { chooseValues, type SuiteContext, type SuiteRequest } from '../options.js';
import { ExitCode, layoutFor, problemOf, reportProblems, type Terminal, warn } from '../terminal.js';
import { learnOptions } from './learn-options.js';
import { learnedText } from './learned-text.js';

/** Learns a deployment, writes the profile and prints a summary; returns the exit code. Throws an InputError, and sends nothing, for invalid input. */
export async function learn(request: SuiteRequest<typeof learnOptions>, terminal: Terminal): Promise<number> {
  const { stdout, variables, folder } = terminal;
  const settings = { ...readCheckSettings(request.target, request.flags), isLearning: true };
  const { output } = chooseValues(learnOptions, { flags: request.flags });
  const layout = layoutFor(stdout, variables);
  if (settings.from === undefined) baseUrlOf(settings);
  if (settings.isDryRun) {
    stdout.write(planText(settings, layout));
    return 0;
  }
  const profileFile: OutputFile = { flag: '--output', name: output, folder, kind: 'profile', isOfKind: isProfile };
  const isReplacing = requireWritable(profileFile) !== undefined;
  requireOutputs(settings, terminal);
  const learned = await learnTarget(settings, request, terminal);

  const { profile, run } = learned;
  let file: string | undefined;
  const profileProblem = problemOf(() => {
    if (showsService(profile)) file = saveProfile(profile, profileFile, isReplacing);
  });
  // The exchanges have the numbers that the profile cites.
  const reportProblem = problemOf(() => {
    if (settings.report === undefined) return;
    const creator = { name: 'petstore-mock', version: request.version };
    writeReports(resolve(folder, settings.report), reportOn(learned, [], settings), learned.transcript, creator);
  });
  stdout.write(learnedText(profile, { file, leftBehind: run?.leftBehind, ...layout }));
  if (file !== undefined && file !== output) warn(terminal, `this run stopped early, so ${output} was not replaced`);
  const isWhole = profile.source.stopped === null && run?.leftBehind === undefined && file !== undefined;
  return reportProblems(isWhole ? ExitCode.passed : ExitCode.incomplete, [profileProblem, reportProblem], terminal);
}

export interface LearnedRun extends JudgedRun {
  readonly profile: Profile;
}

/** Learns a deployment or, with `from`, a recording. Throws an InputError, and sends nothing, for invalid input or if the user declines. */
export async function learnTarget(
  settings: CheckSettings,
  context: SuiteContext,
  terminal: Terminal,
): Promise<LearnedRun> {
  const judged = await judgeTarget(settings, context, terminal);
  const facts = {
    ...judged,
    learnedAtMs: Date.now(),
    kind: settings.from === undefined ? 'run' : 'recording',
  } as const;
  return { ...judged, profile: learnProfile(judged.transcript, judged.settings, facts) };
}

/** Writes a profile, that of a run that stopped early beside an existing one. Returns the name of the file. Throws an InputError. */
function saveProfile(profile: Profile, requested: OutputFile, isReplacing: boolean): string {
  const isPartial = profile.source.stopped !== null && isReplacing;
  const name = isPartial ? `${requested.name.replace(/\.json$/i, '')}.partial.json` : requested.name;
  const file = { ...requested, name };
  if (isPartial) requireWritable(file);
  writeOutput(file, documentLines(profile));
  return name;
}
