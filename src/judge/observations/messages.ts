import { rateLimitHeaderNames } from '../../service/rate-limit-headers.js';
import type { Evidence, Reading } from '../evidence.js';
import { validMessages } from '../requests.js';
import { agreed, isOrdinary, type Observers, type Seen, seen, statusIn, unseen } from './seen.js';

/** Sent messages (§4.3). */
export const messageObservers = {
  'empty-message': emptyMessage,
  'message-success-status'(evidence) {
    return agreed(sent(evidence), statusIn(200, 201, 202), 'a message that was sent');
  },
  'messages-rate-limited'(evidence) {
    const countOf = (reading: Reading) =>
      rateLimitHeaderNames.filter((name) => reading.header(name) !== undefined).length;
    const choiceOf = (reading: Reading) => {
      const count = countOf(reading);
      return count === 0 ? false : count === rateLimitHeaderNames.length ? true : undefined;
    };
    const inWords = (reading: Reading) => `${countOf(reading)} of the 3 rate-limit headers`;
    return agreed(sent(evidence), choiceOf, 'a message that was sent', inWords);
  },
} satisfies Observers;

function sent(evidence: Evidence): Reading[] {
  return validMessages(evidence).filter(({ isAccepted }) => isAccepted);
}

/** Who rejects blanks rejects an empty message, too; one that accepts blanks may not. */
function emptyMessage(evidence: Evidence): Seen {
  const asked = validMessages(evidence).filter((reading) => isOrdinary(reading) && reading.text.trim() === '');
  const choiceOf = ({ isAccepted, status }: Reading) => (isAccepted ? 'accepted' : status === 400 ? 400 : undefined);
  const empty = agreed(
    asked.filter(({ text }) => text === ''),
    choiceOf,
    'an empty message',
  );
  const blank = agreed(
    asked.filter(({ text }) => text !== ''),
    choiceOf,
    'a message of blanks',
  );
  const note = [empty, blank].flatMap((each) => (each.readings.length > 0 ? each.note : [])).join('; ') || empty.note;
  const choice = blank.choice === 'accepted' && empty.choice === 400 ? '400-if-empty' : (empty.choice ?? blank.choice);
  const isOpen = choice === undefined || (empty.choice === undefined && choice === 'accepted');
  const isOdd = empty.choice === 'accepted' && blank.choice === 400;
  return isOpen || isOdd ? unseen(note, asked) : seen(choice, note, asked);
}
