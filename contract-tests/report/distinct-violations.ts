import type { ReportedViolation } from './report.js';

/** Answers the violations of a rule without those that tell the same again: the same problem, seen with the same request. */
export function distinctViolations(violations: readonly ReportedViolation[]): ReportedViolation[] {
  const seen = new Set<string>();
  return violations.filter(({ problem, expected, received, curl }) => {
    const told = JSON.stringify([problem, expected, received, curl.at(-1)]);
    const isNew = !seen.has(told);
    seen.add(told);
    return isNew;
  });
}
