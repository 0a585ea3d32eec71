import type { HeaderList } from '../../src/transcript/exchange.js';
import { isTelling } from '../../src/transcript/recorded-secrets.js';
import type { Redactor } from '../../src/transcript/redactor.js';
import type { SuiteOptions } from '../suite.js';

/** Stands for a value that is not looked for elsewhere. */
export const ANY_SECRET = 'secret#0';

/**
 * Answers the user's headers as they are recorded: each may hold a secret. A value is also looked for elsewhere, unless it is
 * an ordinary one, such as `1` or `available`, or part of an address: sound bodies would look broken, and the exchanges no
 * longer tell where they went.
 */
export function hideHeaderValues(
  { headers, baseUrl, messagesUrl = '' }: Pick<SuiteOptions, 'headers' | 'baseUrl' | 'messagesUrl'>,
  redactor: Redactor,
): HeaderList {
  return headers.map(([name, value]) => {
    if (name.toLowerCase() === 'user-agent') return [name, value];
    const isTraceable = isTelling(value) && !`${baseUrl} ${messagesUrl}`.includes(value);
    return [name, isTraceable ? redactor.nameOf(value, 'secret') : ANY_SECRET];
  });
}
