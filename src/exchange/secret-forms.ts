/** Shorter secrets are replaced only as whole words: a key `a1` must not shred every text. */
const SHORTEST_PART = 6;

/** Makes equivalent characters of a text equal, and keeps its length: letters in any case, and the two alphabets of base64. */
export const foldings = {
  // A URL may write a space as `+`.
  plain: (text: string) => lowerCase(text).replaceAll('+', ' '),
  base64: (text: string) => text.replaceAll('+', '-').replaceAll('/', '_'),
};

/** Lowers capitals, and keeps the length: İ would become two characters, and Σ depends on its neighbours. */
export function lowerCase(text: string): string {
  return text.replaceAll('İ', 'i').replaceAll('Σ', 'σ').toLowerCase();
}

export interface SecretForm {
  readonly writing: keyof typeof foldings;
  /** Occurs in every text that shows this form, once the text is folded. */
  readonly core: string;
  /** Letters and digits beside it make it another word. */
  readonly isWord: boolean;
  /** The characters of base64 at its ends also encode its neighbours: they may be any, and are replaced too. */
  readonly sharesStart?: boolean;
  readonly sharesEnd?: boolean;
}

/** Returns the forms of a secret: as it is, in hex, and in base64 within other text; a short one only in those of an `Authorization` header. */
export function formsOf(secret: string): SecretForm[] {
  const isWord = secret.length < SHORTEST_PART;
  const bytes = new TextEncoder().encode(secret);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const inBase64 = isWord
    ? [secret, `${secret}:`, `:${secret}`, `Bearer ${secret}`].map(base64Word)
    : [0, 1, 2].map((before) => base64Part(bytes, before));
  return [
    { writing: 'plain', core: foldings.plain(secret), isWord },
    { writing: 'plain', core: hex, isWord },
    ...inBase64.map((form) => ({ ...form, writing: 'base64' as const, core: foldings.base64(form.core), isWord })),
  ];
}

function base64Word(text: string): Pick<SecretForm, 'core'> {
  return { core: base64(new TextEncoder().encode(text)).replace(/=+$/, '') };
}

/** Three bytes make four characters, so the form of a secret depends on its offset within three bytes. */
function base64Part(bytes: Uint8Array, before: number): Pick<SecretForm, 'core' | 'sharesStart' | 'sharesEnd'> {
  const shifted = new Uint8Array(before + bytes.length);
  shifted.set(bytes, before);
  const bits = shifted.length * 8;
  const core = base64(shifted).slice(Math.ceil((before * 8) / 6), Math.floor(bits / 6));
  return { core, sharesStart: before > 0, sharesEnd: bits % 6 > 0 };
}

function base64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

const WORD = /[\p{L}\p{N}_]/u;
const OF_BASE64 = /[A-Za-z0-9+/_-]/;

/** Returns where a text shows a form. `folded` is the text, folded for this form. */
export function placesOf(form: SecretForm, text: string, folded: string): { start: number; end: number }[] {
  const { core } = form;
  const places: { start: number; end: number }[] = [];
  for (let at = folded.indexOf(core); at !== -1; at = folded.indexOf(core, at + core.length)) {
    const after = at + core.length;
    if (form.isWord && (WORD.test(text.charAt(at - 1)) || WORD.test(text.charAt(after)))) continue;
    const start = form.sharesStart && OF_BASE64.test(text.charAt(at - 1)) ? at - 1 : at;
    let end = form.sharesEnd && OF_BASE64.test(text.charAt(after)) ? after + 1 : after;
    if (form.writing === 'base64') end += /^={0,2}/.exec(text.slice(end, end + 2))?.[0].length ?? 0;
    places.push({ start, end });
  }
  return places;
}

const LEAST_SHOWN = 4;

