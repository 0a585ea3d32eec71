import type { IncomingMessage } from 'node:http';

/** So many times a request may come round: more than clients ask for one thing before they have a first answer. */
const MOST_ROUNDS = 500;

/** Requests for one thing of which none has an answer yet. */
interface Unanswered {
  /** How many came once the one before them had been sent on. */
  rounds: number;
  isLatestSent: boolean;
}

/**
 * Knows requests that come round, by way of another proxy, by what only they do: each comes when the one before it was sent on, and
 * none is answered. Nothing is added to requests for it. Of those of a busy client some are answered in between.
 */
export class LoopGuard {
  readonly #most: number;
  readonly #unanswered = new Map<string, Unanswered>();

  constructor(most = MOST_ROUNDS) {
    this.#most = most;
  }

  /** Takes in that a request has come; answers whether it has come round too often to be sent on. */
  comesRound(incoming: IncomingMessage): boolean {
    const found = this.#unanswered.get(keyOf(incoming));
    if (found === undefined) {
      this.#unanswered.set(keyOf(incoming), { rounds: 0, isLatestSent: false });
      return false;
    }
    if (!found.isLatestSent) return false;
    if (found.rounds === this.#most) return true;
    found.rounds += 1;
    found.isLatestSent = false;
    return false;
  }

  sent(incoming: IncomingMessage): void {
    const found = this.#unanswered.get(keyOf(incoming));
    if (found !== undefined) found.isLatestSent = true;
  }

  /** It has an answer, or never will. */
  answered(incoming: IncomingMessage): void {
    this.#unanswered.delete(keyOf(incoming));
  }
}

function keyOf({ method, url }: IncomingMessage): string {
  return `${method} ${url}`;
}
