import type { BehaviourList } from '../../admin/schemas/world.js';
import { headingOf, sections } from '../../service/sections.js';

export interface QuestionGroup {
  /** Number of the section, or `–` for a question outside the document. */
  readonly section: string;
  readonly title: string;
  readonly questions: readonly Question[];
}

export const isChanged = ({ choice, default: usual }: Question) => JSON.stringify(choice) !== JSON.stringify(usual);

/** Returns the questions grouped by section in document order; those outside the document come last. */
export function listQuestions(questions: readonly Question[]): QuestionGroup[] {
  // Sections without a number come last.
  const placeOf = (section: string) => Number.parseFloat(section) || Number.MAX_VALUE;
  const headings = new Set(questions.map(({ section }) => headingOf(section)));
  const numbers = [...headings].sort((one, other) => placeOf(one) - placeOf(other));
  return numbers.map((section) => ({
    section,
    title: sections.get(section) ?? 'Not in the document',
    questions: questions.filter((question) => headingOf(question.section) === section),
  }));
}

export type Question = BehaviourList['items'][number];

type LineKind = 'number' | 'text';

export type EditorKind =
  | { readonly kind: 'choice'; readonly values: readonly unknown[] }
  /** A line, or one of a few words. */
  | { readonly kind: LineKind; readonly words: readonly unknown[] }
  /** One control for each field of an object. */
  | { readonly kind: 'fields'; readonly fields: Readonly<Record<string, LineKind | 'switch'>> }
  /** One of a few words, or JSON such as the example. */
  | { readonly kind: 'json'; readonly words: readonly unknown[]; readonly example: string };

type Schema = Question['schema'];

/** Returns the control for a question from the JSON Schema of its choices; `json` if no other fits. */
export function editorKind(schema: Schema): EditorKind {
  if (Array.isArray(schema.enum)) return { kind: 'choice', values: schema.enum };
  if (schema.type === 'boolean') return { kind: 'choice', values: [true, false] };
  const parts = Array.isArray(schema.anyOf) ? (schema.anyOf as Schema[]) : [schema];
  const words = parts.flatMap(wordsOf);
  const others = parts.filter((part) => wordsOf(part).length === 0);
  const [other = {}] = others;
  // An object may stand for a text, as JSON.
  const line =
    others.length === 1 ? lineKind(other) : others.some(({ type }) => type === 'string') ? 'text' : undefined;
  if (line !== undefined) return { kind: line, words };
  const fields = words.length === 0 ? fieldsOf(other) : undefined;
  return fields ?? { kind: 'json', words, example: choiceText(exampleOf(other), true) };
}

function wordsOf(schema: Schema): readonly unknown[] {
  return Array.isArray(schema.enum) ? schema.enum : schema.const === undefined ? [] : [schema.const];
}

function lineKind({ type }: Schema): LineKind | undefined {
  if (type === 'integer' || type === 'number') return 'number';
  return type === 'string' ? 'text' : undefined;
}

/** The controls of an object that always has the same fields. */
function fieldsOf({ required, properties = {} }: Schema): EditorKind | undefined {
  const schemas = properties as Readonly<Record<string, Schema>>;
  const fields: Record<string, LineKind | 'switch'> = {};
  for (const [name, schema] of Object.entries(schemas)) {
    const kind = schema.type === 'boolean' ? 'switch' : lineKind(schema);
    if (kind === undefined || !(required as readonly string[] | undefined)?.includes(name)) return undefined;
    fields[name] = kind;
  }
  return { kind: 'fields', fields };
}

/** Returns a value of the shape that a schema describes, to begin with. */
function exampleOf({ type, enum: values, items, required, properties, minItems, minProperties = 0 }: Schema): unknown {
  if (Array.isArray(values)) return values[0];
  if (type === 'array') return (items as Schema).enum ?? (minItems === undefined ? [] : [exampleOf(items as Schema)]);
  if (type === 'string') return 'text';
  if (type === 'integer' || type === 'number') return 1;
  const schemas = (properties ?? {}) as Readonly<Record<string, Schema>>;
  const names = (required as readonly string[] | undefined) ?? Object.keys(schemas).slice(0, minProperties as number);
  return Object.fromEntries(names.map((name) => [name, exampleOf(schemas[name] ?? {})]));
}

export function draftOf({ kind }: EditorKind, response: unknown): string {
  if (kind === 'number' || (kind === 'text' && typeof response !== 'object')) return String(response);
  return choiceText(response, kind === 'json');
}

/** Parses the editor's text into a choice. Throws an Error with a valid example if it is not JSON. */
export function parseDraft({ kind }: EditorKind, draft: string, usual: unknown): unknown {
  if (kind === 'text' && !draft.trim().startsWith('{')) return draft.trim();
  if (kind === 'number') return numberOr(draft);
  try {
    return JSON.parse(draft) as unknown;
  } catch {
    throw new Error(`That is not JSON. Text stands in double quotes; ${choiceText(usual)} would work.`);
  }
}

/** Text that is not a number is sent as it is: the server's error names a valid value. */
export function numberOr(typed: string): number | string {
  const text = typed.trim();
  return text === '' || Number.isNaN(Number(text)) ? text : Number(text);
}

/** Returns a choice as JSON on one line, or on several for editing. */
export function choiceText(response: unknown, isSpread = false): string {
  const text = JSON.stringify(response, null, 2);
  return isSpread ? text : text.replaceAll(/\n\s*/g, ' ');
}
