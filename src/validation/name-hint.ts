import { nearestName } from './nearest-name.js';

/** What to write instead of a name that there is not: `Did you mean 'status'? Fields: status, delayMs.` The name itself is not quoted. */
export function nameHint(meant: unknown, names: readonly string[], things: string): string {
  const near = typeof meant === 'string' ? nearestName(meant, names) : undefined;
  const list = `${things}: ${names.join(', ')}.`;
  return near === undefined ? list : `Did you mean '${near}'? ${list}`;
}
