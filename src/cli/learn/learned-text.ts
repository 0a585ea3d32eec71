import { join } from 'node:path';
import { withoutCiCommands, wrap } from '../../../contract-tests/report/terminal-text.js';
import { reportFiles } from '../../../contract-tests/report/write-reports.js';
import type { LearnedChoice, LearnedLatency, Profile } from '../../fidelity/profile/profile.js';
import type { JsonValue } from '../../spec/json.js';
import { questionIds } from '../../spec/open-questions.js';
import { counted, oneLine } from '../../spec/quoting.js';
import { type Colors, type Layout, shellWord } from '../terminal.js';
import { showsService, whyNoService } from './gather-profile.js';
import { howToObserve, NOT_OBSERVABLE, type QuestionRow, rowLines } from './learned-questions.js';

export interface LearnedTextOptions extends Layout {
  /** Where the profile was written, `-` for stdout; undefined where it was not. */
  readonly file: string | undefined;
  /** The folder in which the exchanges were written. */
  readonly report?: string | undefined;
  readonly leftBehind: string | undefined;
  readonly messagesUrl: string | undefined;
}

/** Formats what was learned, what was not and what it would take, and how to use the profile. */
export function learnedText(profile: Profile, options: LearnedTextOptions): string {
  const { colors, columns } = options;
  const rows = questionIds.flatMap((id) => {
    const learned = profile.questions[id] as LearnedChoice<JsonValue> | undefined;
    return learned === undefined ? [] : [{ id, learned }];
  });
  const seen = rows.filter(({ learned }) => learned.origin === 'observed');
  const unseen = rows.filter((row) => !seen.includes(row));
  const isEmpty = !showsService(profile);
  const blocks = [
    heading(profile, isEmpty ? 'nothing' : `${seen.length} of ${counted(rows.length, 'open question')}`, options),
    // A list of defaults would hide why.
    ...(isEmpty ? [] : [seenBlock(seen, { colors, columns }), ...unseenBlocks(unseen, profile, options)]),
    learnedFooter(profile, options),
  ];
  const shown = blocks.filter((lines) => lines.length > 0);
  return withoutCiCommands(`${shown.map((lines) => lines.join('\n')).join('\n\n')}\n`);
}

function heading({ source }: Profile, learned: string, { colors, columns }: Layout): string[] {
  const { baseUrl, kind, level, exchanges } = source;
  const how = kind === 'recording' ? 'a recording' : `level ${level}`;
  const what = `${oneLine(baseUrl)} (${how}, ${counted(exchanges, 'exchange')})`;
  return [colors.bold(`Learned ${learned} from`), ...wrap(what, columns - 3).map((line) => `  ${line}`)];
}

function seenBlock(rows: readonly QuestionRow[], layout: Layout): string[] {
  if (rows.length === 0) return [];
  return [layout.colors.bold('Open questions'), ...rows.flatMap((row) => rowLines(row, layout))];
}

/** Groups what was not observed by what it would take; what no run can observe comes last. */
function unseenBlocks(rows: readonly QuestionRow[], profile: Profile, options: LearnedTextOptions): string[][] {
  const { colors, columns } = options;
  const ways = new Map<string | undefined, QuestionRow[]>();
  for (const row of rows) {
    const way = howToObserve(row.id, profile, options);
    ways.set(way, [...(ways.get(way) ?? []), row]);
  }
  const inOrder = [...ways].sort(([one], [other]) => Number(one === NOT_OBSERVABLE) - Number(other === NOT_OBSERVABLE));
  return inOrder.map(([way, own]) => [
    ...wrap(way === undefined ? 'Not observed' : `Not observed: ${way}`, columns - 1).map(colors.bold),
    ...own.flatMap((row) => rowLines(row, { colors, columns }, way === undefined)),
  ]);
}

const LABEL_WIDTH = 11;

