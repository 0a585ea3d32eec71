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

/** One way to write a secret. */
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

/**
 * Returns the forms of a secret: as it is in any case, in hex, and in base64 or base64url, alone or within other text. The
 * caller decodes escapes and joins lines. A short secret is found in base64 only alone or in the forms of an `Authorization` header.
 */
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

const ESCAPE = new RegExp(
  [
    '%[0-7]H|%[cd]H%[89ab]H|%eH(?:%[89ab]H){2}|%f[0-7](?:%[89ab]H){3}',
    '\\\\(?:uH{4}|xH{2}|u\\{H{1,6}\\}|[bfnrt]|[^a-z0-9])',
    '&(?:#\\d{1,7}|#xH{1,6}|amp|lt|gt|quot|apos);?',
  ]
    .join('|')
    .replaceAll('H', '[0-9a-f]'),
  'gi',
);

const NAMED: Readonly<Record<string, string>> = {
  ...{ '\\b': '\b', '\\f': '\f', '\\n': '\n', '\\r': '\r', '\\t': '\t' },
  ...{ '&amp': '&', '&lt': '<', '&gt': '>', '&quot': '"', '&apos': "'" },
};

/** Decodes one level of escapes of a URL, of JSON or JavaScript, and of HTML. */
export function decodeEscapes(text: string): string {
  const mayHaveEscapes = text.includes('%') || text.includes('\\') || text.includes('&');
  return mayHaveEscapes ? text.replace(ESCAPE, decodeEscape) : text;
}

/** A line break, and the indentation after it. */
const BREAK = /[\r\n][\t ]*/g;

/** Removes line breaks, and the indentation after them. */
export function joinLines(text: string): string {
  return text.includes('\n') || text.includes('\r') ? text.replace(BREAK, '') : text;
}

/** Maps ascending positions in the decoded or joined text to positions in the original: those before a line break, if there is one. */
export function positionsBefore(text: string, decodedPositions: readonly number[], isJoined: boolean): number[] {
  const positions: number[] = [];
  let removed = 0;
  for (const { 0: escaped, index } of text.matchAll(isJoined ? BREAK : ESCAPE)) {
    while ((decodedPositions[positions.length] ?? Number.POSITIVE_INFINITY) <= index - removed) {
      positions.push((decodedPositions[positions.length] ?? 0) + removed);
    }
    if (positions.length === decodedPositions.length) return positions;
    removed += escaped.length - (isJoined ? 0 : decodeEscape(escaped).length);
  }
  return [...positions, ...decodedPositions.slice(positions.length).map((position) => position + removed)];
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

function decodePercent(escaped: string): string {
  try {
    return decodeURIComponent(escaped);
  } catch {
    return escaped;
  }
}

function fromCodePoint(codePoint: number, escaped: string): string {
  return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : escaped;
}
