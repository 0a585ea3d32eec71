import { resolve } from 'node:path';
import { writeReports } from '../../../contract-tests/report/write-reports.js';
import { isProfile } from '../../fidelity/profile/parse-profile.js';
import type { Profile } from '../../fidelity/profile/profile.js';
import { showsService } from '../../fidelity/profile/shows-service.js';
import { type OutputFile, requireWritable, writeOutput } from '../../files/output-file.js';
import { documentLines } from '../../json/document-lines.js';
import { planText, requireOutputs } from '../check/check-output.js';
import { baseUrlOf, readCheckSettings } from '../check/check-settings.js';
import { reportGathered, type SuiteRequest } from '../check/gathered.js';
import { chooseValues } from '../options.js';
import { ExitCode, layoutFor, problemOf, reportProblems, type Terminal, warn } from '../terminal.js';
import { gatherProfile } from './gather-profile.js';
import { learnOptions } from './learn-options.js';
import { learnedText } from './learned-text.js';

/**
 * Learns a deployment, writes the profile and prints a summary; returns the exit code. Throws an InputError, and sends nothing,
 * for invalid input.
 */
export async function learn(request: SuiteRequest<typeof learnOptions>, terminal: Terminal): Promise<number> {
  const { stdout, variables } = terminal;
  const settings = readCheckSettings(request.target, request.flags);
  const { output } = chooseValues(learnOptions, { flags: request.flags });
  const layout = layoutFor(stdout, variables);
  if (settings.from === undefined) baseUrlOf(settings);
  if (settings.isDryRun) {
    stdout.write(planText({ ...settings, isLearning: true }, layout));
    return 0;
  }
  const profileFile = profileFileOf(output, terminal);
  const isReplacing = requireWritable(profileFile) !== undefined;
  requireOutputs(settings, terminal);
  const gathered = await gatherProfile(settings, request, terminal);

  const { profile, leftBehind, transcript } = gathered;
  let file: string | undefined;
  const profileProblem = problemOf(() => {
    if (showsService(profile)) file = saveProfile(profile, profileFile, isReplacing);
  });
  // The exchanges have the numbers that the profile cites.
  const reportProblem = problemOf(() => {
    if (settings.report === undefined) return;
    const report = reportGathered(gathered, [], settings);
    const creator = { name: 'petstore-mock', version: request.version };
    writeReports(resolve(terminal.folder, settings.report), report, transcript, creator);
  });
  stdout.write(learnedText(profile, { file, leftBehind, ...layout }));
  if (file !== undefined && file !== output) warn(terminal, `this run stopped early, so ${output} was not replaced`);
  const isWhole = profile.source.stopped === null && leftBehind === undefined && file !== undefined;
  return reportProblems(isWhole ? ExitCode.passed : ExitCode.incomplete, [profileProblem, reportProblem], terminal);
}

function profileFileOf(name: string, { folder }: Pick<Terminal, 'folder'>): OutputFile {
  return { flag: '--output', name, folder, kind: 'profile', isOfKind: isProfile };
}

/** Writes a profile, that of a run that stopped early beside an existing one. Returns the name of the file. Throws an InputError. */
function saveProfile(profile: Profile, requested: OutputFile, isReplacing: boolean): string {
  const isPartial = profile.source.stopped !== null && isReplacing;
  const name = isPartial ? `${requested.name.replace(/\.json$/i, '')}.partial.json` : requested.name;
  const file = profileFileOf(name, requested);
  if (isPartial) requireWritable(file);
  writeOutput(file, documentLines(profile));
  return name;
}
