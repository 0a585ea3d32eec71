import { parseHttpDate } from '../../spec/http-date.js';
import { plans } from '../../spec/plans.js';
import type { Evidence } from '../evidence.js';
import type { Reading } from '../reading.js';
import { limitsShown, pairs } from './limits-shown.js';
import { agreed, distinct, headerInWords, type Seen, seen, unseen } from './seen.js';

export function unauthenticatedQuota({ readings }: Evidence): Seen {
  const refused = limitsShown(readings.filter(({ status, isCached }) => status === 401 && !isCached));
  const all = refused.map(({ reading }) => reading);
  const { perMinute, perDay } = plans.free;
  if (refused.length < 2)
    return unseen('fewer than two 401 answers with well-formed rate-limit headers were seen', all);
  const shown = distinct(refused.map(({ limits }) => `${limits.remaining} of ${limits.limit}`));
  const note = `401 answers show ${shown.slice(0, 5).join(', ')} requests left`;
  if (!refused.every(({ limits }) => limits.limit === perMinute || limits.limit === perDay)) return unseen(note, all);
  if (refused.every(({ limits }) => limits.remaining === limits.limit)) return seen('free-plan-untouched', note, all);
  const successive = pairs(refused).filter(
    ([first, next]) => first.limits.resetSeconds === next.limits.resetSeconds && first.limits.remaining > 0,
  );
  const isFalling = successive.every(([first, next]) => next.limits.remaining < first.limits.remaining);
  return successive.length > 0 && isFalling ? seen('per-address', note, all) : unseen(note, all);
}

export function retryAfterFormat({ readings }: Evidence): Seen {
  const refused = readings.filter(({ isLimited }) => isLimited);
  const limited = refused.filter(({ header }) => header('retry-after') !== undefined);
  if (refused.length > 0 && limited.length === 0) return unseen('a 429: no Retry-After', refused);
  const choiceOf = (reading: Reading) => {
    const value = reading.header('retry-after') ?? '';
    if (/^\d+$/.test(value)) return 'seconds';
    return parseHttpDate(value) === undefined ? undefined : 'http-date';
  };
  return agreed(limited, choiceOf, 'Retry-After of a 429', (reading) => headerInWords(reading, 'Retry-After'));
}
