/** The numbers of README.md: each comes from a table that a score or the benchmark has written, so none can differ from it. */
export interface ScorePages {
  /** The text of docs/how-good-is-it.md. */
  readonly scores: string;
  /** The text of docs/performance.md. */
  readonly performance: string;
}

/** Returns the list of headline numbers. Throws if a table lacks a row that is quoted. */
export function headline({ scores, performance }: ScorePages): string {
  const [, caught, , alarms] = cells(scores, '`exhaust` | ');
  const variations = find(scores, /^False alarms are counted in (\d+) runs against (\d+) conformant services\.$/m);
  const [, usual] = cells(scores, 'write | ');
  const [, drawn, interval] = cells(scores, 'write --exclusive | ');
  const [, drawnWithMore] = cells(scores, 'write --exclusive --max-requests 200 | ');
  const [, drawnAtExhaust] = cells(scores, 'exhaust --exclusive | ');
  const [, drawnAlarms, drawnRuns] = find(scores, /^False alarms: (\d+) in (\d+) runs against drawn/m);
  const fidelity = find(scores, /^\| `write` \| ([\d.]+ %) \|/m);
  const compared = find(scores, /^Equal responses of (\d+) conformant services/m);
  const target = (name: string) => cells(performance, name)[1];
  return [
    `- The suite catches ${caught} faulty services of its catalogue at level \`exhaust\`, with ${alarms} false alarms in ${variations[1]} runs against ${variations[2]} conformant services.`,
    `- Of services that a seed draws, it catches ${usual} at level \`write\`, and ${drawn} with \`--exclusive\` (95 % interval: ${interval}). With 200 requests, too, it catches ${drawnWithMore}, and at level \`exhaust\` ${drawnAtExhaust}. In ${drawnRuns} runs against drawn conformant services it gave ${drawnAlarms} false alarms.`,
    `- A fake that learned its service at level \`write\` sends equal responses to ${fidelity[1]} of drawn requests (${compared[1]} services).`,
    `- It lists 100 pets ${target('List of 100 pets, against the floor')} as fast as a bare \`node:http\` server and ${target('List of 100 pets, against fastify')} as fast as fastify. In process, its MSW handler takes ${target('MSW handler in process')} the time of a static one. A check at level \`write\` takes ${cells(performance, 'check --level write')[3]} the time of a bare program that sends as many requests.`,
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
