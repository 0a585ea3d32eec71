/** Spreads small numbers over 32 bits, so that neighbours share nothing. */
function stir(bits: number): number {
  let stirred = Math.imul(bits ^ (bits >>> 16), 0x45d9f3b);
  stirred = Math.imul(stirred ^ (stirred >>> 15), 0x2c1b3c6d);
  return stirred ^ (stirred >>> 16);
}

function follow(bits: number, number: number): number {
  return stir((bits + number + 0x6d2b79f5) | 0);
}

/** Answers a draw from 0 up to, not including, 1, for each position: the same numbers, the same draws, whatever was drawn before. */
export function drawsAt(seed: number, turn: number, row: number): (position: number) => number {
  const bits = follow(follow(follow(0x9e3779b9, seed), turn), row);
  return (position) => (follow(bits, position) >>> 0) / 2 ** 32;
}
