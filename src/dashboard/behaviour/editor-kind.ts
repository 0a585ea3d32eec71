import type { BehaviourList } from '../../admin/schemas/world.js';

export type Question = BehaviourList['items'][number];

/** What an answer is edited with. */
export type EditorKind =
  | { readonly kind: 'choice'; readonly values: readonly unknown[] }
  | { readonly kind: 'switch' }
  /** A whole number, or one of a few words that stand for none. */
  | { readonly kind: 'number'; readonly words: readonly string[] }
  /** The fake knows one answer alone. */
  | { readonly kind: 'fixed' }
  | { readonly kind: 'json' };

/** Answers what suits a question, by the JSON Schema of its answers. What fits nothing better is written as JSON. */
export function editorKind(schema: Question['schema']): EditorKind {
  if ('const' in schema) return { kind: 'fixed' };
  if (Array.isArray(schema.enum)) return { kind: 'choice', values: schema.enum };
  if (schema.type === 'boolean') return { kind: 'switch' };
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
