import type { Difference, DifferenceKind } from '../../compare/comparison.js';
import { rules } from '../../judge/rules/rules.js';
import { openQuestions, type QuestionId } from '../../spec/open-questions.js';
import { operationIds, operations } from '../../spec/operations.js';
import { statements } from '../../spec/statements.js';

/** What stands above the differences of a kind. */
export const headings: Readonly<Record<DifferenceKind, string>> = {
  rule: 'Rules that one side breaks',
  question: 'Open questions answered differently',
  limit: 'Limits of the key',
  field: 'Fields',
  header: 'Headers',
  answer: 'Bodies',
  latency: 'Latency',
};

/** Says what an id is about, with the section of the document where there is one; empty where the id says it all. */
export function titleOf({ kind, id }: Pick<Difference, 'kind' | 'id'>): string {
  switch (kind) {
    case 'rule': {
      const rule = rules.find((each) => each.id === id);
      return rule === undefined ? '' : `§${statements[rule.statements[0]].section} ${rule.title}`;
    }
    case 'question': {
      if (!Object.hasOwn(openQuestions, id)) return '';
      const { section, question } = openQuestions[id as QuestionId];
      return section === '–' ? question : `§${section} ${question}`;
    }
    case 'limit':
      return `§8.2 ${LIMITS[id] ?? ''}`.trimEnd();
    default:
      return placeInWords(id);
  }
}

const LIMITS: Readonly<Record<string, string>> = {
  plan: 'The plan that has the limits which were told',
  perMinute: 'Requests per minute',
  perDay: 'Requests per day',
};

function placeInWords(id: string): string {
  const [name = '', second = ''] = id.split(' ');
  if (name === 'answers') return 'of every answer that could be compared';
  if (name === 'errors') return 'of every error that could be compared';
  if (name === 'successes') return 'of every success that could be compared';
  if (name === 'other') return 'on paths and methods that no operation has';
  if (/^\d{3}$/.test(name)) return `of every answer of status ${name} that could be compared`;
  const operation = operationIds.find((each) => each === name);
  if (operation === undefined) return '';
  const { section, method, path } = operations[operation];
  const isAlone = second === '' || /^\d{3}$/.test(second);
  return `§${section} ${method} ${path}${isAlone ? '' : ', every answer that could be compared'}`;
}
