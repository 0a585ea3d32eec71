import { hideInHeaders } from '../../transcript/hide-in-headers.js';
import { hideInRequest } from '../../transcript/hide-in-request.js';
import type { Redactor } from '../../transcript/redactor.js';
import type { Passed } from './passed.js';
import { rawPairs } from './raw-pairs.js';
import { urlOf } from './read-passed.js';

/** What of an exchange can tell a secret. */
export interface PassedHead extends Pick<Passed, 'target' | 'requestHeaders'> {
  readonly answer: Pick<NonNullable<Passed['answer']>, 'headers'> | undefined;
}

/** Answers what is left of an exchange once its bodies are let go. */
export function headOf({ target, requestHeaders, answer }: Passed): PassedHead {
  return { target, requestHeaders, answer: answer && { headers: answer.headers } };
}

/** Gets to know the secrets of an exchange that nobody records: it may stand in one that was recorded. */
export function learnSecrets({ target, requestHeaders, answer }: PassedHead, origin: string, redactor: Redactor): void {
  hideInRequest(urlOf(target, origin), rawPairs(requestHeaders), redactor);
  if (answer !== undefined) hideInHeaders(rawPairs(answer.headers), redactor);
}
