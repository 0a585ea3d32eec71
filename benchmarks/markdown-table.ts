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
