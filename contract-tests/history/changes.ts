import {
  type Difference,
  type DifferenceGroup,
  type ExplainedDifference,
  groupDifferences,
} from '../../src/fidelity/compare/comparison.js';
import type { Profile } from '../../src/fidelity/profile/profile.js';
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

/** Formats the changes of a run since the previous one, with what shows them. `since` is when that started; undefined for a first run. */
export function changesText(
  startedAt: string,
  since: string | undefined,
  changes: readonly ExplainedDifference[],
  { colors, width }: Look,
): string {
  const room = width - INDENT.length;
  const before = since === undefined ? '' : dateAndTime(since, 'minute');
  const lines =
    since === undefined || changes.length === 0
      ? wrap(since === undefined ? FIRST : `No changes since ${before} UTC.`, room)
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
  return withoutCiCommands(lines.map((line) => `${INDENT}${line}\n`).join(''));
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

/** Returns the last observation of everything: so a change is found even if a run in between saw less. */
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
