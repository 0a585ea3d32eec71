import type { Reading } from './reading.js';
import type { Evidence, Finding, Note, Rule } from './rule.js';

export function passes({ number }: Reading): Note {
  return { kind: 'pass', exchange: number };
}

export type ViolationDetails = Pick<Finding, 'problem' | 'expected' | 'received'> & {
  readonly pointer?: string | undefined;
  readonly statement?: string | undefined;
  readonly related?: readonly Reading[];
  readonly isExplainable?: boolean;
  readonly mayPass?: true | undefined;
};

export function violates(
  { number }: Reading,
  { related = [], pointer, statement, isExplainable = false, ...rest }: ViolationDetails,
): Note {
  const numbers = related.map((reading) => reading.number);
  return {
    kind: 'violation',
    finding: { ...rest, exchange: number, related: numbers, pointer, statement, isExplainable },
  };
}

/** `why` completes “inconclusive: …”. */
export function inconclusive(reading: Reading | undefined, why: string): Note {
  return { kind: 'inconclusive', exchange: reading?.number, why };
}

export function suspicious({ number }: Reading, why: string): Note {
  return { kind: 'suspicious', exchange: number, why };
}

type SharedField = 'severity' | 'since' | 'class' | 'operations' | 'shownBy' | 'whyUnexercised';

/** Returns the rules of a family. Unless the family or a rule states otherwise, a rule is `documented` and `passive`, and of the first version. */
export function defineRules(
  shared: Partial<Pick<Rule, SharedField>>,
  rules: readonly (Omit<Rule, SharedField> & Partial<Pick<Rule, SharedField>>)[],
): readonly Rule[] {
  return rules.map((rule) => ({ since: '0.2', severity: 'documented', class: 'passive', ...shared, ...rule }));
}

/** Returns a judge of single items, such as responses. An item that does not exercise the rule gets no note. */
export function judgeEach<Item>(
  select: (evidence: Evidence) => Iterable<Item>,
  judgeItem: (item: Item, evidence: Evidence) => Note | Iterable<Note> | undefined,
): Rule['judge'] {
  return function* (evidence) {
    for (const item of select(evidence)) {
      const notes = judgeItem(item, evidence) ?? [];
      if ('kind' in notes) yield notes;
      else yield* notes;
    }
  };
}
