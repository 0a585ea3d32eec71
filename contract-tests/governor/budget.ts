import { Stop } from '../suite.js';

/** How many requests may still be sent. */
export interface Budget {
  readonly sent: number;
  /** As announced before the run. */
  readonly limit: number;
  /** Returns whether one more may be sent with `inHand` left after it. */
  hasRoom(inHand: number): boolean;
  /** Throws a {@link Stop} if there is no room for one more. */
  require(inHand: number): void;
  spend(): void;
  /** Raises the limit for something with a separate budget. A limit that the user gave is never raised. */
  raise(by: number): void;
}

/** `given` by the user, else the run's `own` limit, and `spare` for retries, which no plan contains. */
export function createBudget(given: number | undefined, own: number, spare = 0): Budget {
  let limit = given ?? own;
  let sent = 0;
  const most = () => (given === undefined ? limit + spare : limit);
  const hasRoom = (inHand: number) => sent + 1 + inHand <= most();
  return {
    get sent() {
      return sent;
    },
    get limit() {
      return Math.max(limit, sent);
    },
    hasRoom,
    require(inHand) {
      if (hasRoom(inHand)) return;
      const reserved = inHand > 0 && sent < most() ? `, ${inHand} of them reserved for restoring the stock,` : '';
      const requests = most() === 1 ? 'one request' : `${most()} requests`;
      throw new Stop(`the budget of ${requests}${reserved} is used up; --max-requests raises it`);
    },
    spend() {
      sent++;
    },
    raise(by) {
      if (given === undefined) limit += by;
    },
  };
}
