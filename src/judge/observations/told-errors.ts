import type { ErrorCode, ErrorSituation } from '../../spec/behaviour.js';
import { errorCatalogue } from '../../spec/error-catalogue.js';
import type { NamedError } from '../../spec/error-names.js';
import type { Evidence } from '../evidence.js';
import { objectOf, type Reading } from '../reading.js';
import { errorSituationOf } from './error-situation.js';
import { operationsAt } from './seen.js';

/** An error as the service told it. */
export interface ToldError extends NamedError {
  readonly reading: Reading;
  /** Its code or text, as far as that may be learned. */
  readonly words: OwnWords;
}

/** The service's own words, or why nothing may be learned from what was told. */
export type OwnWords = { readonly value: string } | { readonly value?: undefined; readonly why: string };

/** A banned key is refused as a limited one is; no run earns a ban. */
const codesOfStatuses = new Map<number, ErrorCode>(
  Object.entries(errorCatalogue)
    .filter(([name]) => name !== 'key_banned')
    .map(([name, { status }]) => [status, name as ErrorCode]),
);

/** Answers every error in which `field` is a text, but for those that the request asked for. */
export function toldErrors(
  evidence: Evidence,
  field: 'code' | 'message',
  learn: (text: string, reading: Reading, situation: ErrorSituation | undefined) => OwnWords,
): ToldError[] {
  return evidence.readings.flatMap((reading) => {
    const code = reading.isSpecial || reading.isCached ? undefined : codeOf(evidence, reading);
    const text = objectOf(reading.received)?.[field];
    if (code === undefined || typeof text !== 'string' || text.trim() === '') return [];
    const situation = errorSituationOf(evidence, reading);
    return [{ reading, code, situation, operation: reading.operation, words: learn(text, reading, situation) }];
  });
}

/** A method that no operation has may be answered 501, too. */
function codeOf(evidence: Evidence, reading: Reading): ErrorCode | undefined {
  const { status = 0, operation } = reading;
  const isOtherMethod = status === 501 && operation === undefined && operationsAt(reading, evidence).length > 0;
  return isOtherMethod ? 'method_not_allowed' : codesOfStatuses.get(status);
}
