import type { HeaderList } from '../exchange/exchange.js';
import { hideInRequest } from '../exchange/hide-secrets.js';
import type { Redactor } from '../exchange/redactor.js';
import { parseUrl } from '../spec/parse-url.js';
import { counted, oneLine } from '../spec/quoting.js';
import { InputError } from '../spec/validation/input-error.js';

/** A request whose response is pending. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderList;
}

/** The requests whose responses are pending. */
export interface PendingResponses {
  /** Adds a request until the promise settles. */
  add(complete: Promise<void>, request: SentRequest): void;
  /** Resolves when no response is pending. Rejects after the timeout with an InputError that names the requests. */
  settled(): Promise<void>;
}

const ATTEMPTED = 'Waiting for responses';
const MOST_NAMED = 3;

/** Captured before a test can install fake timers: the service runs in real time. */
const { setTimeout, clearTimeout } = globalThis;

export function trackPendingResponses(timeoutMs: number, redactor: Redactor): PendingResponses {
  const pending = new Map<Promise<void>, SentRequest>();
  const timeoutError = () => {
    const requests = [...new Set([...pending.values()].map((request) => nameOf(request, redactor)))];
    const more = requests.length > MOST_NAMED ? `, and ${requests.length - MOST_NAMED} more` : '';
    const named = requests.slice(0, MOST_NAMED).join(', ') + more;
    const responses =
      pending.size === 1 ? 'the response to 1 request is' : `the responses to ${pending.size} requests are`;
    const problem = `${responses} not complete after ${counted(timeoutMs / 1000, 'second')}: ${named}`;
    const remedy = `Check why the service does not finish, or wait longer: { settleTimeoutMs: ${timeoutMs * 3} }.`;
    return new InputError(ATTEMPTED, problem, remedy);
  };
  return {
    add(complete, request) {
      pending.set(complete, request);
      const over = () => void pending.delete(complete);
      complete.then(over, over);
    },
    async settled() {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const timeUp = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(timeoutError()), timeoutMs);
      });
      try {
        // A response may lead to the next request.
        while (pending.size > 0) await Promise.race([Promise.all(pending.keys()), timeUp]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/** Returns method and path without secrets. */
function nameOf({ method, url, headers }: SentRequest, redactor: Redactor): string {
  hideInRequest(url, headers, redactor);
  return oneLine(redactor.redact(`${method} ${parseUrl(url)?.pathname ?? ''}`));
}

/** Captured for the same reason. */
const RealDate = globalThis.Date;

/** Returns milliseconds since the epoch, even with fake timers. */
export function realNow(): number {
  return RealDate.now();
}
