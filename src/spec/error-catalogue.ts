import type { ErrorCode } from './behaviour.js';

export interface ErrorEntry {
  /** The HTTP status that goes with the code unless the behaviour says otherwise. */
  readonly status: number;
  readonly title: string;
}

/** Every error that the fake answers. The document fixes the statuses 400, 401, 404 and 429 (§7) and no code (open question `error-codes`). */
export const errorCatalogue: Readonly<Record<ErrorCode, ErrorEntry>> = {
  invalid_request: { status: 400, title: 'Body missing required fields or containing invalid values' },
  unauthorized: { status: 401, title: 'Missing or invalid API key' },
  not_found: { status: 404, title: 'Requested resource could not be found' },
  method_not_allowed: { status: 405, title: 'The path is known, the method is not' },
  gone: { status: 410, title: 'The operation is past its sunset' },
  payload_too_large: { status: 413, title: 'The body is larger than the service reads' },
  unsupported_media_type: { status: 415, title: 'The body is of another content type' },
  rate_limit_exceeded: { status: 429, title: 'Rate limit exceeded' },
  key_banned: { status: 429, title: 'The API key is banned for a while' },
  internal_error: { status: 500, title: 'A bug in the fake' },
};
