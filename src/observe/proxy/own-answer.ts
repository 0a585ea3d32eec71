import { errorAnswer } from '../../server/error-answer.js';
import type { ServerAnswer } from '../../server/responder.js';
import type { ErrorBody } from '../../spec/schemas.js';

/** Names the answers that the service did not give, and says why the proxy had to. */
const OWN_ANSWER_HEADER = 'X-Petstore-Mock-Proxy';

const STATUSES = { refused: 400, misdirected: 403, unreachable: 502, timeout: 504, loop: 508 } as const;

/** Answers for the proxy itself. `message` says what was wrong and what would work. */
export function ownAnswer(why: keyof typeof STATUSES, message: string, nowMs: number): ServerAnswer {
  const status = STATUSES[why];
  return errorAnswer(status, `proxy_${why}`, message, nowMs, { [OWN_ANSWER_HEADER]: why });
}

/** Marks an answer to what is no request that could be passed on. */
export function asRefused(answer: ServerAnswer): ServerAnswer {
  return { ...answer, headers: { ...answer.headers, [OWN_ANSWER_HEADER]: 'refused' } };
}

/** Answers what an Error says. */
export function messageOf({ body }: ServerAnswer): string {
  return (JSON.parse(String(body)) as ErrorBody).message;
}
