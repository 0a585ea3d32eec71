import type { Entry } from './entry.js';

/** Counts the bytes of the bodies that entries hold. Many answers may share one body: it counts once. */
export interface HeldBytes {
  readonly total: number;
  hold(entry: Entry): void;
  release(entry: Entry): void;
}

export function createHeldBytes(): HeldBytes {
  let total = 0;
  const sharers = new Map<Uint8Array, number>();

  const share = ({ body, encodedBody }: Entry['answer'], difference: 1 | -1) => {
    if (encodedBody === undefined) {
      total += difference * (body?.length ?? 0);
      return;
    }
    const before = sharers.get(encodedBody) ?? 0;
    const after = before + difference;
    if (after === 0) sharers.delete(encodedBody);
    else sharers.set(encodedBody, after);
    if (before === 0 || after === 0) total += difference * ((body?.length ?? 0) + encodedBody.length);
  };
  const count = ({ body, answer }: Entry, difference: 1 | -1) => {
    if (body !== 'too-large') total += difference * body.length;
    share(answer, difference);
  };

  return {
    get total() {
      return total;
    },
    hold: (entry) => count(entry, 1),
    release: (entry) => count(entry, -1),
  };
}
