/** Repeatable chance: the same seed draws the same values. */
export type Draw = ReturnType<typeof createDraw>;

/** `purpose` separates the draws of one part of a run from another's, so that a longer wait changes no value that is sent. */
export function createDraw(seed: number, purpose: string) {
  /** Draws a number from 0 up to, not including, 1. */
  const fraction = mulberry32(hash(`${seed} ${purpose}`));
  /** Draws an integer; both ends are included. */
  const integer = (least: number, most: number) => least + Math.floor(fraction() * (most - least + 1));
  return { fraction, integer };
}

/** Tommy Ettinger's mulberry32: 32 bits of state, good enough for choosing. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const char of text) value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return value | 0;
}
