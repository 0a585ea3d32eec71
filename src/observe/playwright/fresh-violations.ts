import type { ObservedService } from '../observed-service.js';
import type { Violation } from '../violation.js';

/** A worker may look on for days. */
const MOST_TOLD = 10_000;

/** Makes what answers the violations that it has not answered yet, those of rules that are excepted aside. */
export function createFreshViolations(
  service: Pick<ObservedService, 'violations' | 'exchanges'>,
  except: readonly string[],
  most = MOST_TOLD,
): () => Violation[] {
  const told = new Set<string>();
  return () => {
    const startedMs = new Map(service.exchanges.map((exchange) => [exchange.number, exchange.startedMs]));
    // Numbers begin anew when the exchanges are cleared.
    const markOf = ({ rule, problem, exchange }: Violation) =>
      JSON.stringify([rule, problem, exchange, startedMs.get(exchange)]);
    const violations = service.violations();
    if (told.size > most) {
      // What stands no more is not told again.
      const standing = new Set(violations.map(markOf));
      for (const mark of told) if (!standing.has(mark)) told.delete(mark);
    }
    return violations.filter((violation) => {
      const mark = markOf(violation);
      if (told.has(mark) || except.includes(violation.rule)) return false;
      told.add(mark);
      return true;
    });
  };
}
