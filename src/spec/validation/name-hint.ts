/** What to write instead of a name that there is not: `Did you mean 'status'? Fields: status, delayMs.` The name itself is not quoted. */
export function nameHint(meant: unknown, names: readonly string[], things: string): string {
  const near = typeof meant === 'string' ? nearestName(meant, names) : undefined;
  const list = `${things}: ${names.join(', ')}.`;
  return near === undefined ? list : `Did you mean '${near}'? ${list}`;
}

/** Shortest piece of a name that is worth looking for in others: `sold` finds `sold-out`. */
const SHORTEST_PIECE = 3;

/** Returns the name that somebody probably meant, whatever the case and the hyphens, or undefined when none is close. */
export function nearestName(meant: string, names: readonly string[]): string | undefined {
  const wanted = bare(meant);
  // What is not even as long as a name is no misspelling of one, and measuring it would take its time.
  if (wanted.length > 100) return undefined;
  const most = Math.ceil(wanted.length / 4);
  const [nearest] = names
    .map((name) => ({ name, steps: stepsBetween(wanted, bare(name)) }))
    .filter(({ steps }) => steps <= most)
    .sort((a, b) => a.steps - b.steps);
  if (nearest !== undefined) return nearest.name;
  return wanted.length < SHORTEST_PIECE ? undefined : names.find((name) => bare(name).includes(wanted));
}

function bare(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** Counts the letters to put in, take out or replace until one text is the other (Levenshtein's distance). */
function stepsBetween(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...from].entries()) {
    const current = [row + 1];
    for (let column = 1; column <= to.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + (letter === to[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[to.length] ?? 0;
}
