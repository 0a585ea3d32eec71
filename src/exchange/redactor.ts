import type { Decoded, SecretForm } from './secret-forms.js';
import * as forms from './secret-forms.js';

export type SecretKind = 'key' | 'secret';

interface RedactorOptions {
  /** The maximum number of keys, and of other secrets, with their own pseudonym, default 1,000: a service may set a new cookie in each response, for weeks. */
  readonly most?: number;
  /** The kind of a bearer token that is not registered; default `key`. */
  readonly defaultKind?: SecretKind;
  readonly find?: ((text: string) => readonly string[]) | undefined;
}

const ONE_OF_MANY = 0;

/** Returns whether a pseudonym stands for several secrets, which cannot be distinguished. */
export function isOneOfMany(name: string): boolean {
  return name.endsWith(`#${ONE_OF_MANY}`);
}

/** Returns whether a name stands for a secret; any other is shown as it is. */
export function isPseudonym(name: string): boolean {
  return /^(?:key|secret)#\d+$/.test(name);
}

/** So long a text is never there by coincidence. */
const SHORTEST_UNIQUE = 20;

/** Returns whether a text is so peculiar that it is a secret wherever it occurs. */
export function isDistinctive(value: string): boolean {
  return value.length >= SHORTEST_UNIQUE || (value.length >= 8 && /\d/.test(value) && /[a-z]/i.test(value));
}

/** One word, or a number of JSON, alone or with the punctuation of JSON around it. */
const ORDINARY = /^[\s"{}[\],:]*(?:\p{L}{0,11}|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)[\s"{}[\],:]*$/iu;

/** Returns whether a text is an ordinary word or number: where it occurs, it is rarely the secret. So no id or quantity is ever hidden. */
export function isOrdinary(text: string): boolean {
  return text.length < SHORTEST_UNIQUE && ORDINARY.test(text);
}

/** Escapes within escapes that are looked through, such as a URL in a JSON string in a JSON string. */
const MOST_LEVELS = 4;

/** Texts up to this length are cached with their redacted form, up to this many. */
const SHORT_TEXT = 200;
const MOST_SEEN = 1_000;

interface Secret {
  readonly name: string;
  readonly text: string;
  readonly forms: readonly SecretForm[];
}

interface Hit {
  readonly start: number;
  readonly end: number;
  readonly secret: Secret;
  /** Whether the text shows the secret as it is: another one may differ in case only. */
  readonly isExact: boolean;
}

/** Replaces secrets by pseudonyms: keys unless they are ordinary, other secrets only if they are distinctive. Callers hide the rest by their place. */
export class Redactor {
  readonly #options: RedactorOptions;
  readonly #secrets = new Map<string, Secret>();
  readonly #index = new SecretIndex<Secret>();
  readonly #counts: Record<SecretKind, number> = { key: 0, secret: 0 };
  // Most texts are headers, and most headers come again and again.
  readonly #seen = new Map<string, string>();

  constructor(options: RedactorOptions = {}) {
    this.#options = options;
  }

  /** The number of registered secrets: texts redacted while it was lower may still show one. */
  get known(): number {
    return this.#secrets.size;
  }

  /** Whether a new key or secret can no longer get its own pseudonym. */
  get isFull(): boolean {
    return this.#isUsedUp('key') || this.#isUsedUp('secret');
  }

