import { createDraw } from '../../contract-tests/draw.js';
import { drawOdd, drawPlain, drawRejected, drawUnknown, type Material, type Piece } from './pieces.js';

/** What is sent on one connection. */
export interface Conversation {
  readonly pieces: readonly Piece[];
  /** The bytes of all pieces, as they are written to the socket one after the other. */
  readonly writes: readonly string[];
  /** `wait`: reads all responses first. `half-close`: says at once that nothing will follow. `cut`: resets without reading to the end. */
  readonly ending: 'wait' | 'half-close' | 'cut';
}

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
  if (last < 0.25) pieces.push(drawRejected(draw, material, tagOf(count)));
  else if (last < 0.5) pieces.push(drawUnknown(draw, material, tagOf(count)));
  const isUnknown = pieces.at(-1)?.kind === 'unknown';
  const how = draw.fraction();
  const ending = how < 0.05 ? 'cut' : how < 0.2 || isUnknown ? 'half-close' : 'wait';
  const bytes = pieces.map((piece) => piece.bytes).join('');
  return { pieces, ending, writes: draw.fraction() < 0.3 ? split(bytes, draw.integer(1, 5), draw) : [bytes] };
}

function split(bytes: string, count: number, { integer }: ReturnType<typeof createDraw>): string[] {
  const cuts = Array.from({ length: count }, () => integer(0, bytes.length)).sort((one, other) => one - other);
  return [0, ...cuts].map((start, index) => bytes.slice(start, cuts[index])).filter((part) => part !== '');
}
