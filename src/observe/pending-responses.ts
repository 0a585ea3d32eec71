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

const ATTEMPTED = 'Waiting for responses';
const MOST_NAMED = 3;

/** Captured before a test can install fake timers: the service runs in real time. */
const { setTimeout, clearTimeout } = globalThis;

/** The requests whose responses are pending. */
export class PendingResponses {
  readonly #timeoutMs: number;
  readonly #redactor: Redactor;
  readonly #pending = new Map<Promise<void>, SentRequest>();

  constructor(timeoutMs: number, redactor: Redactor) {
    this.#timeoutMs = timeoutMs;
    this.#redactor = redactor;
  }

  /** Adds a request until the promise settles. */
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
    const requests = [...new Set([...this.#pending.values()].map((request) => nameOf(request, this.#redactor)))];
    const more = requests.length > MOST_NAMED ? `, and ${requests.length - MOST_NAMED} more` : '';
    const named = requests.slice(0, MOST_NAMED).join(', ') + more;
    const { size } = this.#pending;
    const responses = size === 1 ? 'the response to 1 request is' : `the responses to ${size} requests are`;
    const problem = `${responses} not complete after ${counted(this.#timeoutMs / 1000, 'second')}: ${named}`;
    const remedy = `Check why the service does not finish, or wait longer: { settleTimeoutMs: ${this.#timeoutMs * 3} }.`;
    return new InputError(ATTEMPTED, problem, remedy);
  }
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
