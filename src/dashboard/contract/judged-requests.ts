import type { FindingsReport } from '../../admin/schemas/requests.js';

/** Says which requests a report is about; undefined before any was judged. */
export function judgedRequests(report: Pick<FindingsReport, 'from' | 'to'> | undefined): string | undefined {
  if (report === undefined || report.to === 0) return undefined;
  const { from, to } = report;
  return from === to ? `request #${to}` : `requests #${from} to #${to}`;
}
