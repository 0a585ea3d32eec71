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
  /** A server joins, or somebody looks at the world. */
  | { readonly kind: 'touch' }
  /** Nothing that follows in the stream of the world counts. */
  | { readonly kind: 'end' }
  | { readonly kind: 'drop'; readonly world: string; readonly reason: DroppedWorld['reason'] };

const NO_BODY = new Uint8Array(0);
const NAMES = ['f', 'i', 'h', 'b'] as const;

/** Returns the fields of an entry, names and values in turn. */
export function encodeEntry(server: string, number: number, input: Input): (string | Buffer)[] {
  const values: (string | Buffer)[] = [`${server}:${number}`];
  if (input.kind === 'request' || input.kind === 'command') {
    const { method, path, query = '', headers, body, callerAddress, replayOf } = input.request;
    const draw = input.kind === 'command' ? randomBytes(16).toString('hex') : '';
    const head = [input.kind, method, path, query, callerAddress, draw, body === 'too-large', replayOf];
    values.push(JSON.stringify(head), JSON.stringify(headers));
    if (body !== 'too-large' && body.length > 0) values.push(Buffer.from(body.buffer, body.byteOffset, body.length));
  } else {
    values.push(JSON.stringify(input.kind === 'drop' ? [input.kind, input.world, input.reason] : [input.kind]));
  }
  return values.flatMap((value, index) => [NAMES[index] ?? '', value]);
}

/** Returns who appended an entry, which of its entries it is, the input, and what that may draw from. */
export function decodeEntry({ fields: [from, head, headers, body] }: StreamEntry) {
  const [server = '', number] = String(from).split(':');
  const [kind, ...rest] = JSON.parse(String(head)) as [Input['kind'], ...string[]];
  const toEntry = (input: Input, draw = '') => ({ server, number: Number(number), input, draw });
  if (kind === 'drop') {
    const [world = '', reason] = rest;
    return toEntry({ kind, world, reason: reason as DroppedWorld['reason'] });
  }
  if (kind !== 'request' && kind !== 'command') return toEntry({ kind });
  const [method = '', path = '', query = '', callerAddress = '', draw, isTooLarge, replayOf] = rest;
  const request = {
    method,
    path,
    query,
    headers: JSON.parse(String(headers)) as ServerRequest['headers'],
    body: isTooLarge ? ('too-large' as const) : (body ?? NO_BODY),
    callerAddress,
    replayOf: replayOf ? Number(replayOf) : undefined,
  };
  return toEntry({ kind, request }, draw);
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
