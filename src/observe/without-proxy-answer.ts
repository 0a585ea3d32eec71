import { whyProxyAnswered } from '../transcript/proxy-answer.js';
import { decodeUtf8 } from '../transcript/record-body.js';
import type { LiveExchange } from './live-exchange.js';

/** Takes an answer that a proxy of this project made itself for what it is: none of the service's. */
export function withoutProxyAnswer(live: LiveExchange): LiveExchange {
  const { request, answer } = live;
  if (answer === undefined) return live;
  const failure = whyProxyAnswered({ ...answer, text: decodeUtf8(answer.body) }, request.url);
  return failure === undefined ? live : { ...live, answer: undefined, failure };
}
