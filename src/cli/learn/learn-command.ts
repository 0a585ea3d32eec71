import { resolve } from 'node:path';
import {
  cut,
  type Look,
  labelled,
  withLabel,
  withoutCiCommands,
  wrap,
} from '../../../contract-tests/report/terminal-text.js';
import { writeReports } from '../../../contract-tests/report/write-reports.js';
import { learnProfile } from '../../fidelity/learn/learn-profile.js';
import { isProfile } from '../../fidelity/profile/parse-profile.js';
import type { LearnedChoice, Profile } from '../../fidelity/profile/profile.js';
import { formatChoice, howToObserve, NOT_OBSERVABLE, observingOf } from '../../fidelity/profile/questions.js';
import { showsService, whyNoService } from '../../fidelity/profile/shows-service.js';
import { type OutputFile, requireWritable, writeOutput } from '../../files/output-file.js';
import { documentLines } from '../../json/document-lines.js';
import { groupBy } from '../../json/group-by.js';
import { isJsonObject, type JsonValue } from '../../json/json.js';
import { counted, oneLine } from '../../json/quoting.js';
import { defaultBehaviour } from '../../service/behaviour.js';
import { type QuestionId, questionIds } from '../../service/questions/open-questions.js';
import { baseUrlOf, type CheckSettings, readCheckSettings } from '../check/check-options.js';
import { planText } from '../check/check-output.js';
import { judgeTarget } from '../check/judge-target.js';
import { type JudgedRun, reportOn } from '../check/judged-run.js';
import { requireOutputs } from '../check/outputs.js';
import { chooseValues, type SuiteContext, type SuiteRequest } from '../options.js';
import { ExitCode, layoutFor, problemOf, reportProblems, shellWord, type Terminal, warn } from '../terminal.js';
import { learnOptions } from './learn-options.js';

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
    const report = reportOn(learned, [], settings, request.version);
    writeReports(resolve(folder, settings.report), report, learned.transcript);
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
export async function learnTarget(settings: CheckSettings, context: SuiteContext, terminal: Terminal) {
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

interface QuestionRow {
  readonly id: QuestionId;
  readonly learned: LearnedChoice<JsonValue>;
}

export interface LearnedTextOptions extends Look {
  readonly file: string | undefined;
  readonly leftBehind: string | undefined;
}

/** Formats what was learned, what was not and what it would take, and how to use the profile. */
export function learnedText(profile: Profile, options: LearnedTextOptions): string {
  const { bold } = options.colors;
  const rows = questionIds.flatMap((id) => {
    const learned = profile.questions[id] as LearnedChoice<JsonValue> | undefined;
    return learned === undefined ? [] : [{ id, learned }];
  });
  const observed = rows.filter(({ learned }) => learned.origin === 'observed');
  const others = rows.filter((row) => !observed.includes(row));
  const differing = observed.filter((row) => !isDefault(row));
  const asDefault = observed.length - differing.length;
  const rest = asDefault === 0 ? [] : [`  ${asDefault} more ${asDefault === 1 ? 'is' : 'are'} at the default`];
  const isEmpty = !showsService(profile);
  const blocks = [
    heading(profile, isEmpty ? 'nothing' : `${observed.length} of ${counted(rows.length, 'open question')}`, options),
    // A list of defaults would hide why.
    ...(isEmpty || observed.length === 0
      ? []
      : [[bold('Open questions'), ...differing.flatMap((row) => observedRow(row, options)), ...rest]]),
    ...(isEmpty || others.length === 0 ? [] : [notObserved(others, profile, options)]),
    factLines(profile, options),
  ];
  return withoutCiCommands(`${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`);
}

function isDefault({ id, learned: { choice, unseen = [] } }: QuestionRow): boolean {
  const usual: JsonValue = defaultBehaviour[id] as JsonValue;
  if (!isJsonObject(choice) || !isJsonObject(usual)) return formatChoice(choice) === formatChoice(usual);
  const observed = Object.keys(choice).filter((name) => !unseen.includes(name));
  return observed.every((name) => JSON.stringify(choice[name]) === JSON.stringify(usual[name]));
}

function heading({ source }: Profile, learned: string, { colors, width }: Look): string[] {
  const { baseUrl, kind, level, exchanges } = source;
  const how = kind === 'recording' ? 'a recording' : `level ${level}`;
  const what = `${oneLine(baseUrl)} (${how}, ${counted(exchanges, 'exchange')})`;
  return [colors.bold(`Learned ${learned} from`), ...indented(wrap(what, width - 3))];
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}

/** Counts what was not observed by what it would take; what no run can observe comes last. The profile has the reasons. */
function notObserved(rows: readonly QuestionRow[], profile: Profile, { width, colors }: Look): string[] {
  const ways = groupBy(rows, ({ id }) => howToObserve(id, observingOf(profile)) ?? 'no response showed it');
  const inOrder = [...ways].sort(([one], [other]) => Number(one === NOT_OBSERVABLE) - Number(other === NOT_OBSERVABLE));
  const counts = inOrder.flatMap(([way, { length }]) => withLabel(`${length}`, wrap(way, width - 7), COUNT_WIDTH));
  return [colors.bold('Not observed'), ...indented(counts)];
}

const COUNT_WIDTH = 2;
const ID_WIDTH = 22;
/** On a narrower terminal, a choice is below its question. */
const LEAST_WIDTH_BESIDE = 60;
const CONFIDENCE_WIDTH = 7;
const MOST_CHARACTERS = 130;

function observedRow({ id, learned }: QuestionRow, { colors, width }: Look): string[] {
  const unknown = Object.keys(learned.unknown ?? {});
  const label = unknown.length > 0 ? 'partly' : learned.confidence;
  const text = unknown.length > 0 ? `${choiceText(learned)}; unknown: ${unknown.join(', ')}` : choiceText(learned);
  const isBeside = width >= LEAST_WIDTH_BESIDE && id.length <= ID_WIDTH;
  const room = width - 3 - (isBeside ? ID_WIDTH + 2 : 2);
  const paint = label === 'certain' ? colors.green : colors.yellow;
  const lines = wrap(cut(text, MOST_CHARACTERS), room - CONFIDENCE_WIDTH - 2);
  const choice = withLabel(label, lines, CONFIDENCE_WIDTH, paint);
  return indented(isBeside ? withLabel(id, choice, ID_WIDTH) : [id, ...indented(choice)]);
}

function choiceText({ choice, unseen = [] }: QuestionRow['learned']): string {
  // What was not observed for one operation has the text of the others.
  const rest = unseen.filter((name) => !name.includes(' ')).length;
  const more = rest === 0 ? '' : `; ${rest} more at the default`;
  if (!isJsonObject(choice)) return oneLine(formatChoice(choice) + more);
  const observed = Object.fromEntries(Object.entries(choice).filter(([name]) => !unseen.includes(name)));
  return oneLine((formatChoice(observed) || 'as the fake names them') + more);
}

function factLines(profile: Profile, { colors, width, leftBehind, file }: LearnedTextOptions): string[] {
  const { red, yellow } = colors;
  const { source, rules, responses } = profile;
  const { copies, stopped, baseUrl } = source;
  const violated = Object.keys(rules).filter((id) => rules[id] === 'violation');
  const headers = new Set(Object.values(responses).flatMap((place) => place.headers.map(({ name }) => name)));
  const own = headers.size === 0 ? 'no additional headers' : `additional headers: ${[...headers].join(', ')}`;
  const look = { colors, width: width - 2, labelWidth: 11 };
  const toCopy = { ...look, width: Number.POSITIVE_INFINITY };
  const word = file && shellWord(file);
  return [
    ...labelled('Limit', limitText(profile), look),
    ...labelled(
      'Responses',
      Object.keys(responses).length > 0 && `${counted(Object.keys(responses).length, 'kind')} of responses, ${own}`,
      look,
    ),
    ...labelled('Violations', violated.length > 0 && `${violated.join(', ')} (see petstore-mock check)`, look, red),
    ...labelled('Copies', copies && `${counted(copies, 'response')} of a cache ignored`, look, yellow),
    ...labelled('Stopped', stopped, look, yellow),
    ...labelled('Profile', profileText(profile, file), look, file === undefined ? yellow : String),
    ...labelled('Left behind', leftBehind, toCopy),
    ...labelled('Use it', word && `petstore-mock serve --profile ${word}`, toCopy),
    ...labelled('', word && `petstore-mock compare ${word} ${shellWord(baseUrl)}`, toCopy),
  ];
}

function limitText({ limit: { plan, perMinute, perDay }, responses }: Profile): string | undefined {
  const windows = Object.entries({ minute: perMinute, day: perDay }).filter(([, limit]) => limit !== null);
  if (windows.length === 0) return Object.keys(responses).length === 0 ? undefined : 'not observed';
  const limits = windows.map(([window, limit]) => `${limit?.toLocaleString('en-GB')} a ${window}`);
  return `${limits.join(', ')} (${plan === null ? 'no plan of the document' : `plan ${plan}`})`;
}

function profileText(profile: Profile, file: string | undefined): string {
  const why = whyNoService(profile);
  if (file === undefined) return why === undefined ? 'not written' : `not written: ${why}`;
  return `written to ${file}${profile.source.stopped === null ? '' : ', with what was observed until it stopped'}`;
}
