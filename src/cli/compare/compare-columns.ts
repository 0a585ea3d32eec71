import { cut, wrap } from '../../../contract-tests/report/wrap.js';
import { oneLine } from '../../json/one-line.js';
import type { Layout } from '../layout.js';

/** Answers how wide the column of one side is. */
export function columnWidth({ columns }: Layout): number {
  return Math.floor((columns - 8) / 2);
}

/** The whole of it stands in the JSON. */
const MOST_LINES = 4;

/** Breaks a text into the lines of a cell; one that is too long for it is cut. */
export function cells(text: string, width: number): string[] {
  return wrap(cut(oneLine(text), width * MOST_LINES), width);
}

/** Lays the lines of two cells side by side. */
export function sideBySide(
  left: readonly string[],
  right: readonly string[],
  width: number,
  paint = (text: string) => text,
): string[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => {
    const [one, other] = [left[index] ?? '', right[index] ?? ''];
    const gap = ' '.repeat(width + 2 - [...one].length);
    return `  ${paint(one)}${gap}${paint(other)}`;
  });
}

/** Writes a text in one line, cut where it is too long for it. */
export function short(text: string, width: number): string {
  return cut(oneLine(text), width);
}
