import { errorAnswer } from '../../server/error-answer.js';
import type { ServerAnswer } from '../../server/responder.js';
import type { ErrorBody } from '../../spec/schemas.js';
import { PROXY_ANSWER_HEADER, proxyStatuses, type WhyProxyAnswers } from '../../transcript/proxy-answer.js';

/** Answers for the proxy itself. `message` says what was wrong and what would work. */
export function ownAnswer(why: WhyProxyAnswers, message: string, nowMs: number): ServerAnswer {
  return errorAnswer(proxyStatuses[why], `proxy_${why}`, message, nowMs, { [PROXY_ANSWER_HEADER]: why });
}

/** Marks an answer to what is no request that could be passed on. */
export function asRefused(answer: ServerAnswer): ServerAnswer {
  return { ...answer, headers: { ...answer.headers, [PROXY_ANSWER_HEADER]: 'refused' } };
}

/** Answers what an Error says. */
export function messageOf({ body }: ServerAnswer): string {
  return (JSON.parse(String(body)) as ErrorBody).message;
}
