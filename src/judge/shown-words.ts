import type { Redactor } from '../exchange/redactor.js';
import { groupBy } from '../spec/group-by.js';
import type { Finding } from './rule.js';

/** What a verdict says in words. */
interface Worded {
  readonly outcome: string;
  readonly findings: readonly Finding[];
  readonly unconfirmed: readonly Finding[];
  readonly reason: string | undefined;
}

/** Stands for a text that could show a secret, or a part of one. */
const WITHHELD = 'not shown, since it may contain a key';

/** What knows the secrets. */
type Redactors = readonly Pick<Redactor, 'redact' | 'mayShowPart'>[];

/**
 * Returns a verdict on what was really exchanged in words that show no secret: those of the verdict on what may be shown where that
 * found the same problem, else its own where they show no part of a secret.
 */
export function inShownWords<Verdict extends Worded>(real: Verdict, shown: Worded, redactors: Redactors): Verdict {
  const findings = [...shown.findings, ...shown.unconfirmed];
  const { reason } = real;
  return {
    ...real,
    findings: findingsInShownWords(real.findings, findings, redactors),
    unconfirmed: findingsInShownWords(real.unconfirmed, findings, redactors),
    reason: real.outcome === shown.outcome ? shown.reason : reason && harmless(reason, redactors),
  };
}

/** The words of a finding, and the places by which two findings are the same. */
type WordedFinding = Pick<Finding, 'problem' | 'received' | 'pointer'> &
  Partial<Pick<Finding, 'exchange' | 'statement'>> & { readonly expected: string | undefined };

/** Returns findings in the words of `shown` where it has the same one, else in words that show no secret. */
export function findingsInShownWords<One extends WordedFinding>(
  findings: readonly One[],
  shown: readonly One[],
  redactors: Redactors,
): One[] {
  const left = groupBy(shown, (finding) => placeOf(finding, redactors));
  return findings.map((finding) => {
    const same = left.get(placeOf(finding, redactors))?.shift();
    const { problem, expected, received, pointer } = finding;
    if (same !== undefined) {
      return {
        ...finding,
        problem: same.problem,
        expected: same.expected,
        received: same.received,
        pointer: same.pointer,
      };
    }
    return {
      ...finding,
      problem: harmless(problem, redactors),
      expected: expected && harmless(expected, redactors),
      received: harmless(received, redactors),
      pointer: pointer && harmless(namesIn(pointer), redactors) === WITHHELD ? undefined : pointer,
    };
  });
}

function placeOf({ exchange, statement, pointer = '' }: WordedFinding, redactors: Redactors): string {
  const names = redactors.reduce((text, redactor) => redactor.redact(text), namesIn(pointer));
  return [exchange, statement, names].join(' ');
}

/** Returns the names in a JSON pointer, which escapes some characters. */
function namesIn(pointer: string): string {
  return pointer.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Texts of a service are cut, and no redactor finds half a key. */
function harmless(text: string, redactors: Redactors): string {
  return redactors.some((redactor) => redactor.mayShowPart(text)) ? WITHHELD : text;
}
