import { type ChosenProbes, probesFor } from '../../../contract-tests/probes/for-rules.js';
import { type Look, wrap } from '../../../contract-tests/report/terminal-text.js';
import type { Level } from '../../exchange/transcript.js';
import { InputError, nearestNames } from '../../json/input-error.js';
import type { JudgedService, Rule } from '../../judge/rule.js';
import { petstoreJudge } from '../../judge/rules/index.js';
import { type StatementId, statements } from '../../service/statements.js';

/** The rules that `--rule` chooses, and what they need of a run. */
export interface ChosenRules extends ChosenProbes {
  readonly judged: JudgedService;
  readonly endsOnceViolated: true;
}

/** Returns the rules of some ids or patterns, such as `update/*`. Throws an InputError for one without a rule. */
export function chooseRules(patterns: readonly string[], level: Level): ChosenRules {
  const rules = matchingRules(petstoreJudge.rules, patterns);
  return { judged: { ...petstoreJudge, rules }, ...probesFor(rules, level), endsOnceViolated: true };
}

function matchingRules(all: readonly Rule[], patterns: readonly string[]): Rule[] {
  const isMatch = ({ id }: Rule, pattern: string) => {
    const parts = pattern.split('*').map((part) => part.replace(/[^\w/-]/g, '\\$&'));
    return new RegExp(`^${parts.join('.*')}$`).test(id);
  };
  const unknown = patterns.find((pattern) => !all.some((rule) => isMatch(rule, pattern)));
  if (unknown !== undefined) throw unknownRule(unknown, all);
  return all.filter((rule) => patterns.some((pattern) => isMatch(rule, pattern)));
}

const EXAMPLES = ['limits/plan', 'update/*'];
const MOST_NEAR = 3;

function unknownRule(pattern: string, all: readonly Rule[]): InputError {
  const ids = all.map(({ id }) => id);
  const groups = new Set(ids.map((id) => `${id.slice(0, id.lastIndexOf('/'))}/*`));
  const near = nearestNames(pattern, pattern.includes('*') ? [...groups] : ids).slice(0, MOST_NEAR);
  const names = near.length > 0 ? near : EXAMPLES;
  const remedy = `Try ${names.map((name) => `--rule '${name}'`).join(' or ')}; petstore-mock check --list lists all`;
  return new InputError('Reading --rule', `no rule has the id ${JSON.stringify(pattern)}`, remedy);
}

/** Formats rules with what they are about: for a terminal as columns with the title below, for a program with tabs. */
export function ruleList(rules: readonly Rule[], look: Look | undefined): string {
  const rows = rules.map(({ id, title, statements: [first], class: level, since }) => {
    const { section } = statements[first as StatementId];
    return { id, title, section: `§${section}`, level, since };
  });
  if (look === undefined) return rows.map((row) => `${Object.values(row).join('\t')}\n`).join('');
  const { colors, width } = look;
  const widthOf = (name: 'id' | 'section' | 'level') => Math.max(...rows.map((row) => row[name].length));
  const [ofId, ofSection, ofLevel] = [widthOf('id'), widthOf('section'), widthOf('level')];
  const lines = rows.flatMap(({ id, title, section, level, since }) => [
    `${colors.bold(id.padEnd(ofId))}  ${section.padEnd(ofSection)}  ${level.padEnd(ofLevel)}  ${since}`,
    ...wrap(title, width - 2).map((line) => `  ${colors.dim(line)}`),
  ]);
  return `${lines.join('\n')}\n`;
}
