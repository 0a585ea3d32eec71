import type { HeaderList } from '../exchange/exchange.js';
import { hideInRequest } from '../exchange/hide-secrets.js';
import type { Redactor } from '../exchange/redactor.js';
import { parseUrl } from '../spec/parse-url.js';
import { counted, oneLine } from '../spec/quoting.js';
import { InputError } from '../spec/validation/input-error.js';

/** A request whose answer is not complete yet, as it was sent. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderList;
}

/** Keeps the requests that wait for their answers. */
export interface PendingResponses {
  /** Takes in that a request is under way until the promise is settled. */
  add(whole: Promise<void>, request: SentRequest): void;
  /** Resolves when none is under way. Rejects with an InputError that names those that still are when time is up. */
  settled(): Promise<void>;
}

const ATTEMPTED = 'Waiting for answers';
const MOST_NAMED = 3;

/** Taken before any test can put fake timers in its place: the service lives in real time. */
const { setTimeout, clearTimeout } = globalThis;

export function trackPendingResponses(timeoutMs: number, redactor: Redactor): PendingResponses {
  const underWay = new Map<Promise<void>, SentRequest>();
  const stillMissing = () => {
    const requests = [...new Set([...underWay.values()].map((request) => nameOf(request, redactor)))];
    const more = requests.length > MOST_NAMED ? `, and ${requests.length - MOST_NAMED} more` : '';
    const named = requests.slice(0, MOST_NAMED).join(', ') + more;
    const missing = underWay.size === 1 ? 'the answer to 1 request is' : `the answers to ${underWay.size} requests are`;
    const problem = `${missing} not complete after ${counted(timeoutMs / 1000, 'second')}: ${named}`;
    const remedy = `Find out what the service waits for, or wait longer: { settleTimeoutMs: ${timeoutMs * 3} }.`;
    return new InputError(ATTEMPTED, problem, remedy);
  };
  return {
    add(whole, request) {
      underWay.set(whole, request);
      const over = () => void underWay.delete(whole);
      whole.then(over, over);
    },
    async settled() {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const timeUp = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(stillMissing()), timeoutMs);
      });
      try {
        // Whoever has got an answer may ask for the next thing.
        while (underWay.size > 0) await Promise.race([Promise.all(underWay.keys()), timeUp]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/** Answers method and path without a secret. */
function nameOf({ method, url, headers }: SentRequest, redactor: Redactor): string {
  hideInRequest(url, headers, redactor);
  return oneLine(redactor.redact(`${method} ${parseUrl(url)?.pathname ?? ''}`));
}

/** Taken before any test can put fake timers in its place: the service that is observed lives in real time. */
const RealDate = globalThis.Date;

/** Answers milliseconds since the epoch, fake timers or not. */
export function realNow(): number {
  return RealDate.now();
}
