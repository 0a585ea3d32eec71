/** Ends the reading of a file with an InputError; `problem` says what is wrong with it, without a full stop. */
export type Fail = (problem: string) => never;
