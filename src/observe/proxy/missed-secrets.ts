import { mayHideIn } from '../../exchange/hide-secrets.js';
import { type ExchangeHead, learnSecrets } from '../../exchange/record-exchange.js';
import { MOST_SECRETS, type SecretKind } from '../../exchange/redactor.js';

export type MissedSecret = readonly [text: string, kind: SecretKind];

/** Up to so many characters of headers are remembered. */
const MOST_SEEN_LENGTH = 2 ** 20;
const MOST_NAMES = 1_000;

/**
 * Collects the secrets of exchanges that nobody has room to record: an earlier one may show them. Each secret is collected once, and as
 * many as a redactor names. Under load this runs for nearly every exchange, so what was seen before costs a look-up.
 */
export class MissedSecrets {
  readonly #known = { key: new Set<string>(), secret: new Set<string>() };
  readonly #isSuspect = new Map<string, boolean>();
  readonly #seen = new Set<string>();
  #seenLength = 0;
  #new: MissedSecret[] = [];

  /** Whether all that was collected has been taken. */
  get isEmpty(): boolean {
    return this.#new.length === 0;
  }

  /** Collects the secrets of an exchange. */
  learn(head: ExchangeHead): void {
    const { request, response } = head;
    let isNew = /[?@]/.test(request.url) && this.#isUnseen(request.url);
    for (const headers of [request.headers, response?.headers ?? []]) {
      for (const [name, value] of headers) {
        if (this.#suspects(name)) isNew = this.#isUnseen(`${name}:${value}`) || isNew;
      }
    }
    if (isNew) learnSecrets(head, this);
  }

  /** Returns what was collected since the last call. */
  take(): readonly MissedSecret[] {
    const taken = this.#new;
    this.#new = [];
    return taken;
  }

  /** As that of a redactor, whose names nobody needs here. */
  nameOf(text: string, kind: SecretKind = 'key'): string {
    const { key, secret } = this.#known;
    if (key.has(text) || secret.has(text) || this.#known[kind].size === MOST_SECRETS) return '';
    this.#known[kind].add(text);
    this.#new.push([text, kind]);
    return '';
  }

  #suspects(name: string): boolean {
    let isSuspect = this.#isSuspect.get(name);
    if (isSuspect === undefined) {
      isSuspect = mayHideIn(name);
      if (this.#isSuspect.size < MOST_NAMES) this.#isSuspect.set(name, isSuspect);
    }
    return isSuspect;
  }

  #isUnseen(text: string): boolean {
    if (this.#seen.has(text)) return false;
    this.#seenLength += text.length;
    if (this.#seenLength > MOST_SEEN_LENGTH) {
      this.#seen.clear();
      this.#seenLength = text.length;
    }
    this.#seen.add(text);
    return true;
  }
}
