/** Prints progress on stderr; stdout is for the tables. */
export function progress(text: string): void {
  process.stderr.write(`${text}\n`);
}

/**
 * Runs all entrants in turn, round by round, after one round that does not count; returns what each did in its rounds. Goes there and
 * back: what one leaves behind, garbage to collect above all, does not always fall on the same next one, and a slow moment of the machine hits all alike.
 */
export async function inTurn<Entrant, Outcome>(
  title: string,
  rounds: number,
  entrants: readonly Entrant[],
  run: (entrant: Entrant) => Promise<Outcome>,
): Promise<Outcome[][]> {
  const outcomes: Outcome[][] = entrants.map(() => []);
  for (let round = 0; round <= rounds; round += 1) {
    progress(`${title}: ${round === 0 ? 'warming up' : `round ${round} of ${rounds}`}`);
    const numbered = [...entrants.entries()];
    for (const [index, entrant] of round % 2 === 0 ? numbered : numbered.toReversed()) {
      const outcome = await run(entrant);
      if (round > 0) outcomes[index]?.push(outcome);
    }
  }
  return outcomes;
}
