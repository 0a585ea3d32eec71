/** A snapshot of a world by its name. */
export interface NamedSnapshot {
  readonly name: string;
  /** In milliseconds since the epoch, by the clock of the world. */
  readonly takenAtMs: number;
}

/** The snapshots of a world. All throw an InputError that lists the names there are, for one that there is not. */
export interface NamedSnapshots {
  /** In the order in which they were taken. */
  list(): readonly NamedSnapshot[];
  /** Remembers everything as it is now; a name that is taken gets the new one. Throws an InputError where there is no room for more. */
  take(name: string): NamedSnapshot;
  restore(name: string): void;
  delete(name: string): void;
}
