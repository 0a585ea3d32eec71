import { isJsonObject, type JsonValue } from '../../json/json.js';
import { isHeaderText } from '../../judge/observations/seen.js';
import type { QuestionId } from '../../service/questions/open-questions.js';

/** Returns a choice without header texts that must not be learned, such as those that repeat what a record contains; every other choice is a word, a number, or a sample. */
export function sanitiseChoice(
  id: QuestionId,
  choice: JsonValue,
  repeats: (text: string) => boolean = () => false,
): { readonly choice: JsonValue | undefined; readonly removed: readonly string[] } {
  if (id !== 'www-authenticate' && id !== 'deprecation-headers') return { choice, removed: [] };
  const isServed = (text: JsonValue) => isServedAsSeen(String(text)) && !repeats(String(text));
  if (!isJsonObject(choice)) return { choice: isServed(choice) ? choice : undefined, removed: [] };
  const left = Object.entries(choice).filter(([, text]) => isServed(text));
  const names = left.map(([name]) => name);
  const removed = Object.keys(choice).filter((name) => !names.includes(name));
  return { choice: left.length === 0 ? undefined : Object.fromEntries(left), removed };
}

/** Pseudonyms of secrets, addresses of people, and long runs of letters and digits, which may be a token or name an instance. */
const NEVER_SERVED = [
  /(?<![a-z])(?:key|secret)#\d/i,
  /[^\s@"<>]+@[^\s@"<>]+\.[^\s@"<>]+/,
  /(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{20,}(?![\w-])/i,
  /(?<![0-9a-f])[0-9a-f]{12,}(?![0-9a-f])/i,
];

/** Returns whether the one value of a header is no secret and names no instance: a fake sends it as it was. */
export function isServedAsSeen(value: string): boolean {
  return isHeaderText(value) && !NEVER_SERVED.some((form) => form.test(value));
}
