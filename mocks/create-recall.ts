/** Different inputs that are remembered at once: who looks for one may look at all of them. */
const MOST = 8;

/**
 * Makes one output for all inputs that are alike, as long as the input is among the latest different ones. Requests repeat
 * themselves, and the journal keeps thousands: what they share is held once, and gives the garbage collector no work.
 */
export function createRecall<Input, Output>(
  areAlike: (one: Input, other: Input) => boolean,
  make: (input: Input) => Output,
): (input: Input) => Output {
  const known: { readonly input: Input; readonly output: Output }[] = [];
  let next = 0;
  return (input) => {
    for (const one of known) if (areAlike(one.input, input)) return one.output;
    const output = make(input);
    known[next] = { input, output };
    next = (next + 1) % MOST;
    return output;
  };
}
