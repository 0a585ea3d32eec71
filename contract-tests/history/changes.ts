import {
  type Difference,
  type DifferenceGroup,
  type ExplainedDifference,
  groupDifferences,
} from '../../src/fidelity/compare/comparison.js';
import { counted, oneLine } from '../../src/json/quoting.js';
import { dateAndTime } from '../../src/json/times.js';
import {
  cut,
  type Look,
  prefixFirstLine,
  titled,
  withLabel,
  withoutCiCommands,
  wrap,
} from '../report/terminal-text.js';
import { responseLines } from '../report/violation-text.js';

const LONGEST = 300;
const INDENT = '  ';

/** Without a profile, which somebody may have deleted, there is nothing to compare with. */
const FIRST = 'First run of this history, or its profile.json is missing. The next run is compared with this one.';
const STOPPED = 'The run stopped early, so it is not compared with earlier ones.';
const PASSING_TITLE = 'Not confirmed by a repeated check, so no change:';

/** What changed since the last complete run, and what differed but is no change. */
export interface ChangesFound {
  readonly startedAt: string;
  /** When the last complete run started; undefined for a first run. */
  readonly since: string | undefined;
  readonly isComplete: boolean;
  readonly changes: readonly ExplainedDifference[];
  readonly passing: readonly Difference[];
}

/** Formats what changed, with what shows it. */
export function changesText(
  { startedAt, since, isComplete, changes, passing }: ChangesFound,
  { colors, width }: Look,
): string {
  const room = width - INDENT.length;
  const before = since === undefined ? '' : dateAndTime(since, 'minute');
  const none = since === undefined ? FIRST : `No changes since ${before} UTC.`;
  const once = passing.flatMap((one) => wrap(shown(`${one.path}  ${formatChange(one)}`), room - 4));
  const seenOnce =
    once.length === 0 ? [] : [...wrap(PASSING_TITLE, room), ...once.map((line) => `  ${colors.dim(line)}`)];
  const lines =
    changes.length === 0
      ? wrap(isComplete ? none : STOPPED, room)
      : [
          ...titled(
            `${dateAndTime(startedAt, 'minute')} UTC`,
            `${counted(changes.length, 'change')} since ${before}`,
            room,
            colors.bold,
          ),
          ...groupDifferences(changes)
            .flatMap((group) => changeLines(group, { colors, width: room - 2 }))
            .map((line) => `  ${line}`),
        ];
  return withoutCiCommands([...lines, ...seenOnce].map((line) => `${INDENT}${line}\n`).join(''));
}

function changeLines({ path, first: change, others }: DifferenceGroup, { colors, width }: Look): string[] {
  const { bold, cyan, dim, green, red } = colors;
  const isRule = change.path.startsWith('rule/');
  const ruleSign = change.right === 'violated' ? red('✗') : green('✓');
  // The report on a new violation is below.
  const responses = isRule ? [] : (change.responses ?? []);
  const seen = responses.flatMap((response) =>
    withLabel(response.side === 'left' ? 'before' : 'now', responseLines(response, width - 12), 6),
  );
  const also = others.flatMap((one) => wrap(shown(`${one.path}  ${formatChange(one)}`), width - 12));
  const details = [...seen, ...withLabel('also', also, 6)].map((line) => `  ${dim(line)}`);
  const title = titled(shown(path), shown(formatChange(change)), width - 2, bold);
  return prefixFirstLine(isRule ? ruleSign : cyan('~'), [...title, ...details]);
}

function shown(text: string): string {
  return cut(oneLine(text), LONGEST);
}

function formatChange({ left, right }: Difference): string {
  return `${left} → ${right}`;
}
