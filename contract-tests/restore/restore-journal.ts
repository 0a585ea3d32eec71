/** What a run is about to change, written down before it does so that it can be undone whatever happens. Never holds a key. */
export interface PendingWrite {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** An int64 as text. */
  readonly petId: string;
  /** The quantity to go back to, as JSON text. */
  readonly original: string;
  /** What the write sends and what a faulty service might make of it, as JSON texts. */
  readonly possible: readonly string[];
}

/** Where pending writes are kept; `open` and `close` return when what they did would survive a crash. */
export interface RestoreJournal {
  /** The entry that is open for the pet, perhaps since an earlier run that crashed: its `original` is the one to go back to. */
  pending(baseUrl: string, petId: string): Promise<PendingWrite | undefined>;
  /** Opens an entry for the pet, or adds to `possible` of the one that is open, whose `original` stays. */
  open(write: PendingWrite): Promise<void>;
  /** The pet is as it was. */
  close(baseUrl: string, petId: string): Promise<void>;
  /** How to undo what is still open, for people: `petstore-mock restore`. */
  readonly restoreCommand: string;
}
