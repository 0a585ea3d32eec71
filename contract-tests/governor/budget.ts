import { Stop } from './stop.js';

/** How many requests may still be sent. */
export interface Budget {
  readonly sent: number;
  readonly limit: number;
  /** Tells whether one more may be sent so that `inHand` are left after it. */
  hasRoom(inHand: number): boolean;
  /** Throws a {@link Stop} when there is no room for one more. */
  require(inHand: number): void;
  spend(): void;
  /** Raises the limit for something that has a budget of its own; a limit that the user gave is never raised. */
  raise(by: number): void;
}

/** `given` by the user, else the level's own. */
export function createBudget(given: number | undefined, ofLevel: number): Budget {
  let limit = given ?? ofLevel;
  let sent = 0;
  const hasRoom = (inHand: number) => sent + 1 + inHand <= limit;
  return {
    get sent() {
      return sent;
    },
    get limit() {
      return limit;
    },
    hasRoom,
    require(inHand) {
      if (hasRoom(inHand)) return;
      const kept = inHand > 0 && sent < limit ? `, ${inHand} of them kept to restore the stock,` : '';
      const requests = limit === 1 ? 'one request' : `${limit} requests`;
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
