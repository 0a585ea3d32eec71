import { consoleChanges } from '../../../contract-tests/history/console-changes.js';
import { wrap } from '../../../contract-tests/report/wrap.js';
import { columnsOf } from '../columns.js';
import { type Colors, colorsFor, type Terminal } from '../terminal.js';
import type { CheckSettings } from './check-settings.js';
import type { HistoryRun } from './history-run.js';

type Printing = Pick<CheckSettings, 'reporter' | 'json'>;

interface NewsOptions {
  readonly colors: Colors;
  readonly width: number;
  readonly isTerminal: boolean;
}

/** Answers where news go: what a program reads from standard output stays alone there. */
export function newsStreamOf({ reporter, json }: Printing, terminal: Terminal): Terminal['stdout'] {
  return reporter === 'json' || reporter === 'junit' || json === '-' ? terminal.stderr : terminal.stdout;
}

/** What news look like there. */
export function newsOptions(settings: Printing, terminal: Terminal): NewsOptions {
  const stream = newsStreamOf(settings, terminal);
  const { variables } = terminal;
  return {
    colors: colorsFor(stream, variables),
    width: columnsOf(stream, variables),
    isTerminal: stream.isTTY === true,
  };
}

/** Writes what a run found changed since the one before it; empty where nothing is. */
export function newsOf({ line, before }: HistoryRun, options: NewsOptions): string {
  return consoleChanges(line, before, options);
}

/** Writes a sentence as the news are written. */
export function newsParagraph(text: string, width: number): string {
  return wrap(text, width - 2)
    .map((line) => `  ${line}\n`)
    .join('');
}
