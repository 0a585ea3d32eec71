import {
  type Difference,
  type DifferenceGroup,
  type ExplainedDifference,
  groupDifferences,
} from '../../src/fidelity/compare/comparison.js';
import type { Profile } from '../../src/fidelity/profile/profile.js';
import { counted, oneLine } from '../../src/json/quoting.js';
import { dateAndTime } from '../../src/json/times.js';
import { columns, cut, marked, titled, withoutCiCommands, wrap } from '../report/terminal-text.js';
import { type Look, responseLines } from '../report/violation-text.js';
import type { RunLine } from './history-folder.js';

const LONGEST = 300;
const INDENT = '  ';

/** The previous run, or the profile. */
export type Before = Pick<RunLine, 'startedAt'>;

/** Returns the changes since the previous run, with their responses if `changes` contains them; empty if there are none. */
export function consoleChanges(
  run: RunLine,
  before: Before | undefined,
  { colors, width }: Look,
  changes: readonly ExplainedDifference[] = run.changes,
): string {
  const room = width - INDENT.length;
  const lines = [...groupDifferences(changes).flatMap((group) => changeLines(group, { colors, width: room - 2 }))];
  if (lines.length === 0 || before === undefined) return '';
  const count = changes.length;
  const time = `${dateAndTime(run.startedAt, 'minute')} UTC`;
  const since = count === 0 ? '' : `${counted(count, 'change')} since ${dateAndTime(before.startedAt, 'minute')}`;
  const title = titled(time, since, room, colors.bold);
  return withoutCiCommands(
    `${[...title, ...lines.map((line) => `  ${line}`)].map((line) => INDENT + line).join('\n')}\n`,
  );
}

function changeLines({ path, first: change, others }: DifferenceGroup, { colors, width }: Look): string[] {
  const { bold, cyan, dim, green, red } = colors;
  const isRule = change.path.startsWith('rule/');
  const sign = isRule ? (isNewViolation(change) ? red('✗') : green('✓')) : cyan('~');
  // The report on a new violation is below.
  const responses = isRule ? [] : (change.responses ?? []);
  const seen = responses.flatMap((response) => {
    return columns(response.side === 'left' ? 'before' : 'now', responseLines(response, width - 12), 6);
  });
  const also = others.flatMap((one) => wrap(shown(`${one.path}  ${formatChange(one)}`), width - 12));
  const details = [...seen, ...columns('also', also, 6)].map((line) => `  ${dim(line)}`);
  return marked(sign, [...titled(shown(path), shown(formatChange(change)), width - 2, bold), ...details]);
}

function shown(text: string): string {
  return cut(oneLine(text), LONGEST);
}

/** Returns the value before and after a change, in one line. */
function formatChange({ left, right }: Difference): string {
  return `${left} → ${right}`;
}

/** Returns whether a change is a rule that passed before and is violated now. */
function isNewViolation({ path, right }: Difference): boolean {
  return path.startsWith('rule/') && right === 'violated';
}

/**
 * Returns everything known after a run: what it observed, and the last observation of everything else. So a change is found even
 * if a run in between stopped early or had a lower level.
 */
export function lastKnown(before: Profile, now: Profile): Profile {
  const seenQuestions = Object.entries(now.questions).filter(([, { origin }]) => origin !== 'default');
  const judgedRules = Object.entries(now.rules).filter(([, outcome]) => outcome === 'pass' || outcome === 'violation');
  return {
    ...now,
    questions: { ...now.questions, ...before.questions, ...Object.fromEntries(seenQuestions) },
    limit: now.limit.confidence === 'none' ? before.limit : now.limit,
    responses: { ...before.responses, ...now.responses },
    latency: { ...before.latency, ...now.latency },
    rules: { ...now.rules, ...before.rules, ...Object.fromEntries(judgedRules) },
  };
}
