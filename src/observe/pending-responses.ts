import type { HeaderList } from '../exchange/exchange.js';
import { hideInRequest } from '../exchange/hide-secrets.js';
import type { Redactor } from '../exchange/redactor.js';
import { InputError } from '../json/input-error.js';
import { parseUrl } from '../json/parse-url.js';
import { oneLine } from '../json/quoting.js';

export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderList;
}

const ATTEMPTED = 'Waiting for responses';

/** Captured before a test can install fake timers: the service runs in real time. */
const { setTimeout, clearTimeout } = globalThis;

/** Collects the requests whose responses are pending. */
export function collectPending(timeoutMs: number, redactor: Redactor) {
  const pending = new Map<Promise<void>, SentRequest>();
  const timeoutError = () => {
    const [first, ...others] = [...pending.values()].map((request) => nameOf(request, redactor));
    const more = others.length === 0 ? '' : ` and ${others.length} more`;
    const problem = `after ${timeoutMs / 1000} s, the response is not complete to ${first}${more}`;
    return new InputError(ATTEMPTED, problem, 'Check why the service does not finish, or raise `settleTimeoutMs`');
  };
  return {
    add(complete: Promise<void>, request: SentRequest): void {
      pending.set(complete, request);
      const over = () => void pending.delete(complete);
      complete.then(over, over);
    },
    /** Resolves when no response is pending. Rejects after the timeout with an InputError that names the requests. */
    async settled(): Promise<void> {
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
