import { createHash, randomBytes } from 'node:crypto';
import type { ServerRequest } from '../responder.js';
import type { DrawHex } from '../worlds/secrets.js';
import type { DroppedWorld, InputOrder } from '../worlds/worlds.js';
import type { StreamEntry } from './streams.js';

export type OrderedRequest = Pick<
  ServerRequest,
  'method' | 'path' | 'query' | 'headers' | 'body' | 'callerAddress' | 'replayOf'
>;

/** An input of a world. `command` is a request to the admin API that changes something. */
export type Input =
  | { readonly kind: 'request' | 'command'; readonly request: OrderedRequest }
  /** A server joins, or the stream of a world begins. */
  | { readonly kind: 'touch' }
  /** Nothing that follows in the stream of the world counts. */
  | { readonly kind: 'end' }
  | { readonly kind: 'drop'; readonly world: string; readonly reason: DroppedWorld['reason'] };

/** Returns the fields of an entry, names and values in turn. */
export function encodeEntry(server: string, number: number, input: Input): (string | Buffer)[] {
  const from = ['f', `${server}:${number}`];
  if (!('request' in input)) return [...from, 'i', JSON.stringify(input)];
  const { method, path, query, headers, callerAddress, replayOf, body } = input.request;
  const request = { method, path, query, headers, callerAddress, replayOf };
  const draw = input.kind === 'command' ? randomBytes(16).toString('hex') : undefined;
  const fields = [...from, 'i', JSON.stringify({ kind: input.kind, request, draw, isTooLarge: body === 'too-large' })];
  if (body === 'too-large' || body.length === 0) return fields;
  return [...fields, 'b', Buffer.from(body.buffer, body.byteOffset, body.length)];
}

/** Returns who appended an entry, which of its entries it is, the input, and what that may draw from. */
export function decodeEntry({ fields: [from, head, body = Buffer.alloc(0)] }: StreamEntry) {
  const [server = '', number] = String(from).split(':');
  const { draw, isTooLarge, ...input } = JSON.parse(String(head));
  if (input.request !== undefined) input.request.body = isTooLarge ? 'too-large' : body;
  return { server, number: Number(number), input: input as Input, draw: draw as string | undefined };
}

/** The moment and the draws of the input that is being applied. */
export class CurrentInput implements InputOrder {
  #ms: number | undefined;
  #draw: string | undefined;
  #draws = 0;
  carryOut: InputOrder['carryOut'];
  /** How far the clock of the store is ahead of this machine's. */
  aheadMs = 0;

  readonly nowMs = (): number => this.#ms ?? Date.now() + this.aheadMs;

  readonly drawHex: DrawHex = (digits) => {
    if (!this.#draw) throw new Error('Something was drawn outside of an ordered command.');
    const hash = createHash('sha256').update(`${this.#draw}/${this.#draws++}`);
    return hash.digest('hex').slice(0, digits);
  };

  during<Result>(ms: number, act: () => Result, draw?: string): Result {
    [this.#ms, this.#draw, this.#draws] = [ms, draw, 0];
    try {
      return act();
    } finally {
      [this.#ms, this.#draw] = [undefined, undefined];
    }
  }
}
