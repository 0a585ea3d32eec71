import { isJsonObject } from '../../json/json-value.js';
import { rateLimitHeaderNames } from '../../spec/rate-limit-headers.js';
import type { Evidence } from '../evidence.js';
import { objectOf, type Reading } from '../reading.js';
import { strictJson } from '../rules/good-requests.js';
import { isWellSentMessage, validMessages } from '../rules/message-requests.js';
import { isAccepted } from '../rules/ordinary-answers.js';
import { agreed, ordinary, type Seen, statusIn } from './seen.js';

export function messageTypeCheck(evidence: Evidence): Seen {
  const asked = ordinary(evidence).filter((reading) => {
    const body = isWellSentMessage(reading) ? strictJson(reading) : undefined;
    return isJsonObject(body) && Object.hasOwn(body, 'message') && typeof body.message !== 'string';
  });
  const choiceOf = (reading: Reading) => {
    if (reading.status === 400) return 400;
    const isText = isAccepted(reading) && typeof objectOf(reading.received)?.message === 'string';
    return isText ? 'accepted-as-text' : undefined;
  };
  return agreed(asked, choiceOf, 'a message that is no text');
}

export function messageSuccessStatus(evidence: Evidence): Seen {
  return agreed(sent(evidence), statusIn(200, 201, 202), 'a message that was sent');
}

export function messagesRateLimited(evidence: Evidence): Seen {
  const countOf = (reading: Reading) =>
    rateLimitHeaderNames.filter((name) => reading.header(name) !== undefined).length;
  const choiceOf = (reading: Reading) => {
    const count = countOf(reading);
    return count === 0 ? false : count === rateLimitHeaderNames.length ? true : undefined;
  };
  const inWords = (reading: Reading) => `${countOf(reading)} of the 3 rate-limit headers`;
  return agreed(sent(evidence), choiceOf, 'a message that was sent', inWords);
}

function sent(evidence: Evidence): Reading[] {
  return validMessages(evidence)
    .map(({ reading }) => reading)
    .filter(isAccepted);
}
