import type { JsonValue } from '../../spec/json.js';
import { type QuestionId, questionIds } from '../../spec/open-questions.js';
import type { Evidence, Reading } from '../evidence.js';
import { afterSunset, deprecationHeaders, sunsetDate } from './deprecation.js';
import { errorCodes, errorMessages } from './errors.js';
import {
  cacheControl,
  headRequests,
  petNotFound,
  plainOptions,
  preferHeader,
  unknownMethod,
  unknownPath,
  wwwAuthenticate,
} from './http-questions.js';
import { describedWindow, enterpriseLimits, retryAfterFormat, unauthenticatedQuota, windowStart } from './limits.js';
import {
  createdAtFormat,
  messageIdFormat,
  messageSuccessStatus,
  messagesRateLimited,
  messageTypeCheck,
} from './messages.js';
import { refusedRequestsCount } from './quota-cost.js';
import {
  bodyLimit,
  byteOrderMark,
  duplicateKeys,
  extraBodyFields,
  malformedPetId,
  nestingLimit,
  quantityRange,
  updateContentType,
} from './request-bodies.js';
import { type Seen, unseen } from './seen.js';
import { listOrder, orderShape, petShape } from './shapes.js';

const MOST_EXCHANGES = 10;

/** How each question is observed; a text is the reason why it cannot be. */
const looks: Readonly<Record<QuestionId, ((evidence: Evidence) => Seen) | string>> = {
  'order-of-checks': 'a response shows the check that failed, not the ones after it',
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

/** Returns the choice of a deployment for each open question, in the order of the register. */
export function observe(evidence: Evidence): Observation[] {
  return questionIds.map((question) => {
    const look = looks[question];
    const shown: Seen = typeof look === 'string' ? unseen(look) : look(evidence);
    const { choice, note, readings, unseen: notSeen = [], unknown = {} } = shown;
    const members = Object.entries(shown.members ?? {}).map(([name, own]) => [name, sightingsOf(own)]);
    return {
      question,
      choice,
      note,
      ...sightingsOf(readings),
      unseen: notSeen,
      ...(Object.keys(unknown).length > 0 && { unknown }),
      ...(members.length > 0 && { members: Object.fromEntries(members) }),
    };
  });
}

function sightingsOf(readings: readonly Reading[]): Pick<Observation, 'exchanges' | 'sightings'> {
  return { exchanges: readings.slice(0, MOST_EXCHANGES).map(({ number }) => number), sightings: readings.length };
}

/** The choice of a deployment for an open question. It never fails a run. */
export interface Observation {
  readonly question: QuestionId;
  /** In the form of a behaviour; undefined if it was not seen or is not one of the choices. */
  readonly choice: JsonValue | undefined;
  /** What was seen, or why nothing was. */
  readonly note: string;
  /** The first exchanges that show it. */
  readonly exchanges: readonly number[];
  /** How many exchanges show it. */
  readonly sightings: number;
  /** Members of the choice that were not seen themselves and stand at the fake's default. */
  readonly unseen: readonly string[];
  /** Members that could not be concluded from what was seen, by name, and why. */
  readonly unknown?: Readonly<Record<string, string>>;
  /** What shows single members of a choice, if that is not all that shows the choice. */
  readonly members?: Readonly<Record<string, Pick<Observation, 'exchanges' | 'sightings'>>>;
}
