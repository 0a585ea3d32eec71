import { arch, availableParallelism, loadavg, platform, totalmem } from 'node:os';

/** The machine in general terms: enough to judge the numbers, nothing that names it. */
export function describeMachine(): string {
  const cores = availableParallelism();
  const gibibytes = Math.round(totalmem() / 2 ** 30);
  return `${cores} ${cores === 1 ? 'core' : 'cores'}, ${gibibytes} GiB of memory, ${platform()} on ${arch()}, Node ${process.version.slice(1)}`;
}

/** Returns a warning when others keep the machine busy: the numbers of that run are theirs, too. */
export function busyWarning(): string | undefined {
  const [load = 0] = loadavg();
  if (load < availableParallelism() / 4) return undefined;
  return `The machine is busy (load ${load.toFixed(1)}): wait, or do not trust what follows.`;
}

/** Writes a Markdown table; every column but the first `textColumns` is aligned to the right. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[], textColumns = 1): string {
  const widths = head.map((title, column) => Math.max(3, title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const isText = (column: number) => column < textColumns;
  const pad = (text: string, column: number) => {
    const width = widths[column] ?? 0;
    return isText(column) ? text.padEnd(width) : text.padStart(width);
  };
  const line = (cells: readonly string[]) => `| ${cells.map(pad).join(' | ')} |`;
  const rule = widths.map((width, column) => (isText(column) ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}
