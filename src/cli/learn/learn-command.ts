import { resolve } from 'node:path';
import { writeReports } from '../../../contract-tests/report/write-reports.js';
import { showsService } from '../../fidelity/profile/shows-service.js';
import { writeProfile } from '../../fidelity/profile/write-profile.js';
import { planText, requireOutputs } from '../check/check-output.js';
import { baseUrlOf, readCheckSettings } from '../check/check-settings.js';
import { reportGathered, type SuiteRequest } from '../check/gathered.js';
import { chooseValues } from '../options.js';
import { problemOf, withProblems } from '../output-file.js';
import { ExitCode, layoutFor, type Terminal, warn } from '../terminal.js';
import { gatherProfile } from './gather-profile.js';
import { learnOptions } from './learn-options.js';
import { learnedText } from './learned-text.js';
import { levelText } from './level-text.js';
import { openProfileFile, saveProfile } from './save-profile.js';

/**
 * Learns a deployment, writes the profile and prints a summary; returns the exit code. Throws an InputError, and sends nothing,
 * for invalid input.
 */
export async function learn(request: SuiteRequest<typeof learnOptions>, terminal: Terminal): Promise<number> {
  const { stdout, stderr, variables } = terminal;
  const settings = readCheckSettings(request.target, request.flags);
  const { output, overwrites, keepsTexts } = chooseValues(learnOptions, { flags: request.flags });
  const sink = output === '-' && !settings.isDryRun ? stderr : stdout;
  const { messagesUrl, level } = settings;
  if (settings.from === undefined) baseUrlOf(settings);
  const announce = () => {
    if (settings.from !== undefined) return;
    sink.write(levelText({ level, sendsMessages: messagesUrl !== undefined }, layoutFor(sink, variables)));
  };
  if (settings.isDryRun) {
    announce();
    stdout.write(planText({ ...settings, isLearning: true }, layoutFor(stdout, variables)));
    return 0;
  }
  const profileFile = output === '-' ? undefined : openProfileFile(output, terminal);
  requireOutputs(settings, terminal);
  announce();
  const gathered = await gatherProfile(settings, request, terminal, { keepsTexts });

  const { profile, leftBehind, transcript } = gathered;
  let saved: ReturnType<typeof saveProfile> | undefined;
  const profileProblem = problemOf(() => {
    if (!showsService(profile)) return;
    if (profileFile === undefined) stdout.write(writeProfile(profile));
    saved = profileFile === undefined ? { file: '-' } : saveProfile(profile, profileFile, overwrites);
  });
  // The exchanges have the numbers that the profile cites.
  const reportProblem = problemOf(() => {
    if (settings.report === undefined) return;
    const report = reportGathered(gathered, [], settings);
    const creator = { name: 'petstore-mock', version: request.version };
    writeReports(resolve(terminal.folder, settings.report), report, transcript, creator);
  });
  const file = saved?.file;
  const report = reportProblem === undefined ? settings.report : undefined;
  sink.write(learnedText(profile, { messagesUrl, file, report, leftBehind, ...layoutFor(sink, variables) }));
  if (saved?.note !== undefined) warn(terminal, saved.note);
  const isWhole = profile.source.stopped === null && leftBehind === undefined && file !== undefined;
  return withProblems(isWhole ? ExitCode.passed : ExitCode.incomplete, [profileProblem, reportProblem], terminal);
}
