import type { JournalLine } from '../../../../mocks/journal/journal-line.js';
import type { RequestLine } from '../../../admin/schemas/requests.js';

/** Tells one request in one line. */
export function tellLine(line: JournalLine): RequestLine {
  const { number, startedMs, method, target, operation, keyAlias, status, delayMs, limits, cut, assumed, faultId } =
    line;
  return {
    number,
    at: new Date(startedMs).toISOString(),
    method,
    target,
    operation: operation ?? null,
    key: keyAlias ?? null,
    status: status ?? null,
    delayMs,
    limits: limits ?? null,
    cut: cut ?? null,
    assumed: [...assumed],
    fault: faultId ?? null,
  };
}
