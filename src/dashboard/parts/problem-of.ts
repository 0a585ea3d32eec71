import { AdminError } from '../../admin/client/admin-error.js';

/** Answers in words why something failed: in those of the server, unless it gave no answer. */
export function problemOf(error: unknown): string {
  if (error instanceof AdminError && error.status === undefined) {
    return 'The server does not answer. Is it still running? Once the page is live again, try once more.';
  }
  return error instanceof Error ? error.message : String(error);
}
