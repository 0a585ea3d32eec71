import type { Duplex } from 'node:stream';

/** What `node:http` tells of an answer on its way. */
export interface PendingResponse {
  readonly headersSent: boolean;
  readonly closed: boolean;
  once(event: 'close', listener: () => void): unknown;
}

/** The connections of a server, each with the latest response on it; earlier ones are always written before. */
export class OpenConnections {
  readonly #latest = new Map<Duplex, PendingResponse | undefined>();

  opened(socket: Duplex): void {
    this.#latest.set(socket, undefined);
    socket.once('close', () => this.#latest.delete(socket));
  }

  began(response: PendingResponse, socket: Duplex): void {
    this.#latest.set(socket, response);
  }

  /** Whether an answer has begun on a connection and not ended. */
  isMidAnswer(socket: Duplex): boolean {
    const response = this.#latest.get(socket);
    return response?.headersSent === true && !response.closed;
  }

  /** Closes every connection: now where nothing is in flight on it, the others after their answer. */
  closeWhenAnswered(): void {
    for (const socket of this.#latest.keys()) this.#closeWhenAnswered(socket);
  }

  /** Closes every connection, whatever is in flight. */
  destroyAll(): void {
    for (const socket of this.#latest.keys()) socket.destroy();
  }

  #closeWhenAnswered(socket: Duplex): void {
    const response = this.#latest.get(socket);
    if (response === undefined || response.closed) socket.destroy();
    else response.once('close', () => this.#closeWhenAnswered(socket));
  }
}
