import type { BehaviourList } from '../../admin/schemas/world.js';
import { headingOf, sections } from '../../service/sections.js';

export interface QuestionGroup {
  /** Number of the section, or `–` for a question outside the document. */
  readonly section: string;
  readonly title: string;
  readonly questions: readonly Question[];
}

/** Returns whether the choice differs from the default. */
export const isChanged = ({ choice, default: usual }: Question) => JSON.stringify(choice) !== JSON.stringify(usual);

/** Returns the questions grouped by section in document order; those outside the document come last. */
export function listQuestions(questions: readonly Question[]): QuestionGroup[] {
  const numbers = [...new Set(questions.map(({ section }) => headingOf(section)))].sort(bySection);
  return numbers.map((section) => ({
    section,
    title: sections.get(section) ?? 'Not in the document',
    questions: questions.filter((question) => headingOf(question.section) === section),
  }));
}

/** Sections without a number come last. */
function bySection(one: string, other: string): number {
  return (Number.parseFloat(one) || Number.MAX_VALUE) - (Number.parseFloat(other) || Number.MAX_VALUE);
}

export type Question = BehaviourList['items'][number];

/** The control that edits a choice. */
export type EditorKind =
  | { readonly kind: 'choice'; readonly values: readonly unknown[] }
  /** A whole number, or one of a few words that stand for none. */
  | { readonly kind: 'number'; readonly words: readonly string[] }
  | { readonly kind: 'json' };

/** Returns the control for a question from the JSON Schema of its choices; `json` if no other fits. */
export function editorKind(schema: Question['schema']): EditorKind {
  if (Array.isArray(schema.enum)) return { kind: 'choice', values: schema.enum };
  if (schema.type === 'boolean') return { kind: 'choice', values: [true, false] };
  if (isNumber(schema)) return { kind: 'number', words: [] };
  return numberOrWords(schema.anyOf) ?? { kind: 'json' };
}

function numberOrWords(anyOf: unknown): EditorKind | undefined {
  if (!Array.isArray(anyOf) || anyOf.filter(isNumber).length !== 1) return undefined;
  const words = anyOf.filter((one) => !isNumber(one)).map((one) => one.const);
  return words.every((word) => typeof word === 'string') ? { kind: 'number', words } : undefined;
}

function isNumber(schema: { readonly type?: unknown }): boolean {
  return schema.type === 'integer' || schema.type === 'number';
}

/** Returns the editor's text for a choice. */
export function draftOf({ kind }: EditorKind, response: unknown): string {
  if (kind === 'number') return String(response);
  return choiceText(response, kind === 'json');
}

/** Parses the editor's text into a choice. Throws an Error with a valid example if it is not JSON. */
export function parseDraft({ kind }: EditorKind, draft: string, usual: unknown): unknown {
  if (kind === 'number') return numberOr(draft.trim());
  try {
    return JSON.parse(draft) as unknown;
  } catch {
    throw new Error(`That is not JSON. Text stands in double quotes; ${choiceText(usual)} would work.`);
  }
}

/** Text that is not a number is sent as it is: the server's error names a valid value. */
function numberOr(text: string): number | string {
  return text === '' || Number.isNaN(Number(text)) ? text : Number(text);
}

/** Returns a choice as JSON on one line, or on several for editing. */
export function choiceText(response: unknown, isSpread = false): string {
  const text = JSON.stringify(response, null, 2);
  return isSpread ? text : text.replaceAll(/\n\s*/g, ' ');
}
