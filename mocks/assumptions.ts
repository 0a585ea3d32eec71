import type { QuestionId } from '../src/spec/open-questions.js';

/**
 * The open questions that one response depends on. Responses depend on the same few sets, and the journal keeps thousands of responses:
 * equal sets are one object, and adding a question leads from one such object to another.
 */
export class Assumptions {
  #set = EMPTY;

  /** A list costs as much as one question, and must always be the same object. */
  add(ids: QuestionId | readonly QuestionId[]): this {
    this.#set = this.#set.with(ids);
    return this;
  }

  /** Removes every question that does not pass. */
  keep(passes: (id: QuestionId) => boolean): void {
    this.#set = [...this.#set.ids].filter(passes).reduce((set, id) => set.with(id), EMPTY);
  }

  /** The same object for equal sets. */
  get ids(): ReadonlySet<QuestionId> {
    return this.#set.ids;
  }

  /** The questions in the order of the alphabet, as `X-Mock-Assumed` lists them. */
  get text(): string {
    return this.#set.text;
  }
}

class QuestionSet {
  readonly ids: ReadonlySet<QuestionId>;
  readonly text: string;
  readonly #next = new Map<QuestionId | readonly QuestionId[], QuestionSet>();

  private constructor(ids: readonly QuestionId[]) {
    this.ids = new Set(ids);
    this.text = ids.join(', ');
  }

  with(ids: QuestionId | readonly QuestionId[]): QuestionSet {
    let next = this.#next.get(ids);
    if (next === undefined) {
      next = QuestionSet.of([...this.ids, ...[ids].flat()]);
      this.#next.set(ids, next);
    }
    return next;
  }

  static readonly #all = new Map<string, QuestionSet>();

  static of(ids: readonly QuestionId[]): QuestionSet {
    const sorted = [...new Set(ids)].sort();
    const text = sorted.join(', ');
    const set = QuestionSet.#all.get(text) ?? new QuestionSet(sorted);
    QuestionSet.#all.set(text, set);
    return set;
  }
}

const EMPTY = QuestionSet.of([]);
