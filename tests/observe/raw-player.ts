import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Conversation, DrawnResponse } from './drawn-conversations.js';
import { headerOf, readMessages, type WireMessage } from './wire-messages.js';

/** What both ends of a conversation have seen. */
export interface Outcome {
  /** The requests, as the service received them. */
  readonly arrived: readonly WireMessage[];
  /** The responses, as the client received them. */
  readonly received: readonly WireMessage[];
  /** How the connection of the client ended. */
  readonly ending: 'end' | 'reset';
}

/** Starts a service on a raw socket. `converse` holds a conversation with it, on a connection to an origin. */
export async function startPlayer() {
  let script: Script | undefined;
  const server = createServer({ noDelay: true }, (socket) =>
    // A proxy may use its connection for several conversations.
    readRequests(socket, async (request) => script?.respond(socket, request)),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const converse = async (at: string, conversation: Conversation): Promise<Outcome> => {
    const client = new Client(conversation);
    const current = new Script(conversation, client);
    script = current;
    const ending = await client.talkTo(at);
    return { arrived: current.arrived, received: client.messages(), ending };
  };
  return { origin, converse };
}

/** Sends all requests of a conversation at once, and collects what comes back. */
class Client {
  readonly #conversation: Conversation;
  #received = '';
  #onData = () => {};

  constructor(conversation: Conversation) {
    this.#conversation = conversation;
  }

  async talkTo(origin: string): Promise<Outcome['ending']> {
    const { host, port, hostname } = new URL(origin);
    const socket = connect(Number(port), hostname);
    let ending: Outcome['ending'] = 'end';
    socket.on('error', () => {
      ending = 'reset';
    });
    socket.on('data', (data) => {
      this.#received += data.toString('latin1');
      this.#onData();
    });
    const { requests } = this.#conversation;
    socket.write(requests.map(({ head, body }) => head.replaceAll('{host}', host) + body).join(''), 'latin1');
    await new Promise((resolve) => socket.once('close', resolve));
    return ending;
  }

  messages(): WireMessage[] {
    return responsesIn(this.#received, this.#conversation);
  }

  /** Resolves when as much of messages has arrived as is in `bytes`. */
  async has(bytes: string): Promise<void> {
    const wanted = progressOf(responsesIn(bytes, this.#conversation));
    while (progressOf(this.messages()) < wanted) {
      await new Promise<void>((resolve) => {
        this.#onData = resolve;
      });
    }
  }
}

/** The responses that the service plays, one for each request. */
class Script {
  readonly arrived: WireMessage[] = [];
  readonly #responses: DrawnResponse[];
  readonly #client: Client;
  #written = '';

  constructor({ responses }: Conversation, client: Client) {
    this.#responses = [...responses];
    this.#client = client;
  }

  async respond(socket: Socket, request: WireMessage): Promise<void> {
    if (socket.writableEnded || socket.destroyed) return;
    this.arrived.push(request);
    const response = this.#responses.shift();
    const { pieces = [], ending } = response ?? {};
    for (const [at, piece] of pieces.entries()) {
      socket.write(piece, 'latin1');
      this.#written += piece;
      // The next piece is sent only then: a proxy must not hold one back, and a reset must not overtake it.
      if (ending !== 'end' || at < pieces.length - 1) await this.#client.has(this.#written);
    }
    if (ending === 'reset') socket.resetAndDestroy();
    else if (ending === 'end' || headerOf(request.headers, 'connection') === 'close') socket.end();
  }
}

/** Calls `respond` with each request when it is complete, one after the other. */
function readRequests(socket: Socket, respond: (request: WireMessage) => Promise<void>): void {
  let [bytes, handled] = ['', 0];
  let turn = Promise.resolve();
  socket.on('error', () => {});
  socket.on('data', (data) => {
    bytes += data.toString('latin1');
    const requests = readMessages(bytes, isBodilessRequest).filter(({ isComplete }) => isComplete);
    for (const request of requests.slice(handled)) turn = turn.then(() => respond(request));
    handled = requests.length;
  });
}

function isBodilessRequest(_startLine: string, headers: readonly string[]): boolean {
  return ['content-length', 'transfer-encoding'].every((name) => headerOf(headers, name) === undefined);
}

function responsesIn(bytes: string, { requests }: Conversation): WireMessage[] {
  let finals = 0;
  return readMessages(bytes, (startLine) => {
    const status = Number(startLine.split(' ')[1]);
    const isHead = requests[finals++]?.method === 'HEAD';
    return isHead || status === 204 || status === 304;
  });
}

function progressOf(messages: readonly WireMessage[]): number {
  return messages.reduce((sum, { body, isComplete }) => sum + 1 + body.length + (isComplete ? 1 : 0), 0);
}
