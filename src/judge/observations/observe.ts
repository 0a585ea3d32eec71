import { type QuestionId, questionIds } from '../../spec/open-questions.js';
import type { Evidence } from '../evidence.js';
import type { Observation } from '../observation.js';
import type { Reading } from '../reading.js';
import { bodyLimit, nestingLimit } from './body-bounds.js';
import { wwwAuthenticate } from './challenges.js';
import { afterSunset, deprecationHeaders, sunsetDate } from './deprecation.js';
import { errorCodes, errorMessages } from './errors.js';
import { retryAfterFormat, unauthenticatedQuota } from './limits.js';
import { createdAtFormat, messageIdFormat } from './message-forms.js';
import { messageSuccessStatus, messagesRateLimited, messageTypeCheck } from './messages.js';
import {
  cacheControl,
  headRequests,
  petNotFound,
  plainOptions,
  preferHeader,
  unknownMethod,
  unknownPath,
} from './methods.js';
import { describedWindow, enterpriseLimits } from './plan-limits.js';
import { quantityRange } from './quantity-range.js';
import { refusedRequestsCount } from './quota-cost.js';
import { type MemberReadings, type Seen, unseen } from './seen.js';
import { listOrder, orderShape, petShape } from './shapes.js';
import { byteOrderMark, duplicateKeys, extraBodyFields, malformedPetId, updateContentType } from './updates.js';
import { windowStart } from './window-start.js';

const MOST_EXCHANGES = 10;

/** How each question is looked at; a text says why it cannot be. */
const looks: Readonly<Record<QuestionId, ((evidence: Evidence) => Seen) | string>> = {
  'order-of-checks': 'an answer shows the check that failed, not the ones that would have come after it',
  'unauthenticated-quota': unauthenticatedQuota,
  'refused-requests-count': refusedRequestsCount,
  'described-window': describedWindow,
  'window-start': windowStart,
  'retry-after-format': retryAfterFormat,
  'ban-threshold': 'finding out would get the key banned',
  'ban-duration-seconds': 'finding out would get the key banned',
  'ban-status': 'finding out would get the key banned',
  'enterprise-limits': enterpriseLimits,
  'error-codes': errorCodes,
  'error-messages': errorMessages,
  'quantity-range': quantityRange,
  'malformed-pet-id': malformedPetId,
  'extra-body-fields': extraBodyFields,
  'update-content-type': updateContentType,
  'message-type-check': messageTypeCheck,
  'message-success-status': messageSuccessStatus,
  'message-id-format': messageIdFormat,
  'created-at-format': createdAtFormat,
  'message-status-later': 'there is no documented way to ask for a message that was sent',
  'messages-base-url': 'it is given by the user, and trying addresses would send messages to strangers',
  'messages-rate-limited': messagesRateLimited,
  'pet-shape': petShape,
  'order-shape': orderShape,
  'pet-not-found': petNotFound,
  'deprecation-headers': deprecationHeaders,
  'sunset-date': sunsetDate,
  'after-sunset': afterSunset,
  'unknown-path': unknownPath,
  'unknown-method': unknownMethod,
  'www-authenticate': wwwAuthenticate,
  'key-lifetime': 'it shows only when a key has expired',
  'duplicate-keys': duplicateKeys,
  'byte-order-mark': byteOrderMark,
  'nesting-limit': nestingLimit,
  'body-limit': bodyLimit,
  'head-requests': headRequests,
  'plain-options': plainOptions,
  'prefer-header': preferHeader,
  'cache-control': cacheControl,
  'list-order': listOrder,
};

/** Answers how a deployment answers each open question, in the order of the register. */
export function observe(evidence: Evidence): Observation[] {
  return questionIds.map((question) => {
    const look = looks[question];
    const shown: Seen = typeof look === 'string' ? unseen(look) : look(evidence);
    const { answer, note, readings, unseen: notSeen = [], untold = {}, members = {} } = shown;
    const asked = Object.keys(untold).length === 0 ? {} : { untold };
    return { question, answer, note, ...sightingsOf(readings), unseen: notSeen, ...asked, ...membersOf(members) };
  });
}

function sightingsOf(readings: readonly Reading[]): Pick<Observation, 'exchanges' | 'sightings'> {
  return { exchanges: readings.slice(0, MOST_EXCHANGES).map(({ number }) => number), sightings: readings.length };
}

function membersOf(members: MemberReadings): Pick<Observation, 'members'> {
  const told = Object.entries(members).map(([name, readings]) => [name, sightingsOf(readings)] as const);
  return told.length === 0 ? {} : { members: Object.fromEntries(told) };
}
