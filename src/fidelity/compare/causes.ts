import { isErrorQuestion, questionOfSituation } from './compare-questions.js';
import type { Difference } from './comparison.js';

/**
 * Returns a function that returns the path of the difference that another one follows from; undefined for one that follows from
 * none. One change of a deployment shows in several facts: another status has another code, a renamed code stands in several
 * situations, and a header is on every response.
 *
 * `weighed`: the paths that were compared.
 */
export function findCauses(
  differences: readonly Difference[],
  weighed: ReadonlySet<string>,
): (difference: Difference) => string | undefined {
  const differing = new Map(differences.map((one) => [one.path, one]));
  const questions = new Set(differences.map(({ path }) => questionAt(path)));
  /** Questions of errors all of whose members differ: the deployment writes its errors in another way. */
  const rewritten = [...questions].filter((id) =>
    [...weighed].every((path) => questionAt(path) !== id || differing.has(path)),
  );
  const first = new Map<string, string>();
  for (const one of differences) {
    const group = directCause(one, differing) === undefined ? groupOf(one, rewritten) : undefined;
    if (group !== undefined && !first.has(group)) first.set(group, one.path);
  }
  return (difference) => {
    const cause = directCause(difference, differing) ?? first.get(groupOf(difference, rewritten) ?? '');
    return cause === difference.path ? undefined : cause;
  };
}

function questionAt(path: string): string | undefined {
  const [kind, id] = path.split('/');
  return kind === 'question' ? id : undefined;
}

/** What decides an error's status also decides its code, and a plan its limits. */
function directCause({ path }: Difference, differing: ReadonlyMap<string, Difference>): string | undefined {
  const [kind, id = '', name = ''] = path.split('/');
  const causes = [
    ...(isErrorQuestion(id) ? [`question/${questionOfSituation(name)}`] : []),
    ...(isErrorQuestion(id) && name === 'method_not_allowed' ? [UNKNOWN_METHOD] : []),
    ...(kind === 'limit' ? [`question/enterprise-limits/${id}`, ...(id === 'plan' ? [] : ['limit/plan'])] : []),
  ];
  return causes.find((each) => differing.has(each));
}

const UNKNOWN_METHOD = 'question/unknown-method';
const OF_PLACE = /^response\/[^/]+\/[^/]+\/(.+)$/s;

/** Returns a text that differences of one cause share: those of one question, except errors that changed apart from others. */
function groupOf({ path, left, right }: Difference, rewritten: readonly (string | undefined)[]): string | undefined {
  const tail = OF_PLACE.exec(path)?.[1];
  if (tail !== undefined) return JSON.stringify([tail, left, right]);
  const id = questionAt(path);
  if (id === undefined) return undefined;
  return isErrorQuestion(id) && !rewritten.includes(id) ? JSON.stringify([id, left, right]) : id;
}
