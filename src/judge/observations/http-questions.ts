import { headerOf } from '../../exchange/exchange.js';
import { bearerChallenge } from '../../service/request-headers.js';
import type { Reading } from '../reading.js';
import { headerInWords } from '../requests.js';
import type { Evidence, Observers, Seen } from '../rule.js';
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

/** What an unusual method gets, and the challenge of a 401. */
export const httpObservers = {
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
