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

/** Returns the numbers of the requests next to one in a list that is newest first, even if that one is no longer in it. */
export function neighboursOf(
  lines: readonly RequestLine[],
  number: number,
): { readonly newer: number | undefined; readonly older: number | undefined } {
  return {
    newer: lines.findLast((line) => line.number > number)?.number,
    older: lines.find((line) => line.number < number)?.number,
  };
}
