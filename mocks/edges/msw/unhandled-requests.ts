import { quoteValue } from '../../../src/json/quote-value.js';
import { InputError } from '../../../src/validation/input-error.js';

/** What becomes of a request to elsewhere: it goes there (`bypass`), goes there and is reported (`warn`), or fails (`error`). */
export type UnhandledRequests = 'bypass' | 'warn' | 'error';

const choices = ['bypass', 'warn', 'error'];

/** Puts the choice into the words of both majors of msw: in 3, `onUnhandledRequest` became `onUnhandledFrame`. Throws an InputError. */
export function unhandledRequests(choice: UnhandledRequests = 'warn') {
  if (!choices.includes(choice)) {
    const problem = `${quoteValue(choice)} is no way to treat a request to elsewhere`;
    throw new InputError('Beginning to answer', problem, "Try { unhandled: 'error' }, 'warn' or 'bypass'.");
  }
  return { onUnhandledRequest: choice, onUnhandledFrame: choice };
}
