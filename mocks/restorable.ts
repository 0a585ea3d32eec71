/** State that can be put back. */
export interface Restorable {
  /** Saves the state. Returns a function that restores it, any number of times. */
  save(): () => void;
}
