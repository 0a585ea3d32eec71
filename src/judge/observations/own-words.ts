const LONGEST_CODE = 80;
const LONGEST_TEXT = 300;

/** Pseudonyms of what was a key or a secret, addresses of people, of machines and of pages, and what breaks a line or steers a terminal. */
const NEVER_OWN = [
  /(?<![a-z])(?:key|secret)#\d/i,
  /@/,
  /\/\/|\bwww\.|\blocalhost\b/i,
  /(?:\d{1,3}\.){3}\d{1,3}|(?:[\da-f]{0,4}:){3,}/i,
  /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}]/u,
];

/** What differs from answer to answer or from record to record: long numbers, times of the day, and ids made of letters and digits. */
const SELDOM_OWN = [
  /\d{4}/,
  /\d:\d\d/,
  /(?<![\p{L}\p{N}_-])(?=[\p{L}_-]*\d)(?=[\d_-]*\p{L})[\p{L}\p{N}_-]{8,}/u,
  /(?<![\da-f])(?=[a-f]*\d)[\da-f]{8,}(?![\da-f])/i,
];
/** A code may well hold a number. */
const LONG_SECRET = /(?=[a-z]*\d)(?=\d*[a-z])[a-z\d+/]{24,}|[\da-f]{8}-[\da-f]{4}-/i;

/** Says why an error's code is no identifier of the service's own, but may be a secret or a person; undefined where it is one. */
export function whyNoOwnCode(code: string): string | undefined {
  if (code.length > LONGEST_CODE) return `it is longer than ${LONGEST_CODE} characters`;
  const isSecret = LONG_SECRET.test(code) || NEVER_OWN.some((pattern) => pattern.test(code));
  return isSecret ? 'it looks like an address or a secret' : undefined;
}

/**
 * Says why a text is not made of the service's own words alone: it holds something of the request's, an address, or what is another
 * one tomorrow; undefined where it is. What it may hold of the store's is told elsewhere. The text is not quoted.
 */
export function whyNoOwnText(text: string, wordsOfRequest: readonly string[]): string | undefined {
  if (text.length > LONGEST_TEXT) return `it is longer than ${LONGEST_TEXT} characters`;
  if (NEVER_OWN.some((pattern) => pattern.test(text))) return 'it holds an address, a secret or a control character';
  if (SELDOM_OWN.some((pattern) => pattern.test(text))) return 'it holds a number or an id that changes';
  return holdsAnyWord(text, wordsOfRequest) ? 'it repeats what the request held' : undefined;
}

/** Tells whether one of these words stands in a text for itself, not inside of another word. */
function holdsAnyWord(text: string, words: Iterable<string>): boolean {
  for (const word of words) if (word !== '' && text.includes(word) && patternOf(word).test(text)) return true;
  return false;
}

/** Replaces a word where it stands for itself, not inside of another one. */
export function replaceWord(text: string, word: string, by: string): string {
  return word === '' ? text : text.replace(patternOf(word), () => by);
}

function patternOf(word: string): RegExp {
  const escaped = word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}_.-])${escaped}(?![\\p{L}\\p{N}_]|[.-][\\p{L}\\p{N}])`, 'gu');
}
