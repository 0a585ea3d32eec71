import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type RawResponse, ResponseReader } from '../response-reader.js';
import type { Conversation } from './conversation.js';
import type { Outcome } from './judge.js';

const TIMEOUT_MS = 5_000;
/** For something to come that should not: only after what the server must close. */
const PAUSE_MS = 1;

/** Where conversations are held. */
export interface Place {
  readonly port: number;
  readonly isTls: boolean;
}

/** Sends a conversation on a connection of its own, and returns what came back. */
export function holdConversation(place: Place, conversation: Conversation): Promise<Outcome> {
  return new Promise((resolve) => new Holding(place, conversation, resolve));
}

class Holding {
  readonly #conversation: Conversation;
  readonly #resolve: (outcome: Outcome) => void;
  readonly #connection: Socket;
  /** The connection, or what TLS makes of it. */
  readonly #socket: Socket;
  readonly #reader: ResponseReader;
  readonly #responses: RawResponse[] = [];
  readonly #timeout: NodeJS.Timeout;
  /** How many responses let the client go, where the server need not close. */
  readonly #enough: number;

  constructor({ port, isTls }: Place, conversation: Conversation, resolve: (outcome: Outcome) => void) {
    const { pieces, ending } = conversation;
    this.#conversation = conversation;
    this.#resolve = resolve;
    this.#reader = new ResponseReader((index) => pieces[index]?.isHead === true);
    const mustClose = ending === 'half-close' || pieces.at(-1)?.kind === 'rejected';
    this.#enough = mustClose ? Number.POSITIVE_INFINITY : pieces.length;
    this.#timeout = setTimeout(() => this.#end('timeout'), TIMEOUT_MS);
    this.#connection = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    this.#socket = isTls
      ? connectTls({ socket: this.#connection.on('error', () => {}), rejectUnauthorized: false })
      : this.#connection;
    this.#socket.on('data', (chunk) => this.#read(chunk));
    this.#socket.on('end', () => this.#end(this.#reader.isBetweenResponses ? 'closed' : 'mid-response'));
    this.#socket.on('error', () => this.#end('reset'));
    this.#write(0);
  }

  #write(index: number): void {
    const { writes, ending, leavesAfterMs } = this.#conversation;
    const bytes = writes[index];
    if (this.#socket.destroyed) return;
    if (bytes !== undefined) {
      this.#socket.write(Buffer.from(bytes, 'latin1'), () => setTimeout(() => this.#write(index + 1), PAUSE_MS));
      return;
    }
    if (ending === 'half-close' || ending === 'leave') this.#socket.end();
    if (ending === 'wait' || ending === 'half-close') return;
    this.#socket.write('', () => setTimeout(() => this.#leave(), leavesAfterMs));
  }

  #leave(): void {
    if (this.#conversation.ending === 'cut') this.#connection.resetAndDestroy();
    this.#end('left');
  }

  #read(chunk: Buffer): void {
    try {
      this.#responses.push(...this.#reader.read(chunk));
    } catch (error) {
      this.#end('closed', (error as Error).message);
      return;
    }
    if (this.#responses.length >= this.#enough) this.#end('kept-open');
  }

  #end(end: Outcome['end'], malformed?: string): void {
    clearTimeout(this.#timeout);
    this.#socket.destroy();
    this.#resolve({ responses: this.#responses, end, malformed });
  }
}
