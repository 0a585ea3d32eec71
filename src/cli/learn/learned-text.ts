import { withoutCiCommands } from '../../../contract-tests/report/without-ci-commands.js';
import { cut, wrap } from '../../../contract-tests/report/wrap.js';
import { counted } from '../../json/counted.js';
import type { JsonValue } from '../../json/json-value.js';
import { oneLine } from '../../json/one-line.js';
import type { LearnedAnswer, Profile } from '../../profile/profile.js';
import { type QuestionId, questionIds } from '../../spec/open-questions.js';
import type { Colors } from '../terminal.js';
import { howToSee, NO_RUN } from './how-to-see.js';
import { learnedAnswerText } from './learned-answer-text.js';
import { learnedFooter } from './learned-footer.js';
import { showsService } from './shows-service.js';

const ID_WIDTH = 22;
const ANSWER_WIDTH = 44;
/** The whole of it stands in the profile. */
const MOST_LINES = 3;

export interface LearnedTextOptions {
  /** Where the profile was written, `-` for stdout; undefined where it was not. */
  readonly file: string | undefined;
  /** The folder in which the exchanges were written. */
  readonly report?: string | undefined;
  readonly leftBehind: string | undefined;
  readonly messagesUrl: string | undefined;
  readonly colors: Colors;
}

/** Tells people what was learned, what was not and how it would be, and how to use it. */
export function learnedText(profile: Profile, options: LearnedTextOptions): string {
  const { colors } = options;
  const rows = questionIds.flatMap((id) => {
    const learned = profile.questions[id] as LearnedAnswer<JsonValue> | undefined;
    return learned === undefined ? [] : [{ id, learned }];
  });
  const seen = rows.filter(({ learned }) => learned.origin === 'observed');
  const unseen = rows.filter((row) => !seen.includes(row));
  const isEmpty = !showsService(profile);
  const blocks = [
    heading(profile, isEmpty ? 'nothing' : `${seen.length} of ${counted(rows.length, 'open question')}`, colors),
    // That everything stands at its default would hide why.
    ...(isEmpty ? [] : [seenBlock(seen, colors), ...unseenBlocks(unseen, profile, options)]),
    learnedFooter(profile, options),
  ];
  const shown = blocks.filter((lines) => lines.length > 0);
  return withoutCiCommands(`${shown.map((lines) => lines.join('\n')).join('\n\n')}\n`);
}

interface Row {
  readonly id: QuestionId;
  readonly learned: LearnedAnswer<JsonValue>;
}

function heading({ source }: Profile, learned: string, { bold }: Colors): string[] {
  const { baseUrl, kind, level, exchanges } = source;
  const how = kind === 'recording' ? 'a recording' : `level ${level}`;
  const what = `${oneLine(baseUrl)} (${how}, ${counted(exchanges, 'exchange')})`;
  return [bold(`Learned ${learned} from`), `  ${what}`];
}

function seenBlock(rows: readonly Row[], colors: Colors): string[] {
  if (rows.length === 0) return [];
  return [colors.bold('What the document leaves open'), ...rows.flatMap((row) => rowLines(row, colors))];
}

/** What would show it stands above what was not seen; last what no run can show. */
function unseenBlocks(rows: readonly Row[], profile: Profile, options: LearnedTextOptions): string[][] {
  const { colors } = options;
  const ways = new Map<string | undefined, Row[]>();
  for (const row of rows) {
    const way = howToSee(row.id, profile, options);
    ways.set(way, [...(ways.get(way) ?? []), row]);
  }
  const inOrder = [...ways].sort(([one], [other]) => Number(one === NO_RUN) - Number(other === NO_RUN));
  return inOrder.map(([way, own]) => [
    colors.bold(way === undefined ? 'Not seen' : `Not seen: ${way}`),
    ...own.flatMap((row) => rowLines(row, colors, way === undefined)),
  ]);
}

function rowLines({ id, learned }: Row, colors: Colors, isExplained = false): string[] {
  const { confidence, origin, note, untold = {} } = learned;
  const isPart = origin === 'observed' && Object.keys(untold).length > 0;
  const paint = isPart ? colors.yellow : { certain: colors.green, likely: colors.yellow, none: colors.dim }[confidence];
  const answers = shorten(learnedAnswerText(learned));
  const notes = isExplained ? shorten(oneLine(note)) : [];
  const label = paint(origin === 'default' ? 'default' : isPart ? 'partly' : confidence);
  return [
    ...answers.map((line, index) => {
      const start = `  ${(index === 0 ? id : '').padEnd(ID_WIDTH)}  `;
      return index === 0
        ? `${start}${line}${' '.repeat(ANSWER_WIDTH - [...line].length)}  ${label}`
        : `${start}${line}`;
    }),
    ...surenessOfMembers(learned).map((line) => `  ${' '.repeat(ID_WIDTH)}  ${colors.dim(line)}`),
    ...notes.map((line) => `  ${' '.repeat(ID_WIDTH)}  ${colors.dim(line)}`),
  ];
}

/** Members that were seen less often, or more often, than the answer, and those that could not be told. */
function surenessOfMembers({ members = {}, untold = {}, confidence }: LearnedAnswer<JsonValue>): string[] {
  const others = Object.entries(members).filter(([, member]) => member.confidence !== confidence);
  const levels = [...new Set(others.map(([, member]) => member.confidence))];
  const told = levels.map((level) => {
    const names = others.filter(([, member]) => member.confidence === level).map(([name]) => name);
    return `${level}: ${names.join(', ')}`;
  });
  const missing = Object.keys(untold).length === 0 ? [] : [`not told: ${Object.keys(untold).join(', ')}`];
  return [...told, ...missing].flatMap((text) => shorten(oneLine(text)));
}

function shorten(text: string): string[] {
  return wrap(cut(text, ANSWER_WIDTH * MOST_LINES), ANSWER_WIDTH);
}