interface FooterOptions extends Layout {
  readonly file: string | undefined;
  readonly report?: string | undefined;
  readonly leftBehind: string | undefined;
}

/** The limit, the responses, how the run ended, and how to use the profile. */
function learnedFooter(profile: Profile, options: FooterOptions): string[] {
  const { file, report, leftBehind, ...layout } = options;
  const { colors } = layout;
  const { source, rules } = profile;
  const broken = Object.keys(rules).filter((id) => rules[id] === 'violation');
  return [
    ...labelledLines('Limit', limitText(profile), layout),
    ...labelledLines('Responses', responsesText(profile), layout),
    ...labelledLines('Latency', latencyText(profile), layout),
    ...(broken.length === 0
      ? []
      : labelledLines('Violations', `${broken.join(', ')} (see petstore-mock check)`, layout, colors.red)),
    ...(source.copies === undefined
      ? []
      : labelledLines('Copies', `${counted(source.copies, 'choice')} of a cache, ignored`, layout, colors.yellow)),
    ...(source.stopped === null ? [] : labelledLines('Stopped', source.stopped, layout, colors.yellow)),
    ...(report === undefined ? [] : [labelledLine('Exchanges', oneLine(join(report, reportFiles.html)), colors)]),
    // It holds a command to copy.
    ...(leftBehind === undefined ? [] : [labelledLine('Left behind', colors.yellow(oneLine(leftBehind)), colors)]),
    ...usage(profile, file, layout),
  ];
}

function limitText({ limit: { plan, perMinute, perDay } }: Profile): string {
  if (perMinute === null && perDay === null) return 'not observed';
  const inWords = (limit: number | null, window: string) =>
    limit === null ? `the limit of a ${window} was not observed` : `${limit.toLocaleString('en-GB')} a ${window}`;
  return `${inWords(perMinute, 'minute')}, ${inWords(perDay, 'day')} (${plan === null ? 'no plan of the document' : `plan ${plan}`})`;
}

function responsesText({ responses }: Profile): string {
  const places = Object.values(responses);
  const headers = new Set(places.flatMap((place) => place.headers.map(({ name }) => name)));
  const own = headers.size === 0 ? 'no additional headers' : `additional headers: ${[...headers].join(', ')}`;
  return `${counted(places.length, 'kind')} of responses, ${own}`;
}

function latencyText({ latency }: Profile): string {
  const texts = Object.entries(latency).map(
    ([id, { p50, p99 }]: [string, LearnedLatency]) => `${id} ${p50 === p99 ? p50 : `${p50}–${p99}`} ms`,
  );
  return texts.length === 0 ? 'not measured' : `${texts.join(', ')} (median and 99th percentile)`;
}

function usage(profile: Profile, file: string | undefined, layout: Layout): string[] {
  const { source } = profile;
  const { colors } = layout;
  if (file === undefined) {
    const why = whyNoService(profile);
    return labelledLines('Profile', why === undefined ? 'not written' : `not written: ${why}`, layout, colors.yellow);
  }
  const until = source.stopped === null ? '' : ', with what was observed until it stopped';
  if (file === '-') return labelledLines('Profile', `printed${until}`, layout);
  const word = oneLine(shellWord(file));
  return [
    ...labelledLines('Profile', `written to ${file}${until}`, layout),
    labelledLine('Use it', `petstore-mock serve --profile ${word}`, colors),
    labelledLine('', `petstore-mock compare ${word} ${oneLine(shellWord(source.baseUrl))}`, colors),
  ];
}

function labelledLines(
  label: string,
  text: string,
  { colors, columns }: Layout,
  paint = (each: string) => each,
): string[] {
  return wrap(oneLine(text), columns - LABEL_WIDTH - 4).map((each, index) =>
    labelledLine(index === 0 ? label : '', paint(each), colors),
  );
}

function labelledLine(label: string, text: string, { dim }: Colors): string {
  return `${dim(label.padEnd(LABEL_WIDTH))}  ${text}`;
}