/** An escape whose end was cut off, and its longest form. */
const HALF_ESCAPE = /(?:(?:%[0-9a-f]{0,2})+|\\[ux]?\{?[0-9a-f]{0,5}|&#?\w{0,7}|~)$/i;
const LONGEST_ESCAPE = 12;

/** Returns where a text has the beginning of a form before an ellipsis, or its end after one, as far as it is shown. */
export function cutPlacesOf({ core }: SecretForm, text: string, folded: string): { start: number; end: number }[] {
  const places: { start: number; end: number }[] = [];
  for (let at = text.indexOf('…'); at !== -1; at = text.indexOf('…', at + 1)) {
    const before = folded.slice(Math.max(0, at - core.length - LONGEST_ESCAPE), at);
    for (const part of new Set([before, before.replace(HALF_ESCAPE, '')])) {
      // Half an escape may be another character.
      const least = part === before ? LEAST_SHOWN : LEAST_SHOWN - 1;
      const shown = longest(core, least, (length) => part.endsWith(core.slice(0, length)));
      if (shown > 0) places.push({ start: at - before.length + part.length - shown, end: at });
    }
    const after = folded.slice(at + 1, at + LONGEST_ESCAPE + core.length);
    // Most messages have nothing of it there.
    if (!after.includes(core.slice(-LEAST_SHOWN))) continue;
    for (let start = at + 1; start <= at + LONGEST_ESCAPE; start++) {
      const shown = longest(core, LEAST_SHOWN, (length) => folded.startsWith(core.slice(-length), start));
      if (shown > 0) places.push({ start: at + 1, end: start + shown });
    }
  }
  return places;
}

function longest(core: string, least: number, isShown: (length: number) => boolean): number {
  for (let length = core.length; length >= least; length--) if (isShown(length)) return length;
  return 0;
}

const ESCAPE = new RegExp(
  [
    '%[0-7]H|%[cd]H%[89ab]H|%eH(?:%[89ab]H){2}|%f[0-7](?:%[89ab]H){3}',
    '\\\\(?:uH{4}|xH{2}|u\\{H{1,6}\\}|[bfnrt]|[^a-z0-9])',
    // The end of a number may have been cut off.
    '&#\\d{1,7}(?:;|(?![\\d…]))|&#xH{1,6}(?:;|(?![0-9a-f…]))|&(?:amp|lt|gt|quot|apos);?',
    '~[01]',
  ]
    .join('|')
    .replaceAll('H', '[0-9a-f]'),
  'gi',
);

const NAMED: Readonly<Record<string, string>> = {
  ...{ '\\b': '\b', '\\f': '\f', '\\n': '\n', '\\r': '\r', '\\t': '\t' },
  ...{ '&amp': '&', '&lt': '<', '&gt': '>', '&quot': '"', '&apos': "'", '~0': '~', '~1': '/' },
};

export interface Decoded {
  readonly text: string;
  /** Returns the position in the original text; before an escape or a line break, if there is one. */
  readonly before: (position: number) => number;
}

/** Decodes one level of escapes of a URL, of JSON or JavaScript, of HTML, and of a JSON pointer. */
export function decodeEscapes(text: string): Decoded {
  return /[%\\&~]/.test(text) ? replaceEach(text, ESCAPE, decodeEscape) : { text, before: (position) => position };
}

export function joinLines(text: string): Decoded {
  return replaceEach(text, /[\r\n][\t ]*/g, () => '');
}

function replaceEach(text: string, pattern: RegExp, replace: (found: string) => string): Decoded {
  const shifts: { readonly after: number; readonly by: number }[] = [];
  let by = 0;
  const decoded = text.replace(pattern, (found, index: number) => {
    const replaced = replace(found);
    const after = index - by;
    by += found.length - replaced.length;
    shifts.push({ after, by });
    return replaced;
  });
  return {
    text: decoded,
    before: (position) => position + (shifts.findLast(({ after }) => after < position)?.by ?? 0),
  };
}

function decodeEscape(escaped: string): string {
  if (escaped.startsWith('%')) return decodePercent(escaped);
  const name = escaped.toLowerCase().replace(/;$/, '');
  const named = NAMED[name];
  if (named !== undefined) return named;
  const hex = /^(?:\\[ux]\{?|&#x)([0-9a-f]+)/.exec(name)?.[1];
  if (hex !== undefined) return fromCodePoint(Number.parseInt(hex, 16), escaped);
  if (name.startsWith('&#')) return fromCodePoint(Number(name.slice(2)), escaped);
  return escaped.slice(1);
}

/** Returns a text without its percent-encoding; as it is if its escapes are broken. */
export function decodePercent(escaped: string): string {
  try {
    return decodeURIComponent(escaped);
  } catch {
    return escaped;
  }
}

function fromCodePoint(codePoint: number, escaped: string): string {
  return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : escaped;
}
