import { Stop } from '../suite.js';

/** How many requests may still be sent. */
export class Budget {
  sent = 0;
  readonly #given: number | undefined;
  #limit: number;

  /** `given` by the user, else the run's `own` limit. */
  constructor(given: number | undefined, own: number) {
    this.#given = given;
    this.#limit = given ?? own;
  }

  /** The maximum, as announced before the run. */
  get limit(): number {
    return Math.max(this.#limit, this.sent);
  }

  /** How many more may be sent. */
  get left(): number {
    return this.limit - this.sent;
  }

  /** Returns whether one more may be sent with `inHand` left after it. */
  hasRoom(inHand: number): boolean {
    return this.sent + 1 + inHand <= this.#limit;
  }

  /** Throws a {@link Stop} if there is no room for it. */
  require(inHand: number): void {
    if (this.hasRoom(inHand)) return;
    const most = this.#limit;
    const reserved = inHand > 0 && this.sent < most ? `, ${inHand} of them reserved for restoring the stock,` : '';
    const requests = most === 1 ? 'one request' : `${most} requests`;
    throw new Stop(`the budget of ${requests}${reserved} is used up; --max-requests raises it`);
  }

  /** Raises the limit for something with a separate budget. A limit that the user gave is never raised. */
  raise(by: number): void {
    if (this.#given === undefined) this.#limit += by;
  }
}
