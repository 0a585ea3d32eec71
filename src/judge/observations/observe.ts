import { type QuestionId, questionIds } from '../../spec/open-questions.js';
import type { Evidence } from '../evidence.js';
import type { Observation } from '../observation.js';
import { bodyLimit, nestingLimit } from './body-bounds.js';
import { deprecationHeaders, sunsetDate } from './deprecation.js';
import { errorCodes, errorMessages, wwwAuthenticate } from './errors.js';
import {
  describedWindow,
  enterpriseLimits,
  refusedRequestsCount,
  retryAfterFormat,
  unauthenticatedQuota,
  windowStart,
} from './limits.js';
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
import { type Seen, unseen } from './seen.js';
import { listOrder, orderShape, petShape } from './shapes.js';
import {
  byteOrderMark,
  duplicateKeys,
  extraBodyFields,
  malformedPetId,
  quantityRange,
  updateContentType,
} from './updates.js';

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
  'message-status-later': 'there is no documented way to ask for a message that was sent',
  'messages-base-url': 'it is given by the user, and trying addresses would send messages to strangers',
  'messages-rate-limited': messagesRateLimited,
  'pet-shape': petShape,
  'order-shape': orderShape,
  'pet-not-found': petNotFound,
  'deprecation-headers': deprecationHeaders,
  'sunset-date': sunsetDate,
  'after-sunset': 'it shows only once the sunset has passed',
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
    const { answer, note, readings } = typeof look === 'string' ? unseen(look) : look(evidence);
    return { question, answer, note, exchanges: readings.slice(0, MOST_EXCHANGES).map(({ number }) => number) };
  });
}
