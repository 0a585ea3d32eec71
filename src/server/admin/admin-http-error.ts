import { InputError } from '../../json/input-error.js';
import { oneLine } from '../../json/quoting.js';

const codes = {
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  409: 'conflict',
  413: 'payload_too_large',
  503: 'unavailable',
} as const;

/** An error of the admin API with another status than 400. The message names the problem and a fix. */
export class AdminHttpError extends Error {
  override readonly name = 'AdminHttpError';
  readonly status: keyof typeof codes;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: keyof typeof codes, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(oneLine(message));
    this.status = status;
    this.headers = headers;
  }

  get code(): string {
    return codes[this.status];
  }
}

/** Calls a function whose InputError means that a path parameter is unknown. Throws it as a 404. */
export function orNotFound<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (error instanceof InputError) throw new AdminHttpError(404, error.inWords);
    throw error;
  }
}
