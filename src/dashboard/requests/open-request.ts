import type { RequestLine } from '../../admin/schemas/requests.js';

/** Returns the address of a request. */
export function addressOf(number: number): string {
  return `#/requests/${number}`;
}

/** Shows one request in full, or none; a step to the next one leaves no trace in the history. */
export function openRequest(number: number | undefined, { isStep = false } = {}): void {
  const address = number === undefined ? '#/requests' : addressOf(number);
  if (isStep) location.replace(address);
  else location.hash = address;
}

/** Shows two requests side by side, the older one first. */
export function openComparison(one: number, other: number): void {
  location.hash = `${addressOf(Math.min(one, other))}-${Math.max(one, other)}`;
}

/** Returns the row of a request in a list that is newest first: its own, or its insertion point. */
export function rowOf(lines: readonly RequestLine[], number: number): number {
  const row = lines.findIndex((line) => line.number <= number);
  return row === -1 ? lines.length : row;
}

/** Returns the numbers of the requests next to one, even if it is no longer in the list. */
export function neighboursOf(
  lines: readonly RequestLine[],
  number: number,
): { readonly newer: number | undefined; readonly older: number | undefined } {
  const row = rowOf(lines, number);
  const isListed = lines[row]?.number === number;
  return { newer: lines[row - 1]?.number, older: lines[isListed ? row + 1 : row]?.number };
}
