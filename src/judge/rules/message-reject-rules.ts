import { isJsonObject } from '../../json/json-value.js';
import type { Evidence } from '../evidence.js';
import { broken, kept, type Note, untold } from '../note.js';
import type { Reading } from '../reading.js';
import type { Rule } from '../rule.js';
import { inShort, isGood, isMalformed, strictJson } from './good-requests.js';
import { isWellSentMessage, textOf, whyUntoldMessage } from './message-requests.js';

interface BadMessage {
  readonly id: string;
  /** Completes “A message … is refused with 400”. */
  readonly inWords: string;
  readonly isIt: (reading: Reading) => boolean;
}

const badMessages: readonly BadMessage[] = [
  {
    id: 'malformed-json',
    inWords: 'whose body is no JSON',
    isIt: (reading) => isWellSentMessage(reading) && isMalformed(reading),
  },
  { id: 'missing-message', inWords: 'without the field message', isIt: lacksMessage },
  { id: 'missing-content-type', inWords: 'without a content type', isIt: lacksContentType },
];

/** Which messages are refused (§4.3). */
export const messageRejectRules: readonly Rule[] = badMessages.map(({ id, inWords, isIt }) => ({
  id: `messages/rejects/${id}`,
  title: `A message ${inWords} is refused with 400`,
  statements: ['messages.answers-400', 'messages.request-headers', 'messages.request-body'],
  severity: 'documented',
  class: 'write',
  operations: ['sendMessage'],
  judge: (evidence) => judgeRefusal(evidence, isIt, inWords),
}));

function* judgeRefusal({ readings }: Evidence, isIt: BadMessage['isIt'], inWords: string): Iterable<Note> {
  for (const reading of readings) {
    if (!isIt(reading)) continue;
    const why = whyUntoldMessage(reading);
    if (why !== undefined) yield untold(reading, why);
    else if (reading.status === 400) yield kept(reading);
    else {
      yield broken(reading, {
        problem: `a message ${inWords} was answered ${reading.status}`,
        expected: '400 with an Error',
        received: inShort(reading),
      });
    }
  }
}

function lacksMessage(reading: Reading): boolean {
  const body = isWellSentMessage(reading) ? strictJson(reading) : undefined;
  return isJsonObject(body) && !Object.hasOwn(body, 'message');
}

/** A recording that was stripped of its credentials may have been stripped of more. */
function lacksContentType(reading: Reading): boolean {
  const { operation, credential, sentType } = reading;
  if (operation !== 'sendMessage' || credential.kind !== 'bearer' || sentType !== undefined) return false;
  return isGood(reading) && textOf(reading) !== undefined;
}
