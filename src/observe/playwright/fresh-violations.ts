import type { ObservedService } from '../observed-service.js';
import type { Violation } from '../violation.js';

/** Makes what answers the violations that it has not answered yet, those of rules that are excepted aside. */
export function createFreshViolations(
  service: Pick<ObservedService, 'violations' | 'exchanges'>,
  except: readonly string[],
): () => Violation[] {
  const told = new Set<string>();
  return () => {
    const startedMs = new Map(service.exchanges.map((exchange) => [exchange.number, exchange.startedMs]));
    return service.violations().filter(({ rule, problem, exchange }) => {
      // Numbers begin anew when the exchanges are cleared.
      const mark = JSON.stringify([rule, problem, exchange, startedMs.get(exchange)]);
      if (told.has(mark) || except.includes(rule)) return false;
      told.add(mark);
      return true;
    });
  };
}
