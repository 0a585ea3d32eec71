import { errorAnswer } from '../../server/error-answer.js';
import type { ServerAnswer } from '../../server/responder.js';

/** Names the answers that the service did not give, and says why the proxy had to. */
const OWN_ANSWER_HEADER = 'X-Petstore-Mock-Proxy';

const STATUSES = { refused: 400, misdirected: 403, unreachable: 502, timeout: 504 } as const;

/** Answers for the proxy itself. `message` says what was wrong and what would work. */
export function ownAnswer(why: keyof typeof STATUSES, message: string, nowMs: number): ServerAnswer {
  const status = STATUSES[why];
  return errorAnswer(status, `proxy_${why}`, message, nowMs, { [OWN_ANSWER_HEADER]: why });
}
