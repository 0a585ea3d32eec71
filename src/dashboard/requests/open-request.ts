/** Where one request is shown in full. */
export function addressOf(number: number): string {
  return `#/requests/${number}`;
}

/** Shows one request in full, or none; a step to the next one leaves no trace in the history. */
export function openRequest(number: number | undefined, { isStep = false } = {}): void {
  const address = number === undefined ? '#/requests' : addressOf(number);
  if (isStep) location.replace(address);
  else location.hash = address;
}
