/** The chunks of a body, copied together: each may be a view of a larger buffer, and a body may consist of chunks of one byte. */
export class CollectedBytes {
  length = 0;
  #buffer = new Uint8Array(0);

  add(chunk: Uint8Array): void {
    const length = this.length + chunk.length;
    if (length > this.#buffer.length) {
      const larger = new Uint8Array(Math.max(length, 2 * this.#buffer.length));
      larger.set(this.bytes());
      this.#buffer = larger;
    }
    this.#buffer.set(chunk, this.length);
    this.length = length;
  }

  bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.length);
  }
}
