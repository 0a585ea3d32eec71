import { Stop } from '../suite.js';

/** How many requests may still be sent. */
export interface Budget {
  readonly sent: number;
  /** What is told beforehand. */
  readonly limit: number;
  /** Returns whether one more may be sent so that `inHand` are left after it. */
  hasRoom(inHand: number): boolean;
  /** Throws a {@link Stop} when there is no room for one more. */
  require(inHand: number): void;
  spend(): void;
  /** Raises the limit for something that has a budget of its own; a limit that the user gave is never raised. */
  raise(by: number): void;
}

/** `given` by the user, else the run's own, and `spare` for second tries, of which no plan knows. */
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
      const kept = inHand > 0 && sent < most() ? `, ${inHand} of them kept to restore the stock,` : '';
      const requests = most() === 1 ? 'one request' : `${most()} requests`;
      throw new Stop(`the budget of ${requests}${kept} is used up; --max-requests raises it`);
    },
    spend() {
      sent++;
    },
    raise(by) {
      if (given === undefined) limit += by;
    },
  };
}
