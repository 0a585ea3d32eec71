import { type Examined, groupedBy, intervalOf, kindOfPlace, type Row, rows, type Share, shareOf } from './score.js';

/** Returns the score of generated services as text of at most 80 columns. */
export function scoreText(examined: readonly Examined[]): string {
  const count = (kind: string) => examined.filter(({ opinion }) => opinion.kind === kind).length;
  return [
    `Generated services: ${examined.length} drawn; ${count('faulty')} break a statement, ${count('conformant')} respond`,
    `like the sound service, ${count('open')} differ in what nobody promised.`,
    '',
    ...rows.map((row) => `${row.name.padEnd(37)}${describe(shareOf(examined, row))}`),
    '',
    `${''.padEnd(38)}${columns.map(({ name }) => name.padStart(19)).join('')}`,
    ...rows.map(
      (row) =>
        `${row.name.padEnd(38)}${cellsOf(examined, row)
          .map((each) => each.padStart(19))
          .join('')}`,
    ),
    '',
    ...tableBy('operator', examined, ({ service }) => service.operator),
    '',
    ...tableBy('place', examined, kindOfPlace),
  ].join('\n');
}

/** A reader wants to know whether plain faults are missed. */
const columns = [
  { name: 'always wrong', isIn: ({ service }: Examined) => service.isAlwaysWrong },
  { name: 'sometimes wrong', isIn: ({ service }: Examined) => !service.isAlwaysWrong },
] as const;

/** Returns the rows of the score as a Markdown table. */
export function scoreTableOf(examined: readonly Examined[]): string {
  const lines = rows.map((row) => {
    const share = shareOf(examined, row);
    const cells = [fractionOf(share), intervalText(share), ...cellsOf(examined, row)];
    return `| ${row.name} | ${cells.join(' | ')} |`;
  });
  return [
    `| drawn services, checked with | caught | 95 % interval | ${columns.map(({ name }) => name).join(' | ')} |`,
    '|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

/** Returns the share of each column, in words: `193 of 262, 74 %`. */
function cellsOf(examined: readonly Examined[], row: Row): string[] {
  return columns.map(({ isIn }) => {
    const share = shareOf(examined.filter(isIn), row);
    return share.all === 0 ? '–' : `${fractionOf(share)}, ${Math.round((100 * share.caught) / share.all)} %`;
  });
}

function describe(share: Share): string {
  const [least, most] = intervalOf(share);
  return `${fractionOf(share).padStart(12)}  ${percent(share.caught / share.all)}  (${percent(least)} to ${percent(most)})`;
}

/** Writes the 95 % interval: `67–81 %`. */
function intervalText(share: Share): string {
  const [least, most] = intervalOf(share).map((each) => Math.round(100 * each));
  return `${least}–${most} %`;
}

function fractionOf({ caught, all }: Share): string {
  return `${caught} of ${all}`;
}

function percent(share: number): string {
  return Number.isNaN(share) ? '    –' : `${(100 * share).toFixed(1).padStart(5)} %`;
}

/** Of the rows, those that fit beside each other. */
const shownRows = rows.filter(({ name }) => ['write', 'write --exclusive', 'exhaust --exclusive'].includes(name));

function tableBy(what: string, examined: readonly Examined[], keyOf: (each: Examined) => string): string[] {
  const cells = (name: string, values: readonly string[]) =>
    `${name.slice(0, 28).padEnd(28)}${values.map((value) => value.padStart(17)).join('')}`;
  const groups = [...groupedBy(examined, keyOf)].sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = groups.map(([name, group]) =>
    cells(
      name,
      shownRows.map((row) => cell(shareOf(group, row))),
    ),
  );
  return [cells(`by ${what} (95 % interval)`, ['write', '--exclusive', 'exhaust']), ...lines];
}

/** Few services of a kind say little: `5/6 44–97 %`. */
function cell(share: Share): string {
  if (share.all === 0) return '–';
  return `${share.caught}/${share.all} ${intervalText(share)}`;
}

/** Returns the services that a row missed, a line each. */
export function survivorsOf(examined: readonly Examined[], row: Row): string[] {
  return examined
    .filter(({ isCaught }) => isCaught.get(row) === false)
    .map(({ service, opinion }) => `${service.name}${opinion.kind === 'faulty' ? `: ${opinion.what}` : ''}`);
}

/** Returns the services that break nothing and were accused, a line for each rule with its first finding. */
export function accusationsOf(examined: readonly Examined[], kind: 'conformant' | 'open'): string[] {
  return examined
    .filter(({ opinion }) => opinion.kind === kind)
    .flatMap(({ service, accusations }) => {
      const firsts = new Map<string, string>();
      for (const problem of accusations) {
        const [rule = ''] = problem.split(' ');
        if (!firsts.has(rule)) firsts.set(rule, problem);
      }
      return [...firsts.values()].map((problem) => `${service.name}: ${problem}`);
    });
}
