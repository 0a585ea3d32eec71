import { join } from 'node:path';
import { columns, withoutCiCommands, wrap } from '../../../contract-tests/report/terminal-text.js';
import { reportFiles } from '../../../contract-tests/report/write-reports.js';
import { howToObserve, NOT_OBSERVABLE } from '../../fidelity/profile/how-to-observe.js';
import type { LearnedChoice, LearnedLatency, Profile } from '../../fidelity/profile/profile.js';
import { showsService, whyNoService } from '../../fidelity/profile/shows-service.js';
import type { JsonValue } from '../../spec/json.js';
import { questionIds } from '../../spec/open-questions.js';
import { counted, oneLine } from '../../spec/quoting.js';
import { type Layout, shellWord } from '../terminal.js';
import { type QuestionRow, rowLines } from './learned-questions.js';

export interface LearnedTextOptions extends Layout {
  /** Where the profile was written, `-` for stdout; undefined if it was not. */
  readonly file: string | undefined;
  readonly report?: string | undefined;
  readonly leftBehind: string | undefined;
  readonly messagesUrl: string | undefined;
}

/** Formats what was learned, what was not and what it would take, and how to use the profile. */
export function learnedText(profile: Profile, options: LearnedTextOptions): string {
  const { colors } = options;
  const rows = questionIds.flatMap((id) => {
    const learned = profile.questions[id] as LearnedChoice<JsonValue> | undefined;
    return learned === undefined ? [] : [{ id, learned }];
  });
  const observed = rows.filter(({ learned }) => learned.origin === 'observed');
  const others = rows.filter((row) => !observed.includes(row));
  const isEmpty = !showsService(profile);
  const observedLines = observed.flatMap((row) => rowLines(row, options));
  const observedBlock = observed.length === 0 ? [] : [colors.bold('Open questions'), ...observedLines];
  const blocks = [
    heading(profile, isEmpty ? 'nothing' : `${observed.length} of ${counted(rows.length, 'open question')}`, options),
    // A list of defaults would hide why.
    ...(isEmpty ? [] : [observedBlock, ...otherBlocks(others, profile, options)]),
    factLines(profile, options),
  ];
  const shown = blocks.filter((lines) => lines.length > 0);
  return withoutCiCommands(`${shown.map((lines) => lines.join('\n')).join('\n\n')}\n`);
}

function heading({ source }: Profile, learned: string, { colors, width }: Layout): string[] {
  const { baseUrl, kind, level, exchanges } = source;
  const how = kind === 'recording' ? 'a recording' : `level ${level}`;
  const what = `${oneLine(baseUrl)} (${how}, ${counted(exchanges, 'exchange')})`;
  return [colors.bold(`Learned ${learned} from`), ...wrap(what, width - 3).map((line) => `  ${line}`)];
}

/** Groups what was not observed by what it would take; what no run can observe comes last. */
function otherBlocks(rows: readonly QuestionRow[], profile: Profile, options: LearnedTextOptions): string[][] {
  const { source, limit } = profile;
  // What a client happened to request needs no level.
  const level = source.kind === 'recording' ? null : source.level;
  const observing = { level, plan: limit.plan, sendsMessages: options.messagesUrl !== undefined };
  const ways = new Map<string | undefined, QuestionRow[]>();
  for (const row of rows) {
    const way = howToObserve(row.id, observing);
    ways.set(way, [...(ways.get(way) ?? []), row]);
  }
  const inOrder = [...ways].sort(([one], [other]) => Number(one === NOT_OBSERVABLE) - Number(other === NOT_OBSERVABLE));
  return inOrder.map(([way, own]) => [
    ...wrap(way === undefined ? 'Not observed' : `Not observed: ${way}`, options.width - 1).map(options.colors.bold),
    ...own.flatMap((row) => rowLines(row, options, way === undefined)),
  ]);
}

const LABEL_WIDTH = 11;

type Row = readonly [label: string, text: string | undefined, paint?: ((text: string) => string) | undefined];

function factLines(profile: Profile, options: LearnedTextOptions): string[] {
  const { colors, width, report, leftBehind, file } = options;
  const { red, yellow, dim } = colors;
  const { source, rules } = profile;
  const violated = Object.keys(rules).filter((id) => rules[id] === 'violation');
  const { copies, stopped } = source;
  const rows: Row[] = [
    ['Limit', limitText(profile)],
    ['Responses', responsesText(profile)],
    ['', profile.notImitated && `not imitated: ${profile.notImitated.join(', ')}`],
    ['Latency', latencyText(profile)],
    ['Violations', violated.length === 0 ? undefined : `${violated.join(', ')} (see petstore-mock check)`, red],
    ['Copies', copies === undefined ? undefined : `${counted(copies, 'choice')} of a cache, ignored`, yellow],
    ['Stopped', stopped ?? undefined, yellow],
    ['Profile', profileText(profile, file), file === undefined ? yellow : undefined],
  ];
  const word = file === undefined || file === '-' ? undefined : shellWord(file);
  // Not wrapped, so that it can be copied.
  const toCopy: Row[] = [
    ['Exchanges', report && join(report, reportFiles.html)],
    ['Left behind', leftBehind, yellow],
    ['Use it', word && `petstore-mock serve --profile ${word}`],
    ['', word && `petstore-mock compare ${word} ${shellWord(source.baseUrl)}`],
  ];
  const linesOf = ([label, text, paint = String]: Row, most: number) =>
    text === undefined ? [] : columns(label, wrap(oneLine(text), most).map(paint), LABEL_WIDTH, dim);
  return [
    ...rows.flatMap((row) => linesOf(row, width - LABEL_WIDTH - 4)),
    ...toCopy.flatMap((row) => linesOf(row, Number.POSITIVE_INFINITY)),
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

function profileText(profile: Profile, file: string | undefined): string {
  const why = whyNoService(profile);
  if (file === undefined) return why === undefined ? 'not written' : `not written: ${why}`;
  const until = profile.source.stopped === null ? '' : ', with what was observed until it stopped';
  return `${file === '-' ? 'printed' : `written to ${file}`}${until}`;
}
