import type { Profile } from '../profile/profile.js';
import { onEachSide } from './on-each-side.js';
import { alike, different, type Outcome, uncompared } from './outcome.js';

/** A rule differs where one side was seen to keep it and the other to break it. */
export function compareRules(left: Profile, right: Profile): Outcome[] {
  const [verdicts, others] = [new Map(Object.entries(left.rules)), new Map(Object.entries(right.rules))];
  return [...new Set([...verdicts.keys(), ...others.keys()])].map((id) => {
    const [one, other] = [verdicts.get(id), others.get(id)];
    if (!isTold(one) || !isTold(other)) {
      return uncompared('rule', id, onEachSide(inWords(one, left), inWords(other, right)));
    }
    return one === other ? alike('rule', id) : different('rule', id, inWords(one, left), inWords(other, right));
  });
}

function isTold(verdict: string | undefined): boolean {
  return verdict === 'pass' || verdict === 'violation';
}

const words = { pass: 'kept', violation: 'violated', inconclusive: 'could not be told' } as const;

function inWords(verdict: Profile['rules'][string] | undefined, { source }: Profile): string {
  if (verdict !== undefined && verdict !== 'not-run') return words[verdict];
  return verdict === undefined || source.level === null ? 'not judged' : `not run at level ${source.level}`;
}
