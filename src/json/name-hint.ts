import { distance } from 'fastest-levenshtein';

/** Returns a hint for an unknown name: `Did you mean 'status'? Fields: status, delayMs.` The unknown name is not quoted: it may be a secret. */
export function nameHint(meant: unknown, names: readonly string[], things: string): string {
  const near = typeof meant === 'string' ? nearestName(meant, names) : undefined;
  const list = `${things}: ${names.join(', ')}.`;
  return near === undefined ? list : `Did you mean '${near}'? ${list}`;
}

/** Shorter texts are not searched for inside the names: `sold` finds `sold-out`. */
const SHORTEST_PIECE = 3;

/** Returns the name that was probably meant, ignoring case and punctuation; undefined when none is close. */
export function nearestName(meant: string, names: readonly string[]): string | undefined {
  const wanted = bare(meant);
  // Longer than any name: not a misspelling, and slow to measure.
  if (wanted.length > 100) return undefined;
  const most = Math.ceil(wanted.length / 4);
  const [nearest] = names
    .map((name) => ({ name, steps: distance(wanted, bare(name)) }))
    .filter(({ name, steps }) => steps <= most || (steps === 2 && lettersOf(wanted) === lettersOf(bare(name))))
    .sort((a, b) => a.steps - b.steps);
  if (nearest !== undefined) return nearest.name;
  return wanted.length < SHORTEST_PIECE ? undefined : names.find((name) => bare(name).includes(wanted));
}

/** Two steps between the same letters: two of them were exchanged, as in `prot`. */
function lettersOf(text: string): string {
  return [...text].sort().join('');
}

function bare(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
