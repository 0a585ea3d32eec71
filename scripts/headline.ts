/** The numbers of README.md: each comes from a table that a score or the benchmark has written, so none can differ from it. */
export interface ScorePages {
  /** The text of docs/how-good-is-it.md. */
  readonly scores: string;
  /** The text of docs/performance.md. */
  readonly performance: string;
}

/** Returns the list of headline numbers. Throws if a table lacks a row that is quoted. */
export function headline({ scores, performance }: ScorePages): string {
  const variations = find(scores, /^False alarms are counted in (\d+) runs against (\d+) conformant services\.$/m);
  const [, , , alarms] = cells(scores, '`exhaust` | ');
  const [, drawnAlarms, drawnRuns] = find(scores, /^False alarms: (\d+) in (\d+) runs against drawn/m);
  const fidelity = find(scores, /^\| `write` \| ([\d.]+ %) \|/m);
  const target = (name: string) => cells(performance, name)[1];
  return [
    `- **A conformant service is not accused.** ${alarms} false alarms in ${variations[1]} runs against ${variations[2]} variants of the service, ${drawnAlarms} in ${drawnRuns} against drawn ones.`,
    `- **A fake that learned your deployment responds as it does**, to ${fidelity[1]} of drawn requests.`,
    `- **You don't wait for it.** The server lists 100 pets ${target('List of 100 pets, against the floor')} as fast as a bare \`node:http\` server, and a process that imports \`petstore-mock/node\` takes ${target("import 'petstore-mock/node', against")} the time of one that imports \`msw/node\`.`,
  ].join('\n');
}

/** Returns the cells of the first row whose first cell begins with `name`. */
function cells(page: string, name: string): string[] {
  const row = page.split('\n').find((line) => line.startsWith(`| ${name}`));
  if (row === undefined)
    throw new Error(`No row of the tables begins with '${name}'. Write it again, or quote another.`);
  return row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

function find(page: string, pattern: RegExp): RegExpExecArray {
  const match = pattern.exec(page);
  if (match === null) throw new Error(`No line matches ${pattern}.`);
  return match;
}
