import { headerOf } from '../../exchange/exchange.js';
import { bearerChallenge } from '../../service/headers.js';
import { LARGEST_BODY_LIMIT } from '../../service/questions/requests.js';
import { rateLimitHeaderNames } from '../../service/rate-limit-headers.js';
import type { Operation, Service } from '../../service/service.js';
import { conforms, findContentTypeFault } from '../../service/validate.js';
import { hasMalformedId, type Reading } from '../reading.js';
import { headerInWords, isPlainRequest, isWellSent } from '../requests.js';
import type { Evidence, Observers, Seen } from '../rule.js';
import { flawsOf } from './errors.js';
import {
  agreed,
  distinct,
  hasMalformedIdAt,
  isHeaderText,
  operationsAt,
  ordinary,
  seen,
  statusIn,
  unseen,
} from './seen.js';

/** What a service accepts in a request (§4.2, §4.3), and what it responds to an unusual method and to a missing key. */
export const requestObservers = {
  'malformed-pet-id'(evidence) {
    const asked = ordinary(evidence).filter(
      (reading) =>
        hasMalformedId(reading) && (reading.operation?.requestSchema === undefined || isValid(reading, evidence)),
    );
    return agreed(asked, statusIn(400, 404), 'an id that is not an int64');
  },
  'extra-body-fields'(evidence) {
    const asked = ordinary(evidence).filter((reading) => {
      const flaws = isWellSent(reading) ? flawsOf(evidence, reading) : [];
      return flaws.length === 1 && flaws[0]?.situation === 'field-unknown';
    });
    const choiceOf = ({ isAccepted, status }: Reading) =>
      isAccepted ? 'ignored' : status === 400 ? 'refused' : undefined;
    return agreed(asked, choiceOf, 'a body with an unknown field');
  },
  'body-limit': bodyLimit,
  'unknown-method'(evidence) {
    const asked = ordinary(evidence).filter(
      (reading) =>
        reading.operation === undefined &&
        !['HEAD', 'OPTIONS'].includes(reading.exchange.request.method) &&
        operationsAt(reading, evidence).length > 0 &&
        !hasMalformedIdAt(reading, evidence),
    );
    return agreed(asked, statusIn(405, 404), 'a known path with another method');
  },
  'www-authenticate': wwwAuthenticate,
} satisfies Observers;

/** Returns the observers of the questions that single operations have: how they treat content types, and whether they use quota. */
export function operationObservers({ operations }: Service): Observers {
  const all = Object.values(operations).flatMap((operation) => [
    [operation.contentTypeQuestion, (evidence: Evidence) => contentTypeSeen(evidence, operation)] as const,
    [operation.rateLimitQuestion, (evidence: Evidence) => rateLimitSeen(evidence, operation)] as const,
  ]);
  return Object.fromEntries(all.filter(([question]) => question !== undefined));
}

/** What bodies get that are not declared as JSON, and have nothing else wrong. Many services accept `application/…+json`. */
function contentTypeSeen(evidence: Evidence, operation: Operation): Seen {
  // Where the document requires a content type, any other status than 400 is a violation without one, and not a choice.
  const faults = operation.requiresContentType ? ['wrong'] : ['missing', 'wrong'];
  const asked = ordinary(evidence).filter((reading) => {
    const type = headerOf(reading.exchange.request.headers, 'content-type');
    if (reading.operation !== operation || /\+json/i.test(type ?? '')) return false;
    const others = flawsOf(evidence, reading).filter(({ situation }) => !OF_TYPES.includes(situation));
    return faults.includes(findContentTypeFault(type) ?? '') && others.length === 0;
  });
  const choiceOf = (reading: Reading) => (reading.isAccepted ? 'ignored' : statusIn(400, 415)(reading));
  const inWords = ({ sentType, status }: Reading) => `${sentType ?? 'no content type'} got ${status}`;
  return agreed(asked, choiceOf, 'a body of another type', inWords);
}

const OF_TYPES: readonly unknown[] = ['content-type-wrong', 'field-out-of-range'];

