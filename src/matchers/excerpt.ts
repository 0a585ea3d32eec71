import { oneLine } from '../json/one-line.js';

/** Shows a text in one line, cut where it is long, and without a credential that stands in it. */
export function excerpt(text: string, mostCharacters = 120): string {
  const safe = text.replace(/\b(bearer|basic)\s+[\w.~+/=-]+/gi, '$1 …');
  const characters = [...safe.slice(0, mostCharacters * 2)];
  const shown = characters.slice(0, mostCharacters).join('');
  return oneLine(shown.length < safe.length ? `${shown}…` : shown);
}
