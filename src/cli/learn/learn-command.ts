import { resolve } from 'node:path';
import { planRequests } from '../../../contract-tests/plan.js';
import { writeReports } from '../../../contract-tests/report/write-reports.js';
import type { Profile } from '../../fidelity/profile/profile.js';
import { writeProfile } from '../../fidelity/profile/write-profile.js';
import { planText, requireWritable } from '../check/check-output.js';
import { baseUrlOf, type CheckSettings, readCheckSettings } from '../check/check-settings.js';
import { type CheckRequest, reportGathered } from '../check/gathered.js';
import { INCOMPLETE, problemOfWriting } from '../files.js';
import { chooseValues, type Flags } from '../options.js';
import { layoutFor, type Terminal, warn } from '../terminal.js';
import { type GatheredProfile, gatherProfile, showsService } from './gather-profile.js';
import { learnOptions } from './learn-options.js';
import { learnedText } from './learned-text.js';
import { openProfileFile, type ProfileFile, type SavedProfile, saveProfile } from './save-profile.js';

/** What `learn` receives beside its terminal. */
export interface LearnRequest extends Omit<CheckRequest, 'flags'> {
  readonly flags: Flags<typeof learnOptions>;
}

/**
 * Learns a deployment, writes the profile and prints a summary; returns the exit code. Throws an InputError, and sends nothing,
 * for invalid input.
 */
export async function learn(request: LearnRequest, terminal: Terminal): Promise<number> {
  const { stdout, stderr, variables } = terminal;
  const settings = readCheckSettings(request.target, request.flags);
  const { output, overwrites, keepsTexts } = chooseValues(learnOptions, { flags: request.flags });
  if (settings.from === undefined) baseUrlOf(settings, 'learn');
  if (settings.isDryRun) {
    const isFake = settings.adminUrl !== undefined;
    const plan = planRequests({ ...settings, baseUrl: baseUrlOf(settings), isFake, isLearning: true });
    stdout.write(planText(plan, layoutFor(stdout, variables)));
    return 0;
  }
  const isPrinted = output === '-';
  const opened = isPrinted ? undefined : openProfileFile(output, terminal);
  requireWritable(settings, terminal);
  const gathered = await gatherProfile(settings, request, terminal, { keepsTexts });

  const { profile, leftBehind } = gathered;
  let saved: SavedProfile | undefined;
  const problem = problemOfWriting(() => {
    if (showsService(profile)) saved = save(profile, opened, { ...terminal, overwrites });
  });
  const reportProblem = problemOfWriting(() => writeReport(gathered, settings, request, terminal));
  const sink = isPrinted ? stderr : stdout;
  const file = saved?.file;
  const report = reportProblem === undefined ? settings.report : undefined;
  sink.write(
    learnedText(profile, {
      ...settings,
      file,
      report,
      leftBehind,
      ...layoutFor(sink, variables),
    }),
  );
  for (const each of [saved?.note, problem, reportProblem]) {
    if (each !== undefined) warn({ stderr }, each);
  }
  const isWhole = profile.source.stopped === null && leftBehind === undefined && reportProblem === undefined;
  return isWhole && file !== undefined ? 0 : INCOMPLETE;
}

function save(
  profile: Profile,
  opened: ProfileFile | undefined,
  terminal: Terminal & { readonly overwrites: boolean },
): SavedProfile {
  if (opened !== undefined) return saveProfile(profile, opened, terminal);
  terminal.stdout.write(writeProfile(profile));
  return { file: '-', note: undefined };
}

/** Writes the exchanges under the numbers that the profile cites, and the report on them. */
function writeReport(
  gathered: GatheredProfile,
  { report, failOn }: CheckSettings,
  { version }: LearnRequest,
  { folder }: Terminal,
): void {
  if (report === undefined) return;
  const creator = { name: 'petstore-mock', version };
  const found = reportGathered(gathered, [], { failOn }, gathered.verdicts);
  writeReports(resolve(folder, report), found, gathered.transcript, creator);
}
