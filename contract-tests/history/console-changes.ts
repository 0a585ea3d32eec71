import { counted } from '../../src/json/counted.js';
import { oneLine } from '../../src/json/one-line.js';
import type { Colors } from '../report/colors.js';
import { minuteText } from '../report/minute-text.js';
import { withoutCiCommands } from '../report/without-ci-commands.js';
import { cut } from '../report/wrap.js';
import { changeInWords, isNewlyBroken } from './change-in-words.js';
import type { RunLine } from './run-line.js';

const LONGEST = 300;

/** Writes what a run found changed since the one before it; empty where nothing is. */
export function consoleChanges(run: RunLine, before: RunLine | undefined, colors: Colors): string {
  const lines = [...stopLines(run, before, colors), ...run.changes.map((change) => changeLine(change, colors))];
  if (lines.length === 0 || before === undefined) return '';
  const count = run.changes.length;
  const title = count === 0 ? '' : `  ${counted(count, 'change')} since ${minuteText(before.startedAt)}`;
  const heading = `${colors.bold(minuteText(run.startedAt))} UTC${title}`;
  return withoutCiCommands(`${[heading, ...lines.map((line) => `  ${line}`)].join('\n')}\n`);
}

/** A user's Ctrl-C is nothing new about the deployment. */
const INTERRUPTED = 'interrupted';

function stopLines(run: RunLine, before: RunLine | undefined, { green, yellow }: Colors): string[] {
  const was = before?.stopped ?? null;
  if (run.stopped === INTERRUPTED || reasonOf(run.stopped) === reasonOf(was)) return [];
  if (run.stopped !== null) return [`${yellow('!')} the run stopped early: ${shown(run.stopped)}`];
  return was === INTERRUPTED ? [] : [`${green('✓')} the run came to its end again`];
}

/** How long it would have taken, and until when, is another in each run. */
function reasonOf(stopped: string | null): string | undefined {
  return stopped?.replace(/\d+/g, '0');
}

function changeLine(change: RunLine['changes'][number], { bold, cyan, dim, green, red }: Colors): string {
  const mark = change.kind === 'rule' ? (isNewlyBroken(change) ? red('✗') : green('✓')) : cyan('~');
  return `${mark} ${dim(change.kind)} ${bold(shown(change.id))}  ${shown(changeInWords(change))}`;
}

function shown(text: string): string {
  return cut(oneLine(text), LONGEST);
}
