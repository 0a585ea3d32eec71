import { createDraw } from '../../contract-tests/draw.js';
import { pick } from '../attack.js';
import { drawOdd, drawPlain, drawRejected, drawStalled, drawUnknown, type Material, type Piece } from './pieces.js';

/** What is sent on one connection. */
export interface Conversation {
  readonly pieces: readonly Piece[];
  /** The bytes of all pieces, as they are written to the socket one after the other. */
  readonly writes: readonly string[];
  /**
   * `wait`: reads all responses first. `half-close`: says at once that nothing will follow, and reads on. The others leave without
   * reading to the end: `cut` resets, `close` closes, `leave` half-closes and then closes.
   */
  readonly ending: 'wait' | 'half-close' | 'cut' | 'close' | 'leave';
  /** When a client leaves after its last write, in milliseconds. */
  readonly leavesAfterMs: number;
}

const leavings = ['cut', 'close', 'leave'] as const;

const MOST_PIECES = 14;

/** Draws the conversation of that number: some requests, and at the end perhaps what is none. */
export function drawConversation(seed: number, number: number, material: Material): Conversation {
  const draw = createDraw(seed, `raw-requests ${number}`);
  const pieces: Piece[] = [];
  const tagOf = (index: number) => number * (MOST_PIECES + 1) + index;
  const count = draw.integer(1, MOST_PIECES);
  while (pieces.length < count) {
    pieces.push(draw.fraction() < 0.4 ? drawPlain(draw, material, tagOf(pieces.length)) : drawOdd(draw, material));
  }
  const last = draw.fraction();
  if (last < 0.3) pieces.push(drawRejected(draw, material, tagOf(count)));
  else if (last < 0.5) pieces.push(drawUnknown(draw, material, tagOf(count)));
  else if (last < 0.6) pieces.push(drawStalled(draw, material));
  const kind = pieces.at(-1)?.kind;
  const how = draw.fraction();
  const isLeaving = how < 0.1 || kind === 'stalled';
  const bytes = pieces.map((piece) => piece.bytes).join('');
  const writes = draw.fraction() < 0.3 ? split(bytes, draw.integer(1, 5), draw) : [bytes];
  const ending = isLeaving ? pick(draw, leavings) : how < 0.25 || kind === 'unknown' ? 'half-close' : 'wait';
  // Some leave in the middle of a request.
  const sent = isLeaving && kind !== 'stalled' ? writes.slice(0, draw.integer(0, writes.length)) : writes;
  return { pieces, ending, writes: sent, leavesAfterMs: draw.integer(0, 30) };
}

function split(bytes: string, count: number, { integer }: ReturnType<typeof createDraw>): string[] {
  const cuts = Array.from({ length: count }, () => integer(0, bytes.length)).sort((one, other) => one - other);
  return [0, ...cuts].map((start, index) => bytes.slice(start, cuts[index])).filter((part) => part !== '');
}