  /** Registers a secret; returns its pseudonym, `key#1` or `secret#1`, always the same for the same secret. */
  nameOf(text: string, kind = this.#options.defaultKind ?? 'key'): string {
    const known = this.aliasOf(text);
    if (known !== undefined) return known;
    if (this.#isUsedUp(kind)) return `${kind}#${ONE_OF_MANY}`;
    this.#counts[kind] += 1;
    const name = `${kind}#${this.#counts[kind]}`;
    this.#register(text, name, kind === 'key' ? !isOrdinary(text) : isDistinctive(text));
    return name;
  }

  /** Registers a key under a pseudonym of the caller's choice, or under itself: then it is no secret. Returns false if it is registered under another one. */
  addKey(key: string, name: string): boolean {
    const known = this.aliasOf(key);
    if (known === undefined) this.#register(key, name, name !== key && !isOrdinary(key));
    return known === undefined || known === name;
  }

  aliasOf(secret: string): string | undefined {
    return this.#secrets.get(secret)?.name;
  }

  /** Returns the text with every form of every registered secret replaced by its pseudonym. */
  redact(text: string): string {
    let rest = text;
    for (const secret of this.#options.find?.(text) ?? []) {
      const name = this.nameOf(secret, 'secret');
      // A secret beyond the limit is not registered.
      if (isOneOfMany(name)) rest = rest.replaceAll(secret, name);
    }
    if (this.#index.all.length === 0) return rest;
    const known = this.#seen.get(rest);
    if (known !== undefined) return known;
    const secretsIn = (part: string) => this.#index.candidatesIn(part);
    const redacted = replaceHits(rest, findHits(rest, { secretsIn, placesIn: forms.placesOf }));
    if (rest.length <= SHORT_TEXT && this.#seen.size < MOST_SEEN) this.#seen.set(rest, redacted);
    return redacted;
  }

  /** Redacts a message. What it quotes may have been cut: half a secret beside `…` is replaced, too. */
  redactMessage(text: string): string {
    const redacted = this.redact(text);
    if (!redacted.includes('…')) return redacted;
    return replaceHits(redacted, findHits(redacted, { secretsIn: () => this.#index.all, placesIn: forms.cutPlacesOf }));
  }

  #isUsedUp(kind: SecretKind): boolean {
    return this.#counts[kind] >= (this.#options.most ?? 1_000);
  }

  #register(text: string, name: string, isSought: boolean): void {
    // A secret may look escaped itself: where escapes are decoded, it occurs in its decoded form.
    const decoded = forms.decodeEscapes(text).text;
    const writings = isOrdinary(decoded) ? [text] : [...new Set([text, decoded])];
    const secret = { name, text, forms: isSought ? writings.flatMap(forms.formsOf) : [] };
    const cores = secret.forms.map(({ core }) => core);
    this.#secrets.set(text, secret);
    if (!isSought) return;
    this.#index.add(secret, cores);
    this.#seen.clear();
  }
}

interface Search {
  readonly secretsIn: (text: string) => readonly Secret[];
  readonly placesIn: typeof forms.placesOf;
}

/** Returns hits by their position in the text, including those visible only after decoding escapes and then joining lines. */
function findHits(text: string, search: Search, levels = MOST_LEVELS, isJoined = false): Hit[] {
  const secrets = search.secretsIn(text);
  const folded = { plain: forms.foldings.plain(text), base64: forms.foldings.base64(text) };
  const hits = secrets.flatMap((secret) =>
    secret.forms.flatMap((form) => {
      // Two words in two lines are not one.
      if (isJoined && form.isWord) return [];
      const places = search.placesIn(form, text, folded[form.writing]);
      return places.map((place) => ({ ...place, secret, isExact: text.startsWith(secret.text, place.start) }));
    }),
  );
  const decoded = levels === 0 ? undefined : forms.decodeEscapes(text);
  if (decoded !== undefined && decoded.text !== text) {
    return [...hits, ...asBefore(decoded, findHits(decoded.text, search, levels - 1, isJoined), 0)];
  }
  const joined = forms.joinLines(text);
  // A hit begins with its first character, not with the line break before it.
  return joined.text === text ? hits : [...hits, ...asBefore(joined, findHits(joined.text, search, levels, true), 1)];
}

function asBefore({ before }: Decoded, hits: readonly Hit[], first: 0 | 1): Hit[] {
  return hits.map((hit) => ({ ...hit, start: before(hit.start + first) - first, end: before(hit.end) }));
}

/** Overlapping hits become one pseudonym: that of the longest secret; of equally long ones, that of the one in the case of the text. */
function replaceHits(text: string, hits: Hit[]): string {
  const parts: string[] = [];
  let written = 0;
  hits.sort((a, b) => a.start - b.start || b.end - a.end);
  for (let next = 0; next < hits.length; ) {
    let best = hits[next++] as Hit;
    const { start } = best;
    let { end } = best;
    for (let hit = hits[next]; hit !== undefined && hit.start < end; hit = hits[++next]) {
      const longer = hit.secret.text.length - best.secret.text.length;
      if (longer > 0 || (longer === 0 && hit.isExact && !best.isExact)) best = hit;
      end = Math.max(end, hit.end);
    }
    parts.push(text.slice(written, start), best.secret.name);
    written = end;
  }
  return parts.join('') + text.slice(written);
}

/** Up to this many secrets, searching for each one is faster than the index. */
const FEW_SECRETS = 30;

/** Secrets are indexed by their last characters: beginnings such as `sk_live_` are shared by many. */
const LENGTH = 6;

/** Finds which of many secrets a text may contain: a client that sends a different wrong key each time adds thousands. */
export class SecretIndex<Secret> {
  readonly all: Secret[] = [];
  readonly #byEnd = new Map<string, Set<Secret>>();

  /** Adds a secret; one of the `cores` occurs wherever the secret does, apart from case and equivalent characters. */
  add(secret: Secret, cores: readonly string[]): void {
    this.all.push(secret);
    for (const core of cores) {
      const end = core.length < LENGTH ? '' : simplify(core).slice(-LENGTH);
      this.#byEnd.set(end, (this.#byEnd.get(end) ?? new Set()).add(secret));
    }
  }

  /** Returns every secret that a text may contain, in the order of `all`, and few others. */
  candidatesIn(text: string): readonly Secret[] {
    if (this.all.length <= FEW_SECRETS) return this.all;
    const found = new Set(this.#byEnd.get(''));
    const simple = simplify(text);
    for (let start = 0; start + LENGTH <= simple.length; start++) {
      for (const secret of this.#byEnd.get(simple.slice(start, start + LENGTH)) ?? []) found.add(secret);
    }
    return this.all.filter((secret) => found.has(secret));
  }
}

/** Folds the case of letters, the two alphabets of base64, and `+` for a space in a URL. Keeps the length of the text. */
function simplify(text: string): string {
  return forms.lowerCase(text).replace(/[+ ]/g, '-').replaceAll('/', '_');
}
