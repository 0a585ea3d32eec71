/** Shorter secrets are replaced only as whole words: a key `a1` must not shred every text. */
const SHORTEST_PART = 6;

/** Only this many characters of a longer secret are searched for, since regular expressions are limited. The rest is replaced with them. */
const MOST_SOUGHT = 1_000;

/** What programs send instead of a missing secret; replacing it would break JSON. */
const NO_SECRETS = ['', 'null', 'undefined', 'true', 'false'];

/** One way to write a secret. */
export interface SecretForm {
  /** Occurs in every text that matches the pattern, apart from case and equivalent characters. */
  readonly core: string;
  readonly pattern: RegExp;
  /** How many characters after the match also belong to a long secret. */
  readonly rest: number;
}

/**
 * Returns patterns for a secret as it is, in hex, and in base64 or base64url, alone or within other text. The caller decodes
 * escapes. A short secret is found in base64 only alone or in the forms of an `Authorization` header.
 */
export function formsOf(secret: string): SecretForm[] {
  if (secret.length > MOST_SOUGHT) return formsOfLong(secret);
  return patternsOf(secret).map((form) => ({ ...form, rest: 0 }));
}

function formsOfLong(secret: string): SecretForm[] {
  // Half of a surrogate pair would be encoded differently.
  const beginning = secret.slice(0, MOST_SOUGHT).replace(/[\uD800-\uDBFF]$/, '');
  const rest = secret.length - beginning.length;
  const restBytes = new TextEncoder().encode(secret.slice(beginning.length)).length;
  // In the order of patternsOf: as it is, in hex, and three times in base64.
  const rests = [rest, 2 * restBytes];
  const base64Rest = Math.floor((restBytes * 4) / 3);
  return patternsOf(beginning).map((form, index) => ({ ...form, rest: rests[index] ?? base64Rest }));
}

function patternsOf(secret: string): Pick<SecretForm, 'core' | 'pattern'>[] {
  if (NO_SECRETS.includes(secret)) return [];
  const bytes = new TextEncoder().encode(secret);
  const plain = [{ core: secret, source: literal(secret) }, hex(bytes)];
  if (secret.length >= SHORTEST_PART) {
    return [...plain, ...base64Parts(bytes)].map(({ core, source }) => ({ core, pattern: new RegExp(source, 'gu') }));
  }
  const inBase64 = [secret, `${secret}:`, `:${secret}`, `Bearer ${secret}`].map(base64Word);
  return [...plain, ...inBase64].map(({ core, source }) => ({
    core,
    pattern: new RegExp(`(?<![\\p{L}\\p{N}_])${source}(?![\\p{L}\\p{N}_])`, 'gu'),
  }));
}

/** A pattern as text. */
interface Source {
  readonly core: string;
  readonly source: string;
}

/** A URL may write a space as `+`. */
function literal(text: string): string {
  return [...text].map((character) => (character === ' ' ? '[ +]' : codePoint(character))).join('');
}

function codePoint(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}

function hex(bytes: Uint8Array): Source {
  const core = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return { core, source: core.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`) };
}

function base64Word(text: string): Source {
  const core = base64(new TextEncoder().encode(text)).replace(/=+$/, '');
  return { core, source: `${eitherBase64(core)}={0,2}` };
}

/**
 * Three bytes make four characters, so the form of a secret depends on its offset within three bytes: one pattern for each.
 * The characters at its ends also encode its neighbours: they may be any, and are replaced too.
 */
function base64Parts(bytes: Uint8Array): Source[] {
  return [0, 1, 2].map((before) => {
    const text = base64(Uint8Array.of(...new Array<number>(before).fill(0), ...bytes));
    const bits = (before + bytes.length) * 8;
    const core = text.slice(Math.ceil((before * 8) / 6), Math.floor(bits / 6));
    const any = '[A-Za-z0-9+/_\\-]?';
    const source = `${before === 0 ? '' : any}${eitherBase64(core)}${bits % 6 === 0 ? '' : `${any}={0,2}`}`;
    return { core, source };
  });
}

function eitherBase64(text: string): string {
  return text.replace(/[+/]/g, (character) => (character === '+' ? '[+\\-]' : '[/_]'));
}

function base64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** An escaped character of a URL, of a string in JSON or JavaScript, or of HTML. */
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
  return text.replace(ESCAPE, decodeEscape);
}

/** Maps ascending positions in the decoded text to positions in the original. */
export function positionsBefore(text: string, decodedPositions: readonly number[]): number[] {
  const positions: number[] = [];
  let removed = 0;
  for (const { 0: escaped, index } of text.matchAll(ESCAPE)) {
    while ((decodedPositions[positions.length] ?? Number.POSITIVE_INFINITY) <= index - removed) {
      positions.push((decodedPositions[positions.length] ?? 0) + removed);
    }
    if (positions.length === decodedPositions.length) return positions;
    removed += escaped.length - decodeEscape(escaped).length;
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
