import type { RequestLine } from '../../admin/schemas/requests.js';
import type { ViolationsByNumber } from '../live/live.js';

export const everyRequest = {
  /** Text in the path or the query. Like the next ones, it filters unless it is empty. */
  text: '',
  method: '',
  /** A status, a class such as `4xx`, or `none` for no response. */
  status: '',
  operation: '',
  /** A pseudonym, or `none`: no valid key was sent. */
  key: '',
  /** Only requests whose response violates a rule. */
  isOnlyViolations: false,
  isOnlyBadManners: false,
};

/** The filter of the list. */
export type FeedFilter = Readonly<typeof everyRequest>;

/** The violations of requests. */
export interface Verdicts {
  readonly contractViolations: { readonly value: ViolationsByNumber };
  readonly mannersViolations: { readonly value: ViolationsByNumber };
}

export function isFiltering(filter: FeedFilter): boolean {
  return Object.values(filter).some(Boolean);
}

/** Returns whether a filter needs verdicts, which exist for the newest requests only. */
export function isAskingForVerdicts({ isOnlyViolations, isOnlyBadManners }: FeedFilter): boolean {
  return isOnlyViolations || isOnlyBadManners;
}

/** Returns the requests that fit every part of the filter. */
export function filterLines(
  lines: readonly RequestLine[],
  filter: FeedFilter,
  { contractViolations, mannersViolations }: Verdicts,
): readonly RequestLine[] {
  if (!isFiltering(filter)) return lines;
  const text = filter.text.toLowerCase();
  return lines.filter(
    (line) =>
      (filter.text === '' || line.target.toLowerCase().includes(text)) &&
      (filter.method === '' || line.method === filter.method) &&
      (filter.status === '' || fitsStatus(line.status, filter.status)) &&
      (filter.operation === '' || line.operation === filter.operation) &&
      (filter.key === '' || (line.key ?? 'none') === filter.key) &&
      (!filter.isOnlyViolations || contractViolations.value.has(line.number)) &&
      (!filter.isOnlyBadManners || mannersViolations.value.has(line.number)),
  );
}

function fitsStatus(status: number | null, asked: string): boolean {
  if (status === null) return asked === 'none';
  return asked.endsWith('xx') ? String(status)[0] === asked[0] : String(status) === asked;
}
