import type { SidesCase, SidesDifference, SidesReport } from '../../../contract-tests/report/sides/sides-report.js';
import { responseLines } from '../../../contract-tests/report/violation-text.js';
import {
  type Comparison,
  type ExplainedDifference,
  kindOf,
  type PathKind,
  type Uncompared,
} from '../../fidelity/compare/comparison.js';
import type { Profile } from '../../fidelity/profile/profile.js';
import { questionIds } from '../../spec/open-questions.js';
import { sideFacts } from './compare-output.js';
import type { GatheredSide } from './compare-side.js';
import { exitCodeOf, headings, notComparedFacts, resultOf, titleOf } from './compare-words.js';

type Sides = readonly [GatheredSide, GatheredSide];

/** Returns a comparison as its page and its JUnit file show it: a case for each rule, question, limit, response and latency. */
export function comparisonReport(comparison: Comparison, sides: Sides): SidesReport {
  const [left, right] = sides;
  return {
    kind: 'Comparison',
    left: left.name,
    right: right.name,
    exitCode: exitCodeOf(comparison, sides),
    conclusion: resultOf(comparison, sides),
    notices: sides.flatMap(noticesOf),
    facts: [
      ['Left', savedFacts(left)],
      ['Right', savedFacts(right)],
      ...notComparedFacts(comparison).map(
        ([label, names]) => [label.charAt(0).toUpperCase() + label.slice(1), names] as const,
      ),
    ],
    groups: pathGroups.flatMap(([kind, heading, idsOf]) => {
      const cases = idsOf(left.profile, right.profile, comparison).map((id) => caseOf(id, kind, comparison, sides));
      return cases.length === 0 ? [] : [{ heading, cases }];
    }),
  };
}

/** A report is read later: nothing in it is "just now". */
const savedFacts = (side: GatheredSide) => sideFacts({ ...side, isFresh: false });

type IdsOf = (left: Profile, right: Profile, comparison: Comparison) => readonly string[];

const namesIn = (of: (profile: Profile) => object): IdsOf => {
  return (left, right) => [...new Set([left, right].flatMap((profile) => Object.keys(of(profile))))].sort();
};
const limits: IdsOf = () => ['plan', 'perMinute', 'perDay'];
/** Of all that responses share, only what differs has a name. */
const differing: IdsOf = (_left, _right, { differences }) =>
  differences.filter((one) => kindOf(one) === 'response').map(({ path }) => path.slice('response/'.length));

const pathGroups: readonly (readonly [kind: PathKind, heading: string, idsOf: IdsOf])[] = [
  ['rule', 'Rules', namesIn(({ rules }) => rules)],
  ['question', 'Open questions', () => questionIds],
  ['limit', headings.limit, limits],
  ['response', headings.response, differing],
  ['latency', headings.latency, namesIn(({ latency }) => latency)],
];

function caseOf(name: string, kind: PathKind, comparison: Comparison, sides: Sides): SidesCase {
  const id = `${kind}/${name}`;
  const isOwn = ({ path }: { readonly path: string }) =>
    path === id || (kind !== 'response' && path.startsWith(`${id}/`));
  const differences = comparison.differences.filter(isOwn);
  const ignored = comparison.ignored.filter(isOwn);
  const why = whyNotCompared(name, kind, comparison.uncompared.filter(isOwn), comparison, sides);
  const [outcome, reason] =
    differences.length > 0
      ? (['violation', causeOf(differences)] as const)
      : ignored.length > 0
        ? (['waived', 'ignored (--ignore)'] as const)
        : why === undefined
          ? (['pass', undefined] as const)
          : (['skipped', why] as const);
  const shown = differences.length > 0 ? differences : ignored;
  return {
    id,
    title: titleOf({ path: id }) || name,
    outcome,
    reason,
    differences: shown.map((one) => differenceOf(one, id)),
  };
}

function causeOf([first, ...more]: readonly ExplainedDifference[]): string | undefined {
  return more.length === 0 && first?.cause !== undefined ? `follows from ${first.cause}` : undefined;
}

function whyNotCompared(
  name: string,
  kind: PathKind,
  uncompared: readonly Uncompared[],
  { questions }: Comparison,
  sides: Sides,
): string | undefined {
  if (kind === 'question') return questions.notCompared.find(({ question }) => question === name)?.why;
  if (uncompared[0] !== undefined) return uncompared[0].why;
  if (kind === 'rule') {
    const outcomes = sides.map(({ profile }) => profile.rules[name] ?? 'not judged');
    const isJudged = outcomes.every((outcome) => outcome === 'pass' || outcome === 'violation');
    return isJudged ? undefined : `left: ${outcomes[0]}; right: ${outcomes[1]}`;
  }
  if (kind === 'limit') {
    const [left, right] = sides.map(
      ({ profile }) => Object.entries(profile.limit).find(([each]) => each === name)?.[1],
    );
    return left === null || right === null ? 'not observed' : undefined;
  }
  return undefined;
}

/** Wider than any line of evidence. */
const WIDTH = 1_000;

function differenceOf(difference: ExplainedDifference, id: string): SidesDifference {
  const { path, responses = [], violations = [] } = difference;
  const linesOf = (side: 'left' | 'right') => {
    const evidence = responses.filter((one) => one.side === side).flatMap((one) => responseLines(one, WIDTH));
    const violated = violations
      .filter((one) => one.side === side)
      .flatMap(({ problem, expected, received, exchange }) => [
        problem,
        `expected: ${expected}`,
        `received: ${received}`,
        ...(evidence.includes(exchange) ? [] : [exchange]),
      ]);
    return [difference[side], ...violated, ...evidence];
  };
  return { note: path === id ? undefined : path, left: linesOf('left'), right: linesOf('right') };
}

function noticesOf({ name, profile, leftBehind }: GatheredSide): string[] {
  const { stopped } = profile.source;
  return [
    ...(stopped === null ? [] : [`${name} stopped early: ${stopped}`]),
    ...(leftBehind === undefined ? [] : [`The stock of ${name} was not restored: ${leftBehind}`]),
  ];
}
