import { answerText } from './answer-text.js';
import type { EditorKind } from './editor-kind.js';

/** Answers what stands in the editor for an answer. */
export function draftOf({ kind }: EditorKind, answer: unknown): string {
  if (kind === 'number') return String(answer);
  return answerText(answer, kind === 'json');
}

/** Answers the answer that a text stands for. Throws an Error that says what would work where the text is no JSON. */
export function answerOf({ kind }: EditorKind, draft: string, usual: unknown): unknown {
  if (kind === 'number') return numberOr(draft.trim());
  try {
    return JSON.parse(draft) as unknown;
  } catch {
    throw new Error(`That is no JSON. Text stands in double quotes; ${answerText(usual)} would work.`);
  }
}

/** What is no number goes as it is, and the server says what would work. */
function numberOr(text: string): number | string {
  return text === '' || Number.isNaN(Number(text)) ? text : Number(text);
}