/** Whether the accepted requests of an operation carry the rate-limit headers. */
function rateLimitSeen({ readings }: Evidence, operation: Operation): Seen {
  const accepted = readings.filter(
    (reading) => reading.operation === operation && reading.isAccepted && isPlainRequest(reading),
  );
  const countOf = (reading: Reading) =>
    rateLimitHeaderNames.filter((name) => reading.header(name) !== undefined).length;
  const choiceOf = (reading: Reading) => {
    const count = countOf(reading);
    return count === 0 ? false : count === rateLimitHeaderNames.length ? true : undefined;
  };
  const inWords = (reading: Reading) => `${countOf(reading)} of the 3 rate-limit headers`;
  return agreed(accepted, choiceOf, 'an accepted request', inWords);
}

/** The size of a smaller body does not matter. */
const LARGE_BYTES = 256;

/** How many bytes a body may have. It is known if one size was accepted, and the next one and every larger one rejected. */
function bodyLimit(evidence: Evidence): Seen {
  const sized = ordinary(evidence)
    .filter((reading) => isValid(reading, evidence))
    .map((reading) => ({ reading, size: new TextEncoder().encode(reading.exchange.request.body).length }))
    .filter(({ size }) => size >= LARGE_BYTES);
  const readings = sized.map(({ reading }) => reading);
  if (sized.length === 0) return unseen('no body was sent that could show it');
  const accepted = sized.filter(({ reading }) => reading.isAccepted).map(({ size }) => size);
  const rejected = sized.filter(({ reading }) => reading.status === 413).map(({ size }) => size);
  const [largest, least] = [Math.max(...accepted), Math.min(...rejected)];
  if (accepted.length + rejected.length === 0) return unseen('no body was accepted or got 413', readings);
  const inWords = (size: number) => (Number.isFinite(size) ? `${size} bytes` : 'none');
  const note = `most that was accepted: ${inWords(largest)}; least that got 413: ${inWords(least)}`;
  if (least !== largest + 1 || largest > LARGEST_BODY_LIMIT) return unseen(note, readings);
  const near = sized.filter(({ size }) => size === largest || size === least).map(({ reading }) => reading);
  return seen(largest, note, near);
}

/** Returns whether a body is sent as JSON and conforms to its schema: it could be rejected only for its size or an unknown field. */
function isValid(reading: Reading, { judged }: Evidence): boolean {
  const { operation, sent } = reading;
  const schema = judged.service.schemas[operation?.requestSchema ?? ''] as object | undefined;
  return isWellSent(reading) && sent.kind === 'json' && schema !== undefined && conforms(schema, sent.value);
}

/** Which challenge a 401 carries (RFC 9110 §11.6.1). The fake's own challenges have a name. */
function wwwAuthenticate({ readings }: Evidence): Seen {
  const rejected = readings.filter((reading) => reading.status === 401 && !reading.isCached && usualFor(reading));
  if (rejected.length === 0) return unseen('no 401 shows whether its key was missing or wrong');
  const note = `a 401: ${distinct(rejected.map((reading) => headerInWords(reading, 'WWW-Authenticate')))
    .slice(0, 5)
    .join(', ')}`;
  if (rejected.every((reading) => challengeOf(reading) === usualFor(reading))) return seen('bearer', note, rejected);
  const [challenge, ...others] = distinct(rejected.map(challengeOf));
  const isHidden = challenge === undefined && rejected.some(({ mayHideHeaders }) => mayHideHeaders);
  if (others.length > 0 || isHidden) return unseen(note, rejected);
  if (challenge === undefined) return seen('none', note, rejected);
  return isHeaderText(challenge) ? seen(challenge, note, rejected) : unseen(note, rejected);
}

/** Returns the fake's challenge; undefined for credentials of which one service says that a key is missing, and the next that it is wrong. */
function usualFor({ credential, exchange }: Reading): string | undefined {
  if (credential.kind === 'bearer') return bearerChallenge.wrong;
  const hasHeader = headerOf(exchange.request.headers, 'authorization') !== undefined;
  return credential.kind === 'none' && !hasHeader ? bearerChallenge.missing : undefined;
}

function challengeOf(reading: Reading): string | undefined {
  return reading.header('www-authenticate')?.trim();
}
