import { connect, type Socket } from 'node:net';
import { type RawResponse, ResponseReader } from './response-reader.js';

/** A request that a connection sends as it is. */
export interface RawRequest {
  readonly text: string;
  readonly isHead?: boolean;
}

/** Writes a well-formed request to the fake. A body that is a text is sent as it is. */
export function writeRequest(
  method: string,
  target: string,
  key: string | undefined,
  body?: object | string,
  host = 'fake.test',
): RawRequest {
  const json = typeof body === 'object' ? JSON.stringify(body) : (body ?? '');
  const lines = [
    `${method} ${target} HTTP/1.1`,
    `Host: ${host}`,
    ...(key === undefined ? [] : [`Authorization: Bearer ${key}`]),
    ...(body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(json)}`]),
  ];
  return { text: `${lines.join('\r\n')}\r\n\r\n${json}`, isHead: method === 'HEAD' };
}

/** A connection that is kept alive. Rejects if the server closes it, or writes what is not HTTP. */
export class Connection {
  readonly #socket: Socket;
  readonly #reader = new ResponseReader((index) => this.#heads[index] === true);
  readonly #heads: boolean[] = [];
  #problem: Error | undefined;
  #waiting: { readonly count: number; readonly settle: (result: RawResponse[] | Error) => void } | undefined;
  #received: RawResponse[] = [];

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1').setNoDelay();
    this.#socket.on('data', (chunk) => this.#read(chunk));
    this.#socket.on('error', (error) => this.#fail(error));
    this.#socket.on('close', () => this.#fail(new Error('the server closed the connection')));
  }

  /** Sends all in one write and returns the responses, in order. */
  send(requests: readonly RawRequest[]): Promise<RawResponse[]> {
    return new Promise((resolve, reject) => {
      const settle = (result: RawResponse[] | Error) => (result instanceof Error ? reject(result) : resolve(result));
      if (this.#problem !== undefined) return settle(this.#problem);
      this.#waiting = { count: requests.length, settle };
      for (const { isHead = false } of requests) this.#heads.push(isHead);
      this.#socket.write(requests.map(({ text }) => text).join(''));
    });
  }

  close(): void {
    this.#problem = new Error('closed');
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    try {
      this.#received.push(...this.#reader.read(chunk));
    } catch (error) {
      this.#fail(error as Error);
      return;
    }
    if (this.#waiting === undefined || this.#received.length < this.#waiting.count) return;
    const { count, settle } = this.#waiting;
    this.#waiting = undefined;
    settle(this.#received.splice(0, count));
  }

  #fail(problem: Error): void {
    this.#problem ??= problem;
    this.#waiting?.settle(this.#problem);
    this.#waiting = undefined;
    this.#socket.destroy();
  }
}
