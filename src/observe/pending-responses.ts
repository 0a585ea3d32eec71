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

export class PendingResponses {
  readonly #timeoutMs: number;
  readonly #redactor: Redactor;
  readonly #pending = new Map<Promise<void>, SentRequest>();

  constructor(timeoutMs: number, redactor: Redactor) {
    this.#timeoutMs = timeoutMs;
    this.#redactor = redactor;
  }

  add(complete: Promise<void>, request: SentRequest): void {
    this.#pending.set(complete, request);
    const over = () => void this.#pending.delete(complete);
    complete.then(over, over);
  }

  /** Resolves when no response is pending. Rejects after the timeout with an InputError that names the requests. */
  async settled(): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeUp = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(this.#timeoutError()), this.#timeoutMs);
    });
    try {
      // A response may lead to the next request.
      while (this.#pending.size > 0) await Promise.race([Promise.all(this.#pending.keys()), timeUp]);
    } finally {
      clearTimeout(timer);
    }
  }

  #timeoutError(): InputError {
    const [first, ...others] = [...this.#pending.values()].map((request) => nameOf(request, this.#redactor));
    const more = others.length === 0 ? '' : ` and ${others.length} more`;
    const problem = `after ${this.#timeoutMs / 1000} s, the response is not complete to ${first}${more}`;
    return new InputError(ATTEMPTED, problem, 'Check why the service does not finish, or raise `settleTimeoutMs`');
  }
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
