import { withoutCiCommands } from '../../../contract-tests/report/without-ci-commands.js';
import { wrap } from '../../../contract-tests/report/wrap.js';
import { counted } from '../../json/counted.js';
import type { JsonValue } from '../../json/json-value.js';
import { oneLine } from '../../json/one-line.js';
import type { LearnedAnswer, Profile } from '../../profile/profile.js';
import { questionIds } from '../../spec/open-questions.js';
import type { Layout } from '../layout.js';
import { howToSee, NO_RUN } from './how-to-see.js';
import { learnedFooter } from './learned-footer.js';
import { type Row, rowLines } from './learned-row.js';
import { showsService } from './shows-service.js';

export interface LearnedTextOptions extends Layout {
  /** Where the profile was written, `-` for stdout; undefined where it was not. */
  readonly file: string | undefined;
  /** The folder in which the exchanges were written. */
  readonly report?: string | undefined;
  readonly leftBehind: string | undefined;
  readonly messagesUrl: string | undefined;
}

/** Tells people what was learned, what was not and how it would be, and how to use it. */
export function learnedText(profile: Profile, options: LearnedTextOptions): string {
  const { colors, columns } = options;
  const rows = questionIds.flatMap((id) => {
    const learned = profile.questions[id] as LearnedAnswer<JsonValue> | undefined;
    return learned === undefined ? [] : [{ id, learned }];
  });
  const seen = rows.filter(({ learned }) => learned.origin === 'observed');
  const unseen = rows.filter((row) => !seen.includes(row));
  const isEmpty = !showsService(profile);
  const blocks = [
    heading(profile, isEmpty ? 'nothing' : `${seen.length} of ${counted(rows.length, 'open question')}`, options),
    // That everything stands at its default would hide why.
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

function seenBlock(rows: readonly Row[], layout: Layout): string[] {
  if (rows.length === 0) return [];
  return [layout.colors.bold('What the document leaves open'), ...rows.flatMap((row) => rowLines(row, layout))];
}

/** What would show it stands above what was not seen; last what no run can show. */
function unseenBlocks(rows: readonly Row[], profile: Profile, options: LearnedTextOptions): string[][] {
  const { colors, columns } = options;
  const ways = new Map<string | undefined, Row[]>();
  for (const row of rows) {
    const way = howToSee(row.id, profile, options);
    ways.set(way, [...(ways.get(way) ?? []), row]);
  }
  const inOrder = [...ways].sort(([one], [other]) => Number(one === NO_RUN) - Number(other === NO_RUN));
  return inOrder.map(([way, own]) => [
    ...wrap(way === undefined ? 'Not seen' : `Not seen: ${way}`, columns - 1).map(colors.bold),
    ...own.flatMap((row) => rowLines(row, { colors, columns }, way === undefined)),
  ]);
}
