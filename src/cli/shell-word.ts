import { shellWord as quoted } from '../transcript/shell-word.js';

/** Writes a text as one word of a shell, in quotes where it needs them. */
export function shellWord(text: string): string {
  return /^[\w.:/~-]+$/.test(text) ? text : quoted(text);
}
