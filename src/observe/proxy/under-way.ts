import type { Duplex } from 'node:stream';
import type { Passage } from './passage.js';

/**
 * The requests that are under way, by connection. Where a client sends several at once and leaves, Node tells that to the first of
 * them alone; here all get to know.
 */
export class UnderWay {
  readonly #bySocket = new Map<Duplex, Set<Passage>>();
  #onNone = () => {};

  began(passage: Passage): void {
    const { socket } = passage.incoming;
    const known = this.#bySocket.get(socket);
    if (known !== undefined) {
      known.add(passage);
      return;
    }
    const passages = new Set([passage]);
    this.#bySocket.set(socket, passages);
    socket.once('close', () => {
      for (const each of passages) each.clientLeft();
      this.#bySocket.delete(socket);
      if (this.#bySocket.size === 0) this.#onNone();
    });
  }

  ended(passage: Passage): void {
    this.#bySocket.get(passage.incoming.socket)?.delete(passage);
  }

  /** Settles when all connections that brought a request are closed, and all who look on were told of each. */
  async closed(): Promise<void> {
    if (this.#bySocket.size === 0) return;
    await new Promise<void>((resolve) => {
      this.#onNone = resolve;
    });
  }
}
