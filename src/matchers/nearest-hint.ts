import { quote } from '../json/quote.js';
import { nearestName } from '../validation/nearest-name.js';

/** What there is instead of a name that there is not: `Is "status" meant? The options are …`. */
export function nearestHint(meant: unknown, names: readonly string[], things: string): string {
  const nearest = typeof meant === 'string' ? nearestName(meant, names) : undefined;
  const list = `The ${things} are ${names.join(', ')}`;
  return nearest === undefined ? list : `Is ${quote(nearest)} meant? ${list}`;
}
