import type { Comparison, DifferenceKind } from '../../compare/comparison.js';
import { oneLine } from '../../json/one-line.js';
import { rules } from '../../judge/rules/rules.js';
import { openQuestions, type QuestionId } from '../../spec/open-questions.js';
import { levels } from '../../transcript/transcript.js';
import type { GatheredSide } from './compare-gather.js';

/** Says what a higher level would show; undefined where it would show nothing. */
export function hintOf({ uncompared }: Comparison, sides: readonly GatheredSide[]): string | undefined {
  if (sides.some(({ isFresh, profile: { source } }) => isFresh && source.stopped !== null)) return undefined;
  const known = sides.flatMap(({ name, isFresh, profile: { source } }) =>
    source.level === null ? [] : [{ name, isFresh, depth: levels.indexOf(source.level) }],
  );
  const least = Math.min(...known.map(({ depth }) => depth));
  const next = levels[least + 1];
  const more = uncompared.filter(({ kind, id }) => next !== undefined && levelOf(kind, id) === next);
  if (known.length === 0 || more.length === 0) return undefined;
  const gain = `up to ${more.length} more rules and questions could be compared`;
  // What a file was not asked cannot be compared whatever the other side is asked.
  const stuck = known.find(({ isFresh, depth }) => !isFresh && depth === least);
  if (stuck === undefined) return `with --level ${next} ${gain}`;
  const isBehind = known.some(({ depth }) => depth > least);
  return isBehind ? `if ${oneLine(stuck.name)} were made at level ${next}, ${gain}` : undefined;
}

function levelOf(kind: DifferenceKind, id: string): string | undefined {
  if (kind === 'rule') return rules.find((rule) => rule.id === id)?.class;
  return kind === 'question' && Object.hasOwn(openQuestions, id)
    ? openQuestions[id as QuestionId].observable
    : undefined;
}
