/** A copy of a body that is made while it flows, up to so many bytes. */
export class BodyTap {
  /** All that flowed, kept or not. */
  bytes = 0;
  readonly #mostBytes: number;
  #chunks: Uint8Array[] = [];

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  add(chunk: Uint8Array): void {
    this.bytes += chunk.length;
    if (this.bytes <= this.#mostBytes) this.#chunks.push(chunk);
    else this.#chunks = [];
  }

  /** Answers the copy; undefined where the body was too large to keep. */
  whole(): Uint8Array | undefined {
    // What sockets hand out are parts of larger memory, which a copy lets go.
    return this.bytes > this.#mostBytes ? undefined : Buffer.concat(this.#chunks);
  }
}
