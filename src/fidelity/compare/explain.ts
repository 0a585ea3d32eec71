import { findCauses } from './causes.js';
import type { Difference, ExplainedDifference, Side, SideViolation } from './comparison.js';
import { responsesOf } from './shown-responses.js';

/**
 * Adds to each difference the responses that show it, and to one of a rule what was received where it is violated; to every difference
 * that follows from another one the path of that one: a list in a wrapper breaks several rules, and changes the body besides.
 * `weighed`: the paths that were compared.
 */
export function explain(
  differences: readonly Difference[],
  left: Side,
  right: Side,
  weighed: ReadonlySet<string> = new Set(),
): ExplainedDifference[] {
  const evidenceOf = ({ path }: Difference): readonly Evidence[] => {
    const [kind, ...id] = path.split('/');
    return kind === 'rule'
      ? [...evidenceIn(left, 'left', id.join('/')), ...evidenceIn(right, 'right', id.join('/'))]
      : [];
  };
  const causeOf = findCauses(differences, weighed);
  const causes: Cause[] = [];
  const explained = differences.map((difference): ExplainedDifference => {
    const evidence = evidenceOf(difference);
    const { path } = difference;
    const cause = causes.find((one) => explains(one, path, evidence))?.path ?? causeOf(difference);
    if (cause === undefined && evidence.length > 0) causes.push({ path, evidence });
    const violations = distinct(evidence).map(({ side, place: _, number: __, ...rest }) => ({ side, ...rest }));
    const responses = responsesOf(path, left, right);
    return {
      ...difference,
      ...(responses.length > 0 && { responses }),
      ...(violations.length > 0 && { violations }),
      ...(cause !== undefined && { cause }),
    };
  });
  const direct = new Map(explained.map(({ path, cause }) => [path, cause]));
  const rootOf = (path: string): string => {
    const further = direct.get(path);
    return further === undefined ? path : rootOf(further);
  };
  return explained.map((one) => (one.cause === undefined ? one : { ...one, cause: rootOf(one.cause) }));
}

/** A difference of a rule, with what shows it. */
interface Cause {
  readonly path: string;
  readonly evidence: readonly Evidence[];
}

interface Evidence extends SideViolation {
  readonly side: 'left' | 'right';
}

function evidenceIn({ violations }: Side, side: Evidence['side'], rule: string): Evidence[] {
  return (violations?.get(rule) ?? []).map((violation) => ({ side, ...violation }));
}

function explains(cause: Cause, path: string, evidence: readonly Evidence[]): boolean {
  if (evidence.length > 0) return evidence.every((own) => cause.evidence.some((other) => isSame(own, other)));
  return cause.evidence.some((own) => explainsResponse(own, path));
}

/** Two rules complain of the same part of a response; or of the same body as a whole. */
function isSame(one: Evidence, other: Evidence): boolean {
  if (one.side !== other.side || one.pointer === null || other.pointer === null) return false;
  const [field, otherField] = [fieldOf(one.pointer), fieldOf(other.pointer)];
  return field === otherField && (field !== '' || one.place === other.place);
}

/** Returns the name of the field that a pointer leads to; empty for the body as a whole or an item of it. */
function fieldOf(pointer: string): string {
  return pointer.split('/').findLast((segment) => !/^\d*$/.test(segment)) ?? '';
}

function explainsResponse({ place, pointer, problem, received }: Evidence, path: string): boolean {
  const [, of, what, rest = ''] = /^response\/([^/]+\/[^/]+)\/(body|field|header)\/?(.*)$/s.exec(path) ?? [];
  if (of === undefined || of !== place) return false;
  if (what === 'header') return `${problem} ${received}`.toLowerCase().includes(rest.toLowerCase());
  if (pointer === null) return false;
  const shape = pointer.replace(/\/\d+(?=\/|$)/g, '/items');
  return pointer === '' || (what === 'field' && `/${rest}` === shape);
}

/** One response with ten wrong items shows one problem. */
const MOST_SHOWN = 3;
const AND_MORE = / \(and so \d+ more\)$/;

function distinct(evidence: readonly Evidence[]): Evidence[] {
  const seen = new Map<string, Evidence>();
  for (const one of evidence) {
    const problem = one.problem.replace(AND_MORE, '');
    const mark = `${one.side} ${problem}`;
    if (!seen.has(mark)) seen.set(mark, { ...one, problem });
  }
  return [...seen.values()].slice(0, MOST_SHOWN);
}
