import { headingOf, sections } from '../../spec/sections.js';
import { isSameAnswer } from './answer-text.js';
import type { Question } from './editor-kind.js';

export interface QuestionGroup {
  /** Number of the section, or `–` where the document does not come near the question. */
  readonly section: string;
  readonly title: string;
  readonly questions: readonly Question[];
}

export interface QuestionSearch {
  readonly text: string;
  /** Whether those whose answer is not the default stand in a group of their own, before all others. */
  readonly isChangedFirst: boolean;
}

/** Tells whether a world answers a question otherwise than by default. */
export const isChanged = ({ answer, default: usual }: Question) => !isSameAnswer(answer, usual);

/** Answers the questions that fit, by sections, in the order of the document; what it does not come near comes last. */
export function listQuestions(
  questions: readonly Question[],
  { text, isChangedFirst }: QuestionSearch,
): QuestionGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const fitting = questions.filter((question) => {
    const all = textOf(question);
    return words.every((word) => all.includes(word));
  });
  const changed = isChangedFirst ? fitting.filter(isChanged) : [];
  const groups = groupBySection(fitting.filter((question) => !changed.includes(question)));
  return changed.length === 0
    ? groups
    : [{ section: '', title: 'Changed in this world', questions: changed }, ...groups];
}

function groupBySection(questions: readonly Question[]): QuestionGroup[] {
  const numbers = [...new Set(questions.map(({ section }) => headingOf(section)))].sort(bySection);
  return numbers.map((section) => ({
    section,
    title: sections.get(section) ?? 'Beside the document',
    questions: questions.filter((question) => headingOf(question.section) === section),
  }));
}

/** What no number leads comes last. */
function bySection(one: string, other: string): number {
  return (Number.parseFloat(one) || Number.MAX_VALUE) - (Number.parseFloat(other) || Number.MAX_VALUE);
}

function textOf({ id, section, question, choices, answer }: Question): string {
  return `${id} §${section} ${question} ${choices} ${JSON.stringify(answer)}`.toLowerCase();
}
