/** A body in UTF-8, in pieces: lists that differ in one pet share all pieces but one. */
export interface EncodedBody {
  readonly pieces: readonly Uint8Array[];
  /** Of all pieces together, in bytes. */
  readonly length: number;
}

/** Returns a body as one piece, and as text if it was not encoded yet. */
export function wholeBody(body: string, encoded: EncodedBody | undefined): string | Uint8Array {
  return encoded === undefined ? body : joinPieces(encoded);
}

/** Returns the pieces as one. */
export function joinPieces({ pieces, length }: EncodedBody): Uint8Array {
  const [first] = pieces;
  if (first?.length === length) return first;
  const whole = new Uint8Array(length);
  let end = 0;
  for (const piece of pieces) {
    whole.set(piece, end);
    end += piece.length;
  }
  return whole;
}
