/** Remembers what was told, the newest of it: a page may live for days, and problems name what they saw. */
export interface ToldOnce {
  /** Takes a mark down; answers whether it was not known. */
  isNew(mark: string): boolean;
  clear(): void;
}

const MOST_MARKS = 10_000;

export function createToldOnce(most = MOST_MARKS): ToldOnce {
  const told = new Set<string>();
  return {
    isNew(mark) {
      // What comes again is among the newest again.
      const isKnown = told.delete(mark);
      told.add(mark);
      const [oldest] = told;
      if (told.size > most && oldest !== undefined) told.delete(oldest);
      return !isKnown;
    },
    clear: () => told.clear(),
  };
}
