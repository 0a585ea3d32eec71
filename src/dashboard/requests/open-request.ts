/** Returns the address of a request. */
export function addressOf(number: number): string {
  return `#/requests/${number}`;
}

/** Shows one request in full, or none. */
export function openRequest(number: number | undefined): void {
  location.hash = number === undefined ? '#/requests' : addressOf(number);
}
