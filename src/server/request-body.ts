import { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { CollectedBytes } from '../http/collected-bytes.js';

/** Bytes beyond the limit that are read and discarded, so that an ordinary client can read its 413. */
const DRAINED_BYTES = 16 * 1024 * 1024;

export interface ReceivedBody {
  readonly bytes: Uint8Array | 'too-large';
  /** Set if more comes than is read. Settles when the client has finished: closing the connection earlier may lose the response. */
  readonly rest?: Promise<void>;
}

interface BodySink {
  /** Returns false once no more should be read. */
  add(chunk: Uint8Array): boolean;
  end(): void;
}

/** Its body is taken while the parser reads it: as a stream it would cost as much as all the rest of a small response. */
export class DirectRequest extends IncomingMessage {
  #sink: BodySink | undefined;

  takeInto(sink: BodySink): void {
    this.#sink = sink;
  }

  override push(chunk: Uint8Array | null, encoding?: BufferEncoding): boolean {
    if (this.#sink === undefined) return super.push(chunk, encoding);
    if (chunk !== null) return this.#sink.add(chunk);
    this.#sink.end();
    return true;
  }

  /** Node resumes the stream of a request that nobody has read. */
  override resume(): this {
    return this.#sink === undefined ? super.resume() : this;
  }
}

/** Returns whether a request came over HTTP/1.1. What its request line says is no proof: any client can write it. */
export function isHttp1(incoming: IncomingMessage): boolean {
  return incoming instanceof DirectRequest;
}

const NOWHERE: BodySink = { add: () => true, end: () => {} };

export function ignoreBody(request: Readable): void {
  if (request instanceof DirectRequest) request.takeInto(NOWHERE);
}

/** Reads a body up to `limit` bytes, or none if more are `declared`. Does not call back when the client disconnects. */
export function readBody(request: Readable, declared: number, limit: number, done: (body: ReceivedBody) => void): void {
  const collected = new CollectedBytes();
  let drained = 0;
  /** Set once the body is too large. */
  let stop: (() => void) | undefined;
  const reject = () => {
    const rest = new Promise<void>((resolve) => {
      stop = resolve;
      request.once('close', resolve).once('error', () => resolve());
    });
    done({ bytes: 'too-large', rest });
  };
  const sink: BodySink = {
    add(chunk) {
      if (stop === undefined) {
        collected.add(chunk);
        if (collected.length > limit) reject();
        return true;
      }
      drained += chunk.length;
      if (drained <= DRAINED_BYTES) return true;
      stop();
      return false;
    },
    end() {
      if (stop !== undefined) stop();
      // A copy without the room for more: the journal keeps it.
      else done({ bytes: Buffer.from(collected.bytes()) });
    },
  };
  if (request instanceof DirectRequest) request.takeInto(sink);
  else {
    // A client that disconnects mid-body is not our error.
    request.on('error', () => {});
    request.on('data', (chunk: Buffer) => {
      if (!sink.add(chunk)) request.pause();
    });
    request.on('end', () => sink.end());
  }
  if (declared > limit) reject();
}
