import { decodeEscapes, formsOf, positionsBefore, type SecretForm } from './secret-forms.js';

/** Takes secrets out of texts. One run, or one recording, has one. */
export interface Redactor {
  /** Registers a secret; answers its pseudonym, `key#1` or `secret#1`, the same one for the same secret. */
  nameOf(secret: string, kind?: 'key' | 'secret'): string;
  /** Returns the text with every form of every registered secret replaced by its pseudonym. */
  redact(text: string): string;
}

/** Escapes within escapes that are looked through, such as a URL in a JSON string in a JSON string. */
const MOST_LEVELS = 4;

/** Such texts are remembered with what they become, so many at most. */
const SHORT_TEXT = 200;
const MOST_SEEN = 1_000;

interface Secret {
  readonly name: string;
  readonly length: number;
  readonly forms: readonly SecretForm[];
}

/** Part of a text that shows a secret. */
interface Hit {
  readonly start: number;
  readonly end: number;
  readonly secret: Secret;
}

export interface RedactorOptions {
  /** Returns whether a secret is taken out wherever it stands, or only named; left out, every one is taken out. */
  readonly isSought?: (secret: string, kind: 'key' | 'secret') => boolean;
}

/** Creates a redactor that knows no secret yet. */
export function createRedactor({ isSought = () => true }: RedactorOptions = {}): Redactor {
  const secrets = new Map<string, Secret>();
  const index = createSecretIndex<Secret>();
  const counts = { key: 0, secret: 0 };
  // Most texts are headers, and most headers come again and again.
  const seen = new Map<string, string>();
  // The long ones are lists, often the same one many times in a row.
  let lastLong = { text: '', redacted: '' };
  return {
    nameOf(text, kind = 'key') {
      const known = secrets.get(text);
      if (known !== undefined) return known.name;
      counts[kind] += 1;
      const name = `${kind}#${counts[kind]}`;
      // A secret may look escaped itself: where escapes are undone, it stands there as it looks then.
      const forms = isSought(text, kind) ? [...new Set([text, decodeEscapes(text)])].flatMap(formsOf) : [];
      const secret = { name, length: text.length, forms };
      secrets.set(text, secret);
      index.add(
        secret,
        forms.map(({ core }) => core),
      );
      seen.clear();
      lastLong = { text: '', redacted: '' };
      return name;
    },
    redact(text) {
      const known = text === lastLong.text ? lastLong.redacted : seen.get(text);
      if (known !== undefined) return known;
      const redacted = replaceHits(text, findHits(text, index, MOST_LEVELS));
      if (text.length > SHORT_TEXT) lastLong = { text, redacted };
      else if (seen.size < MOST_SEEN) seen.set(text, redacted);
      return redacted;
    },
  };
}

/** Answers hits by their place in the text, also those that show only once its escapes are undone. */
function findHits(text: string, secrets: SecretIndex<Secret>, levels: number): Hit[] {
  const hits = secrets
    .candidatesIn(text)
    .flatMap((secret) => hitsOf(text, secret))
    .filter((hit) => !isInPseudonym(text, hit, secrets));
  const decoded = levels === 0 || secrets.all.length === 0 ? text : decodeEscapes(text);
  if (decoded === text) return hits;
  return [...hits, ...placeBefore(text, findHits(decoded, secrets, levels - 1))];
}

function hitsOf(text: string, secret: Secret): Hit[] {
  // Most texts show none, and `matchAll` makes a copy of the pattern first.
  const shownForms = secret.forms.filter(({ pattern }) => text.search(pattern) !== -1);
  return shownForms.flatMap(({ pattern, rest }) =>
    Array.from(text.matchAll(pattern), ({ 0: shown, index }) => {
      return { start: index, end: Math.min(index + shown.length + rest, text.length), secret };
    }),
  );
}

/** A secret such as `key` or `1` stands in pseudonyms too. */
function isInPseudonym(text: string, { start, end }: Hit, { all }: SecretIndex<Secret>): boolean {
  const longest = `secret#${all.length}`.length;
  if (end - start > longest) return false;
  const from = Math.max(0, start - longest);
  return [...text.slice(from, end + longest).matchAll(/(?:key|secret)#[1-9]\d*/g)].some(({ 0: shown, index }) => {
    const isAround = from + index <= start && end <= from + index + shown.length;
    return isAround && all.some(({ name }) => name === shown);
  });
}

function placeBefore(text: string, hits: readonly Hit[]): Hit[] {
  if (hits.length === 0) return [];
  const decoded = hits.flatMap(({ start, end }) => [start, end]);
  const ascending = Float64Array.from(new Set(decoded)).sort();
  const before = positionsBefore(text, [...ascending]);
  const places = new Map(before.map((place, index) => [ascending[index], place]));
  return hits.map(({ start, end, secret }) => ({
    start: places.get(start) ?? start,
    end: places.get(end) ?? end,
    secret,
  }));
}

/** Hits that overlap become one pseudonym, that of the longest secret among them. */
function replaceHits(text: string, hits: Hit[]): string {
  const parts: string[] = [];
  let written = 0;
  for (const { start, end, secret } of merge(hits)) {
    parts.push(text.slice(written, start), secret.name);
    written = end;
  }
  return parts.join('') + text.slice(written);
}

function merge(hits: Hit[]): Hit[] {
  const merged: Hit[] = [];
  for (const hit of hits.sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last === undefined || hit.start >= last.end) {
      merged.push(hit);
      continue;
    }
    const secret = hit.secret.length > last.secret.length ? hit.secret : last.secret;
    merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, hit.end), secret };
  }
  return merged;
}

/** With fewer secrets it is quicker to seek each of them. */
const FEW_SECRETS = 30;

/** Of what a secret looks like, so many characters at its end are looked up. Beginnings such as `sk_live_` are shared by many. */
const LENGTH = 6;

/** Many secrets, and which of them may stand in a text: whoever sends another wrong key each time brings thousands. */
interface SecretIndex<Secret> {
  /** In the order in which they were added. */
  readonly all: readonly Secret[];
  /** Adds a secret; `cores` are the texts of which one stands wherever it does, but for capitals and other ways to write a character. */
  add(secret: Secret, cores: readonly string[]): void;
  /** Returns every secret that may stand in a text, in the same order, and few others. */
  candidatesIn(text: string): readonly Secret[];
}

export function createSecretIndex<Secret>(): SecretIndex<Secret> {
  const all: Secret[] = [];
  const byEnd = new Map<string, number[]>();
  const short: number[] = [];

  return {
    all,
    add(secret, cores) {
      const place = all.push(secret) - 1;
      for (const core of cores) {
        const end = core.length < LENGTH ? undefined : simplify(core).slice(-LENGTH);
        const places = end === undefined ? short : (byEnd.get(end) ?? []);
        if (end !== undefined) byEnd.set(end, places);
        if (places.at(-1) !== place) places.push(place);
      }
    },
    candidatesIn(text) {
      if (all.length <= FEW_SECRETS) return all;
      const found = new Set(short);
      const simple = simplify(text);
      for (let start = 0; start + LENGTH <= simple.length; start++) {
        for (const place of byEnd.get(simple.slice(start, start + LENGTH)) ?? []) found.add(place);
      }
      return [...found].sort((one, other) => one - other).map((place) => all[place] as Secret);
    },
  };
}

/** Hex is written in capitals or not, base64 with `+/` or `-_`, and a space in a URL as `+`. No text becomes longer or shorter. */
function simplify(text: string): string {
  return text
    .replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase())
    .replace(/[+ ]/g, '-')
    .replaceAll('/', '_');
}
