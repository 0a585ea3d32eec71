import { AdminRefusal } from './admin-refusal.js';

/** Room for calls that go on for long: each of them costs something whenever anything happens. */
export interface Places {
  /** Takes a place, and answers how to give it back; once is enough. Throws an AdminRefusal where all are taken. */
  take(): () => void;
}

/** Makes so many places. `what` says in a refusal what takes them, such as `streams of events`. */
export function createPlaces(most: number, what: string): Places {
  const taken = new Set<symbol>();
  return {
    take() {
      if (taken.size >= most) {
        throw new AdminRefusal(503, `There are ${most} ${what} already, as many as may be. End one, and ask again.`);
      }
      const place = Symbol(what);
      taken.add(place);
      return () => {
        taken.delete(place);
      };
    },
  };
}
