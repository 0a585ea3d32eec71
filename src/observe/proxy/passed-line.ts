import { type Exchange, headerOf } from '../../transcript/exchange.js';
import type { Passed } from './passed.js';

/** One exchange in one line. Holds no secret. */
export interface PassedLine {
  /** Its number, by which violations name it. */
  readonly exchange: number;
  readonly method: string;
  /** Of the URL, without its query. */
  readonly path: string;
  /** Undefined where no answer came. */
  readonly status: number | undefined;
  /** Why no answer came, or not all of one; undefined where all has come. */
  readonly failure: string | undefined;
  /** Who broke off before that. */
  readonly cutBy: Passed['cutBy'];
  /** From the request's head to the end of the service's answer, as the recording has it. */
  readonly durationMs: number;
  /** Of the answer's body, as they came. */
  readonly bytes: number;
  /** Such as `key#1`. */
  readonly keyAlias: string | undefined;
  /** What the rate-limit headers say, where they say a number. */
  readonly remaining: string | undefined;
  readonly limit: string | undefined;
}

/** Puts an exchange into a line. */
export function lineOf(
  { number, request, answer, failure, startedMs, endedMs }: Exchange,
  { cutBy, answerBytes }: Passed,
): PassedLine {
  const { method, url, credential } = request;
  const count = (name: string) => {
    const value = headerOf(answer?.headers ?? [], name);
    return value !== undefined && /^\d+$/.test(value) ? value : undefined;
  };
  return {
    exchange: number,
    method,
    path: pathOf(url),
    status: answer?.status,
    failure: failure ?? (cutBy && answer?.body.kind === 'missing' ? answer.body.why : undefined),
    cutBy,
    // Somebody may have set the clock back meanwhile.
    durationMs: Math.max(0, endedMs - startedMs),
    bytes: answerBytes,
    keyAlias: 'name' in credential ? credential.name : undefined,
    remaining: count('X-RateLimit-Remaining'),
    limit: count('X-RateLimit-Limit'),
  };
}

/** Taken from the text: a pseudonym's `#` begins no fragment. */
function pathOf(url: string): string {
  return /^https?:\/\/[^/?]*([^?]*)/.exec(url)?.[1] || '/';
}
