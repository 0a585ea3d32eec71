import { counted } from '../../src/json/counted.js';
import { oneLine } from '../../src/json/one-line.js';
import type { Colors } from '../report/colors.js';
import { minuteText } from '../report/minute-text.js';
import { withoutCiCommands } from '../report/without-ci-commands.js';
import { cut, wrap } from '../report/wrap.js';
import { changeInWords, isNewlyBroken } from './change-in-words.js';
import type { RunLine } from './run-line.js';

const LONGEST = 300;
const INDENT = '  ';

/** When the run before began, or when what is known was learned, and why it ended early. */
export type Before = Pick<RunLine, 'startedAt' | 'stopped'>;

interface ChangesOptions {
  readonly colors: Colors;
  /** Columns of what shows it. */
  readonly width: number;
}

/** Writes what a run found changed since the one before it; empty where nothing is. */
export function consoleChanges(run: RunLine, before: Before | undefined, { colors, width }: ChangesOptions): string {
  const room = width - INDENT.length;
  const lines = [
    ...stopLines(run, before, colors, room - 2),
    ...run.changes.flatMap((change) => changeLines(change, colors, room - 2)),
  ];
  if (lines.length === 0 || before === undefined) return '';
  const count = run.changes.length;
  const time = `${minuteText(run.startedAt)} UTC`;
  const since = count === 0 ? '' : `${counted(count, 'change')} since ${minuteText(before.startedAt)}`;
  const title = besideOrBelow(time, since, room, colors.bold);
  return withoutCiCommands(
    `${[...title, ...lines.map((line) => `  ${line}`)].map((line) => INDENT + line).join('\n')}\n`,
  );
}

/** A user's Ctrl-C is nothing new about the deployment. */
const INTERRUPTED = 'interrupted';

function stopLines(run: RunLine, before: Before | undefined, { green, yellow }: Colors, width: number): string[] {
  const was = before?.stopped ?? null;
  if (run.stopped === INTERRUPTED || reasonOf(run.stopped) === reasonOf(was)) return [];
  if (run.stopped !== null) {
    const lines = wrap(`the run stopped early: ${shown(run.stopped)}`, width - 2);
    return lines.map((line, index) => `${index === 0 ? yellow('!') : ' '} ${line}`);
  }
  return was === INTERRUPTED ? [] : [`${green('✓')} the run came to its end again`];
}

/** How long it would have taken, and until when, is another in each run. */
function reasonOf(stopped: string | null): string | undefined {
  return stopped?.replace(/\d+/g, '0');
}

function changeLines(change: RunLine['changes'][number], colors: Colors, width: number): string[] {
  const { bold, cyan, dim, green, red } = colors;
  const mark = change.kind === 'rule' ? (isNewlyBroken(change) ? red('✗') : green('✓')) : cyan('~');
  const id = shown(change.id);
  const paint = () => `${dim(change.kind)} ${bold(id)}`;
  const lines = besideOrBelow(`${change.kind} ${id}`, shown(changeInWords(change)), width - 2, paint);
  return lines.map((line, index) => `${index === 0 ? mark : ' '} ${line}`);
}

/** A text behind its name where there is room, else below it. A name is whole, so that it can be copied. */
function besideOrBelow(name: string, text: string, width: number, paint: (name: string) => string): string[] {
  if (text === '') return [paint(name)];
  if ([...`${name}  ${text}`].length <= width) return [`${paint(name)}  ${text}`];
  return [paint(name), ...wrap(text, width - 2).map((line) => `  ${line}`)];
}

function shown(text: string): string {
  return cut(oneLine(text), LONGEST);
}
