import type { Redactor } from '../exchange/redactor.js';

/** Stands for a text that could show a part of a secret. */
const WITHHELD = 'not shown, since it may contain a key';

/** What knows the secrets. */
export type Redactors = readonly Pick<Redactor, 'redact' | 'mayShowPart'>[];

/** The words of a finding. */
interface Worded {
  readonly problem: string;
  readonly expected: string | undefined;
  readonly received: string;
  readonly pointer: string | undefined;
}

/** Returns a finding on what was really exchanged in words that show no secret. */
export function inShownWords<Finding extends Worded>(finding: Finding, redactors: Redactors): Finding {
  const { problem, expected, received, pointer } = finding;
  return {
    ...finding,
    problem: withoutSecrets(problem, redactors),
    expected: expected && withoutSecrets(expected, redactors),
    received: withoutSecrets(received, redactors),
    pointer:
      pointer && isShowable(pointer.replaceAll('~1', '/').replaceAll('~0', '~'), redactors) ? pointer : undefined,
  };
}

/** Replaces the secrets in a text. Texts of a service are cut, and no redactor finds half a key: then the text is withheld. */
export function withoutSecrets(text: string, redactors: Redactors): string {
  const redacted = redactors.reduce((shown, redactor) => redactor.redact(shown), text);
  return isShowable(redacted, redactors) ? redacted : WITHHELD;
}

function isShowable(text: string, redactors: Redactors): boolean {
  return !redactors.some((redactor) => redactor.mayShowPart(text));
}
