/** These many chunks are kept as they are: most bodies have fewer. */
const FIRST_CHUNKS = 16;
/** Larger ones are kept as they are, too. */
const SMALL_BYTES = 4_096;
const PAGE_BYTES = 65_536;
const NO_PAGE = new Uint8Array(0);

/**
 * The chunks of a body. Small ones are copied together: a body of chunks of one byte would take a hundred times its size, and each
 * may be a view of a larger buffer.
 */
export class CollectedBytes {
  /** Bytes so far. */
  length = 0;
  readonly #parts: Uint8Array[] = [];
  #page = NO_PAGE;
  #used = 0;

  add(chunk: Uint8Array): void {
    this.length += chunk.length;
    if (this.#parts.length < FIRST_CHUNKS || chunk.length > SMALL_BYTES) {
      this.#endPage();
      this.#parts.push(chunk);
      return;
    }
    if (this.#used + chunk.length > this.#page.length) {
      this.#endPage();
      this.#page = new Uint8Array(PAGE_BYTES);
    }
    this.#page.set(chunk, this.#used);
    this.#used += chunk.length;
  }

  /** All bytes in order, in parts of any size. */
  get parts(): readonly Uint8Array[] {
    this.#endPage();
    return this.#parts;
  }

  /** Returns a copy of all bytes. */
  bytes(): Uint8Array {
    const bytes = new Uint8Array(this.length);
    let at = 0;
    for (const part of this.parts) {
      bytes.set(part, at);
      at += part.length;
    }
    return bytes;
  }

  #endPage(): void {
    if (this.#used === 0) return;
    this.#parts.push(this.#page.subarray(0, this.#used));
    this.#page = this.#page.subarray(this.#used);
    this.#used = 0;
  }
}
